import { normalise } from '../../text/normalise.ts';
import type { Knowledge } from '../facts/knowledge.ts';
import { diagnostic, quoted, replacement } from '../tree/diagnostic.ts';
import type { Diagnostic } from '../tree/diagnostic.ts';
import { spellInWords } from '../tree/spelling.ts';
import type { BagNode } from '../tree/syntax.ts';

/** Longer texts of `words:` are not examined. */
const longest = 20_000;

interface TaggedForm {
  readonly form: string;
  readonly tag: string;
}

/**
 * Reports text of a treebank that was pasted into `words:`: the lines of a sentence in CoNLL-U, or a
 * bracketed tree of the Penn Treebank. The fix writes its words with their tags.
 *
 * @param knowledge tells which tags the model has; if null, it may have any
 */
export function treebankText(
  { text, sections }: BagNode,
  knowledge: Knowledge | null,
): Diagnostic | null {
  const words = sections.find(({ kind }) => kind === 'words');
  if (words === undefined || words.end - words.header.end > longest) return null;
  const content = text.slice(words.header.end, words.end);
  const written = content.trim();
  const ofLines = formsOfLines(written);
  const forms = ofLines ?? formsOfTree(written);
  if (forms === null) return null;
  const start = words.header.end + content.indexOf(written);
  const range = { start, end: start + written.length };
  const meant = forms
    .map(
      ({ form, tag }) => spellInWords(form) + (knowledge?.tags.has(tag) === false ? '' : `/${tag}`),
    )
    .join(' ');
  const what = ofLines === null ? 'a tree of the Penn Treebank' : 'a sentence in CoNLL-U';
  return diagnostic(
    'perhaps-treebank',
    range,
    `This looks like ${what}, and each part of it is read as a word. Write its words with their tags, or import its file.`,
    { fixes: [replacement(`Write ${quoted(meant)}`, range, meant)] },
  );
}

/** Matches a line of CoNLL-U with its ten columns. Captures the form and the columns of tags. */
const columns = /^(\d+)\s+(\S+)\s+\S+\s+(\S+)\s+(\S+)\s+\S+\s+(?:\d+|_)\s+\S+\s+\S+\s+\S+$/u;

function formsOfLines(content: string): TaggedForm[] | null {
  const lines = content
    .split(/[\r\n]+/u)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const found = lines.map((line) => columns.exec(line));
  if (found.length < 2) return null;
  return found.every((line) => line !== null)
    ? found.map(([, , form, upos, xpos]) => ({ form, tag: xpos === '_' ? upos : xpos }))
    : null;
}

function formsOfTree(content: string): TaggedForm[] | null {
  if (!/^\(+ ?[A-Z]+[ (]/u.test(content) || !content.endsWith(')')) return null;
  const leaves = [...content.matchAll(/\(([A-Z]+\$?|[.,:$#]|``|''|-[A-Z]+-) ([^\s()]+)\)/gu)];
  const forms = leaves.flatMap(([, tag, word]) =>
    tag === '-NONE-' ? [] : [{ form: normalise(word), tag }],
  );
  return forms.length < 2 ? null : forms;
}
