import type { Knowledge } from './knowledge.ts';

/**
 * Indexed by a label of Stanford Dependencies or of an older version of Universal Dependencies: the
 * labels of Universal Dependencies (de Marneffe et al. 2014, section 5; universaldependencies.org).
 * The most exact label comes first. The others are for treebanks that lack it.
 */
const universalLabels: ReadonlyMap<string, readonly string[]> = new Map([
  ['abbrev', ['appos']],
  ['acomp', ['xcomp']],
  ['agent', ['obl:agent', 'obl']],
  ['attr', ['xcomp']],
  ['auxpass', ['aux:pass', 'aux']],
  ['complm', ['mark']],
  ['csubjpass', ['csubj:pass', 'csubj']],
  ['dative', ['iobj']],
  ['dobj', ['obj']],
  ['foreign', ['flat:foreign', 'flat']],
  ['infmod', ['acl']],
  ['intj', ['discourse']],
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
  ['oprd', ['xcomp']],
  ['partmod', ['acl']],
  ['poss', ['nmod:poss', 'nmod']],
  ['possessive', ['case']],
  ['preconj', ['cc:preconj', 'cc']],
  ['predet', ['det:predet', 'det']],
  ['prt', ['compound:prt', 'compound']],
  ['purpcl', ['advcl']],
  ['quantmod', ['advmod']],
  ['rcmod', ['acl:relcl', 'acl']],
  ['relcl', ['acl:relcl', 'acl']],
  ['remnant', ['orphan']],
  ['sbj', ['nsubj']],
  ['subj', ['nsubj']],
  ['tmod', ['obl:tmod', 'obl:unmarked', 'obl']],
  ['vmod', ['acl']],
]);

/**
 * Indexed by the English name of a relation, in lower case and without `_`: the labels that it may
 * mean, the most frequent first.
 */
const plainNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['adj', ['amod']],
  ['adjective', ['amod']],
  ['adv', ['advmod']],
  ['adverb', ['advmod']],
  ['adverbial', ['advmod', 'obl', 'advcl']],
  ['article', ['det']],
  ['auxiliary', ['aux']],
  ['comp', ['obj', 'xcomp', 'ccomp', 'obl']],
  ['complement', ['obj', 'xcomp', 'ccomp', 'obl']],
  ['conjunct', ['conj']],
  ['conjunction', ['cc', 'mark']],
  ['coordinator', ['cc']],
  ['copula', ['cop']],
  ['determiner', ['det']],
  ['directobject', ['obj']],
  ['indirectobject', ['iobj']],
  ['mod', ['nmod', 'amod', 'advmod', 'obl', 'nummod']],
  ['modifier', ['nmod', 'amod', 'advmod', 'obl', 'nummod']],
  ['object', ['obj']],
  ['particle', ['compound:prt', 'advmod']],
  ['possessor', ['nmod:poss']],
  ['punctuation', ['punct']],
  ['subject', ['nsubj']],
]);

/**
 * Labels of Stanford Dependencies for arcs from or to a preposition. They have no counterpart in
 * Universal Dependencies, where a preposition is a dependent of its noun.
 */
const prepositional: ReadonlySet<string> = new Set([
  'pcomp',
  'pmod',
  'pobj',
  'prep',
  'preposition',
]);

export function isPrepositional(label: string): boolean {
  return prepositional.has(label.toLowerCase());
}

/**
 * Converts a label of Stanford Dependencies (`dobj`) or the English name of a relation (`object`)
 * to labels of the treebank. Of several labels, returns the label that training has seen most often
 * between the tags of the arc's two words. If training has seen none of them there, or if a tag is
 * unknown, returns all of them.
 *
 * @param tags returns the tags of the words that the arc joins, null for an unknown tag
 */
export function labelsMeant(
  label: string,
  knowledge: Knowledge,
  tags: () => readonly [head: string | null, dependent: string | null],
): readonly string[] {
  const { labels } = knowledge;
  const name = label.toLowerCase();
  // Enhanced dependencies add a word or a case to a label, as in `conj:and`.
  const base = name.includes(':') ? [name.split(':', 1)[0]] : [];
  const converted = [...(universalLabels.get(name) ?? []), ...base].find((one) => labels.has(one));
  if (converted !== undefined) return [converted];
  const meant = (plainNames.get(name.replaceAll('_', '')) ?? []).filter((one) => labels.has(one));
  if (meant.length < 2) return meant;
  const [head, dependent] = tags();
  if (head === null || dependent === null) return meant;
  const seen = knowledge.arcStatistics(head, dependent).find((one) => meant.includes(one.label));
  return seen === undefined ? meant : [seen.label];
}
