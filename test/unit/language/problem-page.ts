import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../../docs/problems.md', import.meta.url), 'utf8');

/** The sections of the page of problems that explain a code, as `### code`. */
export const sections: ReadonlyMap<string, string> = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((section) => section.split(/^## /m)[0])
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const)
    .filter(([title]) => /^[a-z-]+$/.test(title)),
);

/** The example of a code; null where the page has none. */
export function exampleOf(code: string): string | null {
  return /```bow\n(.*?)```/s.exec(sections.get(code) ?? '')?.[1] ?? null;
}
