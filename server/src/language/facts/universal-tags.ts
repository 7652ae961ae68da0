import { featureNamed } from '../tree/feature-diagnostics.ts';
import { seenTags, type Knowledge } from './knowledge.ts';

const nouns = ['NN', 'NNS', 'NNP', 'NNPS'];
const verbs = ['VB', 'VBD', 'VBG', 'VBN', 'VBP', 'VBZ'];

/**
 * Indexed by a universal part of speech (universaldependencies.org/u/pos), the English name of a
 * part of speech, or an atomic category, in upper case: the tags of the Penn Treebank.
 */
const pennTags: ReadonlyMap<string, readonly string[]> = new Map([
  ['ADJ', ['JJ', 'JJR', 'JJS']],
  ['ADP', ['IN', 'RP']],
  ['ADV', ['RB', 'RBR', 'RBS', 'WRB']],
  ['AUX', ['MD', ...verbs]],
  ['CCONJ', ['CC']],
  ['CONJ', ['CC']],
  ['DET', ['DT', 'PDT', 'WDT']],
  ['INTJ', ['UH']],
  ['NOUN', ['NN', 'NNS']],
  ['NUM', ['CD']],
  ['PART', ['TO', 'RB', 'POS']],
  ['PRON', ['PRP', 'PRP$', 'WP', 'EX']],
  ['PROPN', ['NNP', 'NNPS']],
  ['PUNCT', ['.', ',', ':', '``', "''", '-LRB-', '-RRB-', 'HYPH']],
  ['SCONJ', ['IN']],
  ['SYM', ['SYM', '$', 'NFP']],
  ['VERB', verbs],
  ['ADJECTIVE', ['JJ', 'JJR', 'JJS']],
  ['ADVERB', ['RB', 'RBR', 'RBS', 'WRB']],
  ['ARTICLE', ['DT']],
  ['AUXILIARY', ['MD', ...verbs]],
  ['CONJUNCTION', ['CC', 'IN']],
  ['DETERMINER', ['DT', 'PDT', 'WDT', 'PRP$']],
  ['INTERJECTION', ['UH']],
  ['MODAL', ['MD']],
  ['NAME', ['NNP', 'NNPS']],
  ['NUMBER', ['CD']],
  ['NUMERAL', ['CD']],
  ['PARTICLE', ['RP', 'TO', 'RB', 'POS']],
  ['PLURAL', ['NNS', 'NNPS']],
  ['POSSESSIVE', ['PRP$', 'POS', 'WP$']],
  ['PREP', ['IN', 'TO', 'RP']],
  ['PREPOSITION', ['IN', 'TO', 'RP']],
  ['PRONOUN', ['PRP', 'PRP$', 'WP', 'EX']],
  ['PUNCTUATION', ['.', ',', ':', '``', "''", '-LRB-', '-RRB-', 'HYPH']],
  ['SYMBOL', ['SYM', '$', 'NFP']],
  ['A', ['JJ', 'JJR', 'JJS']],
  ['C', ['IN', 'CC', 'TO']],
  ['COMP', ['IN', 'TO']],
  ['N', nouns],
  ['P', ['IN', 'TO', 'RP']],
  ['POSS', ['PRP$', 'POS', 'WP$']],
  ['V', verbs],
  ...['TV', 'IV', 'DTV', 'DV', 'VT', 'VI'].map((name) => [name, verbs] as const),
  ['VP', verbs],
  ['NP', ['PRP', ...nouns]],
  ['PP', ['IN', 'PRP']],
  ['PP$', ['PRP$']],
  ['S', verbs],
]);

/** Indexed by the features that a grammatical term means: the tags of such forms. */
const inflectedTags: ReadonlyMap<string, readonly string[]> = new Map([
  ['Number=Sing', ['NN', 'NNP']],
  ['Number=Plur', ['NNS', 'NNPS']],
  [featureNamed('3sg')!, ['VBZ']],
  ['Tense=Past', ['VBD']],
  ['VerbForm=Inf', ['VB']],
  ['VerbForm=Ger', ['VBG']],
  ['VerbForm=Part', ['VBN']],
  ['Degree=Cmp', ['JJR', 'RBR']],
  ['Degree=Sup', ['JJS', 'RBS']],
]);

/**
 * The tag of the Penn Treebank that a part of speech with a feature means, such as `NNS` for `n.pl`
 * and `noun/plural`. Null for other texts.
 */
export function inflectedTag(text: string): string | null {
  const found = /^(\p{L}{1,20})[./:-]([\p{L}\d]{1,20})$/u.exec(text);
  const tags = inflectedTags.get(featureNamed(found?.[2] ?? '') ?? '') ?? [];
  return (
    (pennTags.get(found?.[1].toUpperCase() ?? '') ?? []).find((tag) => tags.includes(tag)) ?? null
  );
}

/**
 * Converts a tag of another tagset to tags of the model: `NOUN` becomes `NN` and `NNS`. If training
 * has seen the form with some of these, returns only the seen tags, the most frequent first.
 */
export function tagsMeant(tag: string, form: string | null, knowledge: Knowledge): string[] {
  // The `a` of `the/a` is an article, not the tag `A` of an adjective.
  const name = tag === 'a' ? '' : tag.toUpperCase();
  const inflected = inflectedTag(tag);
  const meant = (inflected === null ? (pennTags.get(name) ?? []) : [inflected]).filter((one) =>
    knowledge.tags.has(one),
  );
  if (meant.length === 0) return [];
  const counts = form === null ? null : seenTags(form, knowledge);
  const count = (one: string): number => counts?.get(one) ?? 0;
  const seen = meant.filter((one) => count(one) > 0);
  return seen.length > 0 ? seen.sort((a, b) => count(b) - count(a)) : meant;
}
