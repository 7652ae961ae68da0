import { isModifier } from '../../grammar/ccg/category.ts';
import type { Atom, Category, Functor, Half } from '../../grammar/ccg/category.ts';

/** Indexed by an atomic category, such as `NP[thr]`: its meaning (from the manual of CCGbank). */
const atomNames: ReadonlyMap<string, string> = new Map([
  ['S', 'a clause'],
  ['S[dcl]', 'a declarative clause'],
  ['S[b]', 'a clause with a bare infinitive'],
  ['S[to]', 'a clause with a “to”-infinitive'],
  ['S[ng]', 'a clause with a present participle'],
  ['S[pt]', 'a clause with a past participle, as after “have”'],
  ['S[pss]', 'a clause with a past participle, passive'],
  ['S[adj]', 'a clause whose predicate is an adjective'],
  ['S[q]', 'a yes–no question'],
  ['S[wq]', 'a question with a wh-word'],
  ['S[qem]', 'an embedded question'],
  ['S[em]', 'an embedded clause, as with “that”'],
  ['S[inv]', 'a clause whose verb stands before its subject'],
  ['S[intj]', 'an interjection'],
  ['S[for]', 'a clause with “for”'],
  ['N', 'a noun that may still take a determiner'],
  ['NP', 'a noun phrase'],
  ['NP[thr]', 'the word “there” as a subject'],
  ['NP[expl]', 'the word “it” as a subject without a meaning'],
  ['PP', 'a prepositional phrase as a complement'],
  ['PR', 'a particle of a verb'],
  ['conj', 'a conjunction'],
  [',', 'a comma'],
  ['.', 'the end of a sentence'],
  [':', 'a colon, a dash or another mark'],
  ['LRB', 'an opening bracket'],
  ['RRB', 'a closing bracket'],
  ['LQU', 'an opening quotation mark'],
  ['RQU', 'a closing quotation mark'],
]);

/**
 * Describes the arguments and the result of a category in one English sentence: “(S[dcl]\NP)/NP
 * takes an NP to its right, then an NP to its left, and gives S[dcl]: a declarative clause.”
 */
export function describeCategory(category: Category): string {
  const taken: string[] = [];
  let rest = category;
  while (rest.kind === 'functor' && !isModifier(rest)) {
    taken.push(argumentOf(rest));
    rest = rest.result;
  }
  if (rest === category && rest.kind !== 'functor') return `${rest.text}: ${nameOf(rest)}.`;
  const last =
    rest.kind === 'functor'
      ? `modifies ${argumentOf(rest)}`
      : `gives ${rest.text}: ${nameOf(rest)}`;
  if (taken.length === 0) return `${category.text} ${last}.`;
  const comma = taken.length > 1 ? ',' : '';
  return `${category.text} takes ${taken.join(', then ')}${comma} and ${last}.`;
}

function argumentOf({ argument, slash }: Functor): string {
  const article = /^\(*(?:[SN]|LRB|LQU|RRB|RQU)/.test(argument.text) ? 'an' : 'a';
  return `${article} ${argument.text} to its ${slash === '/' ? 'right' : 'left'}`;
}

function nameOf(category: Atom | Half): string {
  if (category.kind === 'half') return `the second half of a coordination of ${category.of.text}`;
  return atomNames.get(category.text) ?? category.name;
}
