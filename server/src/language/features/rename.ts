import { isSign } from '../../text/sign.ts';
import { isBagName } from '../tree/bag-header.ts';
import { quoted } from '../tree/diagnostic.ts';
import type { Range, TextEdit } from '../tree/diagnostic.ts';
import { spellName, spellReference } from '../tree/spelling.ts';
import { absoluteRange, expectationsOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, BowFile, NamedWord } from '../tree/syntax.ts';
import { occurrenceOf } from '../meaning/occurrence.ts';
import { canBeExpected } from '../writing/write-bag.ts';
import { placeAt } from './place.ts';
import { nameRangeOf, referencesByWord } from './references.ts';

export interface Renamable {
  readonly range: Range;
  /** The current name, without quotes and index. */
  readonly name: string;
}

/** The reason why something cannot be renamed. */
interface Refusal {
  readonly problem: string;
}

/** Finds the name of a word, in any section, or of a bag. Null for anything else. */
export function renamableAt(file: BowFile, offset: number): Renamable | Refusal | null {
  const place = placeAt(file, offset);
  if (place?.kind === 'header') {
    const { name } = place.node;
    return name === null ? null : { range: place.range, name };
  }
  if (place?.kind !== 'word' && place?.kind !== 'reference') return null;
  if (place.word === null) return null;
  const word = wordsOf(place.node)[place.word];
  if (word.kind === 'lemma') {
    return { problem: 'A lemma cannot be renamed: change each place by hand.' };
  }
  const written = place.kind === 'word' ? word : place.reference;
  return {
    range: absoluteRange(file, place.bag, { start: written.start, end: written.formEnd }),
    name: word.form,
  };
}

/** The edits, or the reason why the new name is impossible. */
export type Renaming = { readonly edits: readonly TextEdit[] } | Refusal;

/** Renames a bag, or a word in `words:`, in its references and in expected sentences. */
export function renameAt(file: BowFile, offset: number, newName: string): Renaming | null {
  const place = placeAt(file, offset);
  const name = newName.trim().split(/\s+/).join(' ');
  const renamable = renamableAt(file, offset);
  if (renamable === null || place === null) return null;
  if ('problem' in renamable) return renamable;
  if (name === '') return { problem: 'A name has at least one character.' };
  if (place.kind === 'header') return renameBag(file, place.bag, place.range, name);
  if (place.kind !== 'word' && place.kind !== 'reference') return null;
  return { edits: renameWord(file, place.bag, place.node, place.word!, name) };
}

function renameBag(file: BowFile, bag: number, range: Range, name: string): Renaming {
  if (!isBagName(name)) {
    return {
      problem: 'A bag’s name is one word without quotes, and not a sign such as `(` or `->`.',
    };
  }
  if (file.names.some((other, i) => other === name && i !== bag)) {
    return { problem: `Another bag has the name ${quoted(name)}: give each bag its own name.` };
  }
  return { edits: [{ range, newText: name }] };
}

function renameWord(
  file: BowFile,
  bag: number,
  node: BagNode,
  word: number,
  form: string,
): TextEdit[] {
  return renamedEverywhere(node, word, form).map(({ range, newText }) => ({
    range: absoluteRange(file, bag, range),
    newText,
  }));
}

/**
 * The edits, as offsets in the bag, that give a word another form in `words:`, in references and in
 * expected sentences.
 */
export function renamedEverywhere(node: BagNode, word: number, form: string): TextEdit[] {
  const edits = renamed(node, word, { kind: 'word', form }, (index) => spellReference(form, index));
  return [...edits, ...renameInExpectations(node, word, form)];
}

/**
 * The edits, as offsets in the bag, that give a word another name in `words:` and in its
 * references. If other words already have this name, references need indices to tell the words
 * apart. So each of these words gets an index if it has none and `deps:` or `order:` refers to it.
 * If another word has the index of the renamed word, the renamed word gets a new index.
 *
 * @param spell spells the word for `words:`, with the index but without a tag
 */
export function renamed(
  node: BagNode,
  word: number,
  name: Pick<NamedWord, 'kind' | 'form'>,
  spell: (index: number | null) => string,
): TextEdit[] {
  const words = wordsOf(node);
  const alike = words.flatMap((other, i) => (i === word || other.form === name.form ? [i] : []));
  const taken = new Set(alike.flatMap((i) => (i === word ? [] : words[i].index)));
  const own = words[word].index;
  const keepsIndex = own !== null && !taken.has(own);
  if (keepsIndex) taken.add(own);
  const referencesOf = referencesByWord(node);
  return alike.flatMap((i): TextEdit[] => {
    const references = referencesOf.get(i) ?? [];
    let { index } = words[i];
    const isUnclear = index === null ? references.length > 0 : i === word && !keepsIndex;
    if (alike.length > 1 && isUnclear) {
      for (index = 1; taken.has(index);) index++;
      taken.add(index);
    } else if (i !== word) {
      return [];
    }
    const { formEnd, indexEnd } = words[i];
    const spelled = spellName(i === word ? name : words[i], index);
    return [
      i === word
        ? { range: nameRangeOf(words[i]), newText: spell(index) }
        : { range: { start: formEnd, end: indexEnd }, newText: `#${index}` },
      ...references.map((range) => ({ range, newText: spelled })),
    ];
  });
}

/** At most this many characters beside a word are read, in UTF-16 code units. */
const longestBeside = 100;

/**
 * Renames a word in expected sentences. A sentence is changed only if it has the form as often as
 * the bag. If that is more than once, the words beside it in `words:` must tell which one it is.
 */
function renameInExpectations(node: BagNode, word: number, newForm: string): TextEdit[] {
  const words = wordsOf(node);
  const { form } = words[word];
  const forms = words.map((one) => one.form);
  const times = forms.filter((one) => one === form).length;
  return expectationsOf(node).flatMap((line) => {
    const text = node.text.slice(line.start, line.end);
    const matches = [...text.matchAll(pattern(form))];
    if (matches.length !== times) return [];
    const found = matches.map(({ 0: { length }, index }) => {
      const end = index + length;
      const near = text.slice(Math.max(0, index - longestBeside), index).trimEnd();
      const before = near.slice(near.lastIndexOf(' ') + 1);
      const [, behind = ''] =
        /^\s*([^\s.,;:!?]+)/u.exec(text.slice(end, end + longestBeside)) ?? [];
      return { index, end, before, behind };
    });
    const meant = times === 1 ? found[0] : occurrenceOf(forms, word, found);
    if (meant === null) return [];
    // A new period takes the place of the one in the sentence: `Mr.` for `Mr`.
    const hasPeriod = newForm.endsWith('.') && /^\.\s/u.test(text.slice(meant.end));
    const { index } = meant;
    const end = meant.end + Number(hasPeriod);
    // The renamed line might begin a section or a bag, or end this bag.
    if (!canBeExpected(text.slice(0, index) + newForm + text.slice(end))) return [];
    return [{ range: { start: line.start + index, end: line.start + end }, newText: newForm }];
  });
}

/** Matches a form in an expected sentence. Punctuation may touch it, as in `(New York).` */
function pattern(form: string): RegExp {
  const parts = form.split(' ').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const before = isSign(form) ? '' : `(?<=^|[\\s"'“‘(])`;
  return new RegExp(`${before}${parts.join('\\s+')}(?=[.,;:!?…"'”’)]*(?:\\s|$))`, 'g');
}
