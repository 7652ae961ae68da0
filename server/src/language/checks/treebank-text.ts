import { normalise } from '../../text/normalise.ts';
import type { Knowledge } from '../facts/knowledge.ts';
import { tagsMeant } from '../facts/universal-tags.ts';
import { diagnostic, quoted, replacement } from '../tree/diagnostic.ts';
import type { Diagnostic } from '../tree/diagnostic.ts';
import { spellInWords } from '../tree/spelling.ts';
import type { BagNode } from '../tree/syntax.ts';

/** Longer texts of `words:` are not examined. */
const longest = 20_000;

interface TaggedForm {
  readonly form: string;
  /** Null if it is unclear, or if the model does not have it. */
  readonly tag: string | null;
}

/**
 * Finds text of a treebank that was pasted into `words:`: the lines of a sentence in CoNLL-U, or a
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
  const ofLines = formsOfLines(written, knowledge);
  const forms = ofLines ?? formsOfTree(written, knowledge);
  if (forms === null) return null;
  const start = words.header.end + content.indexOf(written);
  const range = { start, end: start + written.length };
  const meant = forms
    .map(({ form, tag }) => spellInWords(form) + (tag === null ? '' : `/${tag}`))
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
const columns = /^\d+\s+(\S+)\s+\S+\s+(\S+)\s+(\S+)\s+\S+\s+(?:\d+|_)\s+\S+\s+\S+\s+\S+$/u;

/** Matches a line of CoNLL-U for a contraction, such as `2-3 don't`, or for a word left out, `2.1`. */
const besides = /^\d+[-.]\d+(?:\s+\S+){9}$/u;

function formsOfLines(content: string, knowledge: Knowledge | null): TaggedForm[] | null {
  const lines = content
    .split(/[\r\n]+/u)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !besides.test(line));
  const found = lines.map((line) => columns.exec(line));
  if (found.length < 2) return null;
  return found.every((line) => line !== null)
    ? found.map(([, form, upos, xpos]) => ({ form, tag: tagOf(form, upos, xpos, knowledge) }))
    : null;
}

function tagOf(
  form: string,
  upos: string,
  xpos: string,
  knowledge: Knowledge | null,
): string | null {
  if (xpos !== '_') return mayBeTag(xpos, knowledge) ? xpos : null;
  if (knowledge === null) return null;
  const meant = tagsMeant(upos, form, knowledge);
  if (meant.length === 0 && knowledge.tags.has(upos)) return upos;
  return meant.length === 1 ? meant[0] : null;
}

function mayBeTag(tag: string, knowledge: Knowledge | null): boolean {
  return knowledge === null || knowledge.tags.has(tag);
}

/** Matches the beginning of a tree: a label as in `(S (`, `(NP-SBJ-1 (` and `( (S (`. */
const opening = /^(?:\(\s*){1,3}[A-Z]+(?:[-=|][A-Z\d]+)*[\s(]/u;

function formsOfTree(content: string, knowledge: Knowledge | null): TaggedForm[] | null {
  if (!opening.test(content) || !content.endsWith(')')) return null;
  const leaves = [...content.matchAll(/\(([A-Z]+\$?|[.,:$#]|``|''|-[A-Z]+-) ([^\s()]+)\)/gu)];
  // Two capitals at least, so that `(I go) (I stay)` is no tree.
  const known = leaves.filter(([, tag]) => !/^[A-Z]$/u.test(tag) && mayBeTag(tag, knowledge));
  if (known.length * 2 < leaves.length) return null;
  const forms = leaves.flatMap(([, tag, word]) =>
    tag === '-NONE-' ? [] : [{ form: normalise(word), tag: mayBeTag(tag, knowledge) ? tag : null }],
  );
  return forms.length < 2 ? null : forms;
}
