/** The lines of a preamble that give a document the letters of these texts. */
export function fontLines(texts: readonly string[]): string[] {
  const isLatin = texts.every((text) => !/[^\0-\u024F\u2010-\u203A]/u.test(text));
  if (isLatin) return ['\\usepackage[T1]{fontenc}'];
  return [
    '% Compile it with LuaLaTeX or XeLaTeX, in a font that has the letters of the sentence.',
    '\\usepackage{fontspec}',
  ];
}

/** `\&` ends a cell of `deptext` of tikz-dependency, and `|` and `[` at its beginning are options. */
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

/** Text as LaTeX prints it, character by character: `--` and `''` are no dashes and quotes. */
export function latexText(text: string): string {
  return text
    .replace(/[\\{}#$%_&~^<>|"[\]`]/g, (character) => commands[character])
    .replace(/([-',])(?=\1)/g, '$1{}');
}
