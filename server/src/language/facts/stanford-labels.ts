import type { Knowledge } from './knowledge.ts';

/**
 * Indexed by a label of Stanford Dependencies or of an older version of Universal Dependencies: the corresponding
 * labels of Universal Dependencies (de Marneffe et al. 2014, section 5; universaldependencies.org). The most exact
 * label comes first, since treebanks differ in the subtypes that they use.
 */
const universalLabels: ReadonlyMap<string, readonly string[]> = new Map([
  ['abbrev', ['appos']],
  ['acomp', ['xcomp']],
  ['auxpass', ['aux:pass', 'aux']],
  ['complm', ['mark']],
  ['csubjpass', ['csubj:pass', 'csubj']],
  ['dobj', ['obj']],
  ['foreign', ['flat:foreign', 'flat']],
  ['infmod', ['acl']],
  ['mwe', ['fixed']],
  ['name', ['flat']],
  ['neg', ['advmod']],
  ['nmod:npmod', ['nmod:unmarked', 'nmod']],
  ['nmod:tmod', ['nmod:unmarked', 'nmod']],
  ['nn', ['compound']],
  ['npadvmod', ['obl:npmod', 'obl:unmarked', 'obl']],
  ['nsubjpass', ['nsubj:pass', 'nsubj']],
  ['num', ['nummod']],
  ['number', ['compound']],
  ['obl:npmod', ['obl:unmarked', 'obl']],
  ['obl:tmod', ['obl:unmarked', 'obl']],
  ['partmod', ['acl']],
  ['poss', ['nmod:poss', 'nmod']],
  ['possessive', ['case']],
  ['preconj', ['cc:preconj', 'cc']],
  ['predet', ['det:predet', 'det']],
  ['prt', ['compound:prt', 'compound']],
  ['purpcl', ['advcl']],
  ['quantmod', ['advmod']],
  ['rcmod', ['acl:relcl', 'acl']],
  ['remnant', ['orphan']],
  ['subj', ['nsubj']],
  ['tmod', ['obl:tmod', 'obl:unmarked', 'obl']],
  ['vmod', ['acl']],
]);

/**
 * Labels of arcs from or to a preposition. In Universal Dependencies a preposition is a dependent
 * of its noun.
 */
const prepositional: ReadonlySet<string> = new Set(['agent', 'pcomp', 'pobj', 'prep']);

/**
 * Whether a Stanford label belongs to arcs from or to a preposition. The corresponding arcs of Universal Dependencies
 * join other words.
 */
export function isPrepositional(label: string): boolean {
  return prepositional.has(label.toLowerCase());
}

/** The treebank's label for a label of Stanford Dependencies; null if the treebank has no such label. */
export function labelMeant(label: string, { labels }: Knowledge): string | null {
  return universalLabels.get(label.toLowerCase())?.find((one) => labels.has(one)) ?? null;
}
