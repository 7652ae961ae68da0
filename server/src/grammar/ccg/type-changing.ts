import { isModifier, type Category } from './category.ts';
import { unaryRule } from './rules.ts';

/**
 * Whether the grammar lists a unary rule: type-raising, or a change of the type of a noun, a noun phrase, a clause or
 * half a coordination. Conversion rarely needs other rules; they are counted.
 */
export function isListedUnary(child: Category, result: Category): boolean {
  // Noun phrases that mean nothing are used as others are.
  const from = child.kind === 'atom' && child.name === 'NP' ? 'NP' : child.text;
  const to = result.text;
  if (unaryRule(child, result) === 'T') return true;
  if (child.kind === 'half') return to === modifierText(child.of);
  if (result.kind === 'half') return result.of.text === from;
  if (to === 'NP') return from === 'N' || clauses.has(from) || adverbial.has(from);
  if (to === 'NP\\NP') return clauses.has(from) || from === 'S[dcl]/NP' || from === 'NP';
  if (adverbialTargets.has(to) && (clauses.has(from) || adverbial.has(from))) return true;
  if (from !== 'NP') return false;
  if (to === 'NP/NP' || to === 'N/N' || adverbialTargets.has(to)) return true;
  // Measures: *two years old*.
  return (
    result.kind === 'functor' &&
    result.slash === '/' &&
    isModifier(result) &&
    isModifier(result.argument)
  );
}

function modifierText(x: Category): string {
  const part = x.kind === 'functor' ? `(${x.text})` : x.text;
  return `${part}\\${part}`;
}

const clauses: ReadonlySet<string> = new Set([
  ...'pss ng to adj b dcl'.split(' ').map((feature) => `S[${feature}]\\NP`),
  ...'dcl em qem'.split(' ').map((feature) => `S[${feature}]`),
]);

/** Clauses that modify verbs and clauses, and also nouns. */
const adverbial: ReadonlySet<string> = new Set(['S[inv]', 'S[ng]', 'S[pss]']);

const adverbialTargets: ReadonlySet<string> = new Set([
  '(S\\NP)\\(S\\NP)',
  '(S\\NP)/(S\\NP)',
  'S/S',
  'S\\S',
]);
