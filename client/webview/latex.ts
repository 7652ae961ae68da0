/**
 * The lines of a LaTeX preamble about the font. If letters are not Latin, a line tells the user to
 * choose a font that has them.
 */
export function fontLines(texts: readonly string[]): string[] {
  const isLatin = texts.every((text) => !/[^\0-\u024F\u2010-\u203A]/u.test(text));
  if (isLatin) return ['\\usepackage[T1]{fontenc}'];
  return [
    '% Compile it with LuaLaTeX or XeLaTeX, in a font that has the letters of the sentence.',
    '\\usepackage{fontspec}',
  ];
}

/**
 * The commands for characters that LaTeX would not print as they are. In the environment `deptext`
 * of tikz-dependency, `\&` ends a cell, and `|` or `[` begins options.
 */
const commands: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '#': '\\#',
  $: '\\$',
  '%': '\\%',
  _: '\\_',
  '&': '\\symbol{38}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\textquotedbl{}',
  '[': '{[}',
  ']': '{]}',
  '`': '\\textasciigrave{}',
};

/** Writes a text so that LaTeX prints every character as it is: `--` does not become a dash. */
export function latexText(text: string): string {
  return text
    .replace(/[\\{}#$%_&~^<>|"[\]`]/g, (character) => commands[character])
    .replace(/([-',])(?=\1)/g, '$1{}');
}
