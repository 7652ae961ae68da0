import { closest } from '../../text/closest.ts';
import { isClearlyLabel, labelName } from '../facts/label-names.ts';
import { listOfQuoted, quoted, replacement, safeReplacement } from '../tree/diagnostic.ts';
import type { Fix, Range } from '../tree/diagnostic.ts';
import { lineStartAt } from '../tree/lines.ts';
import type { Reference } from '../tree/syntax.ts';
import { printedTokens } from './punctuation.ts';
import type { WordTable } from './word-table.ts';

export interface ReferenceSlip {
  readonly message: string;
  readonly fixes: readonly Fix[];
  /** Whether the word consists of words of the bag, so that no fix adds it to `words:`. */
  readonly isInParts?: boolean;
}

interface Placed {
  readonly text: string;
  readonly table: WordTable;
  readonly reference: Reference;
  readonly statement: Range;
  readonly spell: (form: string, index?: number | null) => string;
}

/** In code units. A label behind its dependent is not looked for in longer lines. */
const longest = 300;

/** Finds the probable mistake in a reference to an unknown word, among the mistakes below. */
export function slipOf(placed: Placed): ReferenceSlip | null {
  return (
    commaOfList(placed) ??
    commaBehindWord(placed) ??
    commasOfList(placed) ??
    andOfList(placed) ??
    labelLast(placed) ??
    labelGlued(placed) ??
    labelAsLink(placed) ??
    lemmaWithFeatures(placed) ??
    partOfItem(placed) ??
    contraction(placed) ??
    misspeltRoot(placed)
  );
}

const beforeArrow = /[^\S\r\n]+->/y;

/** Finds a misspelt `root` at the start of a line, as in `roto -> bark`, or the `0` of CoNLL. */
function misspeltRoot({ text, reference, statement }: Placed): ReferenceSlip | null {
  const { start, end, form } = reference;
  beforeArrow.lastIndex = end;
  const isHead = start === statement.start && beforeArrow.test(text);
  const isNearRoot = /^[rot]+$/i.test(form) && closest(form.toLowerCase(), ['root']) !== null;
  if (!isHead || !(isNearRoot || form === '0')) return null;
  return {
    message: `${quoted(form)} is not in \`words:\`. Did you mean \`root\`?`,
    fixes: [replacement('Change to `root`', reference, 'root')],
  };
}

/**
 * Finds a comma or semicolon between the words of a list, as in `led -> Talcott , team`, or at the
 * end of a line.
 */
function commaOfList({ text, reference: { start, end, form } }: Placed): ReferenceSlip | null {
  if (form !== ',' && form !== ';') return null;
  const lineStart = lineStartAt(text, start);
  const before = text.slice(lineStart, start).trimEnd();
  const after = text.slice(end, end + 80);
  const isLast = /^[^\S\r\n]*(?:$|[\r\n#}])/.test(after);
  if (!/[^\s<>]$/.test(before) || !(isLast || /^[^\S\r\n]+[^\s<>#{}-]/.test(after))) return null;
  const from = lineStart + before.length;
  const fix = safeReplacement(`Delete ${quoted(form)}`, { start: from, end }, '');
  const message = isLast
    ? 'A line of `deps:` has no comma or semicolon at its end.'
    : 'Words of a list have spaces between them, no commas.';
  return { message, fixes: [fix] };
}

/** Finds a word of a list with a comma behind it, as in `led -> Talcott, team`. */
function commaBehindWord({ table, reference, spell }: Placed): ReferenceSlip | null {
  const form = /^(.+)[,;]$/su.exec(reference.form)?.[1];
  if (form === undefined || reference.index !== null || !table.has(form)) return null;
  const name = spell(form);
  return {
    message: 'Words of a list have spaces between them, no commas.',
    fixes: [safeReplacement(`Write ${quoted(name)}`, reference, name)],
    isInParts: true,
  };
}

/** Finds words of a list with commas but no spaces between them, as in `led -> Talcott,team`. */
function commasOfList({ table, reference, spell }: Placed): ReferenceSlip | null {
  const parts = reference.form.split(/[,;]/u).filter((part) => part !== '');
  if (parts.length < 2 || !parts.every((part) => table.has(part))) return null;
  const spaced = parts.map((part) => spell(part)).join(' ');
  return {
    message: 'Words of a list have spaces between them, no commas.',
    fixes: [safeReplacement(`Write ${quoted(spaced)}`, reference, spaced)],
    isInParts: true,
  };
}

/** Finds an `and` between the words of a list, as in `led -> Talcott and team`. */
function andOfList({ text, reference: { start, end, form } }: Placed): ReferenceSlip | null {
  const isBetween = /[^\s<>]\s+$/u.test(text.slice(lineStartAt(text, start), start));
  const next = /^[^\S\r\n]+(?=[^\s<>#{}-])/u.exec(text.slice(end, end + 80));
  if (form !== 'and' || !isBetween || next === null) return null;
  const range = { start, end: end + next[0].length };
  return {
    message: 'Words of a list have spaces between them, no `and`.',
    fixes: [replacement('Delete `and`', range, '')],
  };
}

/** Matches a label behind the only dependent of a line. Captures the dependent and the label. */
const labelBehind =
  /(?<!\S)->(\s+)(\S+?)(:?)\s+(?:[([]([^\s()[\]]+)[)\]]|:\s*([^\s()[\]]+)|([^\s()[\]]+))$/u;

/**
 * Finds a label behind its dependent, as in `barks -> dog (nsubj)`, `barks -> dog nsubj` and
 * `barks -> dog : nsubj`.
 */
function labelLast({ text, reference, statement }: Placed): ReferenceSlip | null {
  if (statement.end - statement.start > longest) return null;
  const match = labelBehind.exec(text.slice(statement.start, statement.end));
  if (match === null) return null;
  const start = statement.start + match.index;
  const dependent = match[2];
  const [bracketed, joined, bare] = match.slice(4) as (string | undefined)[];
  const label = bracketed ?? joined ?? bare!;
  if (label === bare && match[3] === '' && !isClearlyLabel(label)) return null;
  const isBehind = match[3] === ':' || reference.start > start + 2 + match[1].length;
  return isBehind ? inArrow(label, dependent, { start, end: statement.end }) : null;
}

/** Finds a label that a colon joins to its dependent, as in `barks -> nsubj:dog`. */
function labelGlued({ text, table, reference, statement }: Placed): ReferenceSlip | null {
  const parts = reference.form.split(':');
  const before = /->\s+$/u.exec(text.slice(statement.start, reference.start));
  if (parts.length < 2 || before === null || reference.end < statement.end) return null;
  const [first, last] = [parts[0], parts.at(-1)!];
  const isFirst = table.has(last);
  const label = (isFirst ? parts.slice(0, -1) : parts.slice(1)).join(':');
  const dependent = isFirst ? last : first;
  if (!table.has(dependent)) return null;
  return inArrow(label, dependent, {
    start: statement.start + before.index,
    end: reference.end,
  });
}

/** Writes a label in its arrow. Null if there is no such label. */
function inArrow(label: string, dependent: string, range: Range): ReferenceSlip | null {
  if (labelName(label) === null) return null;
  const written = `-${label}-> ${dependent}`;
  return {
    message: `A label stands in its arrow: write ${quoted(written)}.`,
    fixes: [safeReplacement(`Write ${quoted(written)}`, range, written)],
  };
}

/** Finds a label behind its arrow, as in `barks -> nsubj dog` and `barks -> nsubj -> dog`. */
function labelAsLink({ text, reference, statement }: Placed): ReferenceSlip | null {
  const label = reference.form.replace(/:$/u, '');
  const before = /->\s+$/u.exec(text.slice(statement.start, reference.start));
  const after = /^\s+(?:->\s+)?(?=[^\s-])/u.exec(text.slice(reference.end, statement.end));
  if (labelName(label) === null || before === null || after === null) return null;
  const range = {
    start: statement.start + before.index,
    end: reference.end + after[0].length,
  };
  const arrow = `-${label}->`;
  return {
    message: `A label stands in its arrow: write ${quoted(arrow)}.`,
    fixes: [safeReplacement(`Write ${quoted(arrow)}`, range, `${arrow} `)],
  };
}

/** Finds a lemma that is named with its features. The name of `@be[Tense=Past]` is only `@be`. */
function lemmaWithFeatures({ table, reference, spell }: Placed): ReferenceSlip | null {
  const { form } = reference;
  const lemma = /^(@[^[\]]+?)(?:#\d+)?\[[^[\]]*\](?:#\d+)?$/su.exec(form)?.[1];
  if (lemma === undefined || !table.has(lemma)) return null;
  const index = reference.index ?? Number(/#(\d+)(?:\[|$)/u.exec(form)?.[1] ?? Number.NaN);
  const name = spell(lemma, Number.isNaN(index) ? null : index);
  return {
    message: `A lemma is named without its features: write ${quoted(name)}.`,
    fixes: [safeReplacement(`Change to ${quoted(name)}`, reference, name)],
  };
}

/** Finds a word that is only a part of a quoted phrase, such as `York` of `"New York"`. */
function partOfItem({ text, table, reference, spell }: Placed): ReferenceSlip | null {
  const { start, end, form } = reference;
  if (form === '') return null;
  const padded = ` ${form} `;
  for (const item of table.forms) {
    const offset = item.includes(' ') ? ` ${item} `.indexOf(padded) : -1;
    if (offset < 0) continue;
    const from = start - offset;
    const to = from + item.length;
    // If the author wrote the whole item without its quotes, the fix replaces all of it.
    const around = (text[from - 1] ?? '') + (text[to] ?? '');
    const isWhole = text.startsWith(item, from) && !/\S/.test(around);
    const range = isWhole ? { start: from, end: to } : { start, end };
    const name = spell(item);
    return {
      message: `${quoted(form)} is a part of the item ${quoted(name)}: name the whole item.`,
      fixes: [replacement(`Change to ${quoted(name)}`, range, name)],
    };
  }
  return null;
}

/** Finds a contraction, such as `don't`, with parts that are words of the bag. */
function contraction({ text, table, reference, statement, spell }: Placed): ReferenceSlip | null {
  const parts = printedTokens(reference.form);
  if (parts.length < 2 || !parts.every((part) => table.has(part))) return null;
  const names = parts.map((part) => spell(part));
  // In an arc, the head of a phrase, such as `"the old man"`, is meant. It is usually the last word.
  const isArc = text.slice(statement.start, statement.end).includes('->');
  const isPhrase = isArc && reference.form.includes(' ');
  const likeliest = isPhrase ? [names.at(-1)!, ...names.slice(0, -1)] : names;
  return {
    message: `\`words:\` has ${listOfQuoted(names, 'and')} instead of ${quoted(reference.form)}: name one of them.`,
    fixes: likeliest.map((name) => replacement(`Change to ${quoted(name)}`, reference, name)),
    isInParts: true,
  };
}
