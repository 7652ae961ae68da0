import type { Fix } from '../tree/diagnostic.ts';
import type { DepsStatement } from '../tree/syntax.ts';

/**
 * A fix that writes each line of `deps:` from its last word to its first. The lines have one
 * dependent each.
 */
export function turnRound(text: string, statements: readonly DepsStatement[]): Fix {
  let count = 0;
  const edits = statements.map(({ start, end, heads, arrows, dependents }) => {
    const words = [...heads, dependents[0]];
    const parts = words.flatMap((word, i) => (i === 0 ? [word] : [arrows[i - 1], word]));
    count += arrows.length;
    const newText = parts
      .reverse()
      .map((part) => text.slice(part.start, part.end))
      .join(' ');
    return { range: { start, end }, newText };
  });
  return { title: count === 1 ? 'Turn the arc round' : `Turn the ${count} arcs round`, edits };
}

/** Whether a fix comes from `turnRound`. */
export function turnsRound({ title }: Fix): boolean {
  return /^Turn the (?:arc|\d+ arcs) round$/u.test(title);
}
