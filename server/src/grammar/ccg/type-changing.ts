import { atom, functor, isModifier, parseCategory, type Category } from './category.ts';

/**
 * Whether the grammar lists a unary rule: type-raising, fronting, type changes of nouns, noun
 * phrases and clauses, `X ⇒ X[conj]`, and `X[conj] ⇒ X\X`. Derivations that were converted from
 * dependency trees rarely have other rules; `bowline ccg stats` counts them.
 */
export function isListedUnary(child: Category, result: Category): boolean {
  if (result.kind === 'half') return result.of.text === child.text;
  if (result.text === raised(child)?.text || isFronted(child, result)) return true;
  if (child.kind === 'half') return result.text === functor(child.of, '\\', child.of).text;
  const from = child.text.replace(nounFeatures, 'NP');
  return (
    (changes.get(result.text)?.has(from) ?? false) || (child.text === 'NP' && isMeasure(result))
  );
}

/**
 * Returns the categories that the listed unary rules make of `child`. Leaves out `X[conj]`, and the
 * results of fronting and of the rule for measures (*two years old*).
 */
export function changesOf(child: Category): Category[] {
  const changed = changeResults.filter((result) => isListedUnary(child, result));
  const phrase = raised(child);
  return phrase === null ? changed : [...changed, phrase];
}

/** Type-raises a noun phrase, `NP ⇒ S/(S\NP)`; null for other categories. */
function raised(child: Category): Category | null {
  const isNounPhrase = child.kind === 'atom' && child.name === 'NP';
  return isNounPhrase ? functor(atom('S'), '/', functor(atom('S'), '\\', child)) : null;
}

/** Whether a unary rule is fronting, `A ⇒ S[x]/(S[y]/A)`. */
function isFronted(child: Category, result: Category): boolean {
  if (result.kind !== 'functor' || result.slash !== '/' || !isClause(result.result)) return false;
  const gapped = result.argument;
  return (
    gapped.kind === 'functor' &&
    gapped.slash === '/' &&
    isClause(gapped.result) &&
    gapped.argument.text === child.text
  );
}

function isClause(category: Category): boolean {
  return category.kind === 'atom' && category.name === 'S';
}

/** `X/X`, where X is a modifier itself, as in *two years old*. */
function isMeasure(result: Category): boolean {
  if (result.kind !== 'functor' || result.slash !== '/') return false;
  return isModifier(result) && isModifier(result.argument);
}

/**
 * Type changes ignore the features of noun phrases: *there* and *it*, and clauses with these
 * subjects, change like others.
 */
const nounFeatures = /NP\[(?:thr|expl)\]/g;

const clauses = [
  ...'pss ng to adj b dcl'.split(' ').map((feature) => `S[${feature}]\\NP`),
  ...'dcl em qem'.split(' ').map((feature) => `S[${feature}]`),
];
/** The clauses that may turn into modifiers of verbs and clauses, or into noun phrases. */
const allClauses = [...clauses, 'S[inv]', 'S[ng]', 'S[pss]'];
const clauseModifiers = new Set([...allClauses, 'NP']);

/** The type changes, keyed by result: the categories that may change into the result. */
const changes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['NP', new Set(['N', ...allClauses])],
  ['NP\\NP', new Set([...clauses, 'S[dcl]/NP', 'NP'])],
  ['NP/NP', new Set(['NP'])],
  ['N/N', new Set(['NP'])],
  ['(S\\NP)\\(S\\NP)', clauseModifiers],
  ['(S\\NP)/(S\\NP)', clauseModifiers],
  ['S/S', clauseModifiers],
  ['S\\S', clauseModifiers],
]);
const changeResults = [...changes.keys()].map(parseCategory);
