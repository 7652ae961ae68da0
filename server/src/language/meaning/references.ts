import { closest } from '../../text/closest.ts';
import { meantArcs } from '../tree/meant-statements.ts';
import type { MeantArcs } from '../tree/meant-statements.ts';
import { quoted, replacement } from '../tree/diagnostic.ts';
import type { Fix, Range, TextEdit } from '../tree/diagnostic.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { punctuationApart } from './punctuation.ts';
import { slipOf } from './reference-slips.ts';
import { indexOf } from './word-table.ts';
import type { WordTable } from './word-table.ts';
import { inQuotes, spell, spellName, spellReference } from '../tree/spelling.ts';
import type { NamedWord, Reference } from '../tree/syntax.ts';
import { isIndex } from '../tree/word.ts';

/** A diagnostic offers at most this many words to choose from. */
const maxChoices = 4;

/** In longer lines, in UTF-16 code units, equal words have no order. */
const longestLine = 200;

/** Some fixes of a diagnostic give indices to words. Together they have at most this many edits. */
const maxEdits = 24;

/** The edits that give an index to every word with a certain form. */
interface Indexing {
  readonly edits: readonly TextEdit[];
  /**
   * The first few of these words, with their indices after the edits. For each of them, there is a
   * fix that makes the reference name it.
   */
  readonly choices: readonly { readonly place: number; readonly index: number }[];
}

/** Finds the words that references name, and reports references that name no word. */
export class ReferenceChecker {
  readonly #text: string;
  readonly #table: WordTable;
  readonly #reportUnknown: boolean;
  readonly #wordsEnd: number | null;
  readonly #diagnostics: DiagnosticList;
  readonly #indexings = new Map<string, Indexing>();

  /**
   * @param reportUnknown whether to report references to words that are not in the table; false if
   *   the table may lack words because of another error, such as a missing quote
   * @param wordsEnd the end of `words:`, where a fix can add a word
   */
  constructor(
    text: string,
    table: WordTable,
    reportUnknown: boolean,
    wordsEnd: number | null,
    diagnostics: DiagnosticList,
  ) {
    this.#text = text;
    this.#table = table;
    this.#reportUnknown = reportUnknown;
    this.#wordsEnd = wordsEnd;
    this.#diagnostics = diagnostics;
  }

  /**
   * Finds the place of the word that a reference names. Reports an error and returns null if the
   * reference does not name exactly one word.
   */
  resolve(reference: Reference, statement: Range): number | null {
    if (reference.suffixed) {
      this.#reportSuffix(reference);
      return null;
    }
    const found = this.#table.resolve(reference);
    if (typeof found === 'number') return found;
    if (found === 'ambiguous') this.#reportAmbiguous(reference, statement);
    else if (this.#table.has(reference.form)) this.#reportUnknownIndex(reference);
    else if (this.#reportUnknown) this.#reportUnknownWord(reference, statement);
    return null;
  }

  #reportSuffix({ start, end, form, index, indexEnd }: Reference): void {
    const whole = this.#text.slice(start, end);
    const quote = replacement(`Write ${quoted(inQuotes(whole))}`, { start, end }, inQuotes(whole));
    // The index may stand behind the tag, as in `dog/NN#2`.
    const behind = /#\d+(?=\??$)/u.exec(this.#text.slice(indexEnd, end))?.[0] ?? '';
    const kept = index === null ? behind : '';
    const title = kept === '' ? 'Delete the suffix' : `Write ${quoted(this.#spell(form) + kept)}`;
    const drop = replacement(title, { start: indexEnd, end }, kept);
    const isWord = this.#table.has(whole);
    this.#diagnostics.add(
      'suffix-on-reference',
      isWord ? { start, end } : { start: indexEnd, end },
      isWord
        ? `${quoted(whole)} would be read as the word ${quoted(form)} with a suffix: put it in quotes.`
        : `Tags and \`?\` belong in \`words:\`; here a word is named as ${quoted(this.#spell(form, index))}.`,
      { fixes: isWord ? [quote] : [drop] },
    );
  }

  #reportUnknownWord(reference: Reference, statement: Range): void {
    const { form, index } = reference;
    const range: Range = reference;
    const numbered = this.#diagnostics.maySearch ? this.#numbered(reference) : null;
    if (numbered !== null && this.#table.resolve(numbered) === 'unknown') {
      this.#reportUnknownIndex(numbered);
      return;
    }
    if (numbered !== null) {
      const name = this.#spell(numbered.form, numbered.index);
      this.#diagnostics.add(
        'unknown-word',
        range,
        `${quoted(form)} is not in \`words:\`. An index follows \`#\`: write ${quoted(name)}.`,
        { fixes: [replacement(`Change to ${quoted(name)}`, range, name)] },
      );
      return;
    }
    const slip = this.#diagnostics.maySearch
      ? slipOf({
          ...{ text: this.#text, table: this.#table, reference, statement },
          spell: (name, number = null) => this.#spell(name, number),
        })
      : null;
    if (slip !== null) {
      const fixes = [...slip.fixes, ...(slip.isInParts ? [] : this.#addition(reference))];
      this.#diagnostics.add('unknown-word', rangeOf(reference), slip.message, { fixes });
      return;
    }
    const meant = this.#diagnostics.maySearch ? this.#withoutWord(reference, statement) : null;
    const lemmas = this.#table.words.filter(({ kind }) => kind === 'lemma').slice(0, maxChoices);
    // If the bag has the lemma `@form`, it is likelier meant than a word with a similar spelling.
    const lemma = this.#table.has(`@${form}`) ? `@${form}` : null;
    const mayBeNear = meant === null && this.#diagnostics.maySearch;
    const near = mayBeNear ? (lemma ?? closest(form, this.#table.forms)) : null;
    // Keeps the index of the reference if a word with the form `near` has the same index.
    const nearName = near === null ? '' : this.#spell(near, this.#indexOf(near, index));
    const written = this.#spell(form, index);
    const glued =
      meant === null && this.#diagnostics.maySearch ? this.#gluedWord(form, near) : null;
    const fixes: Fix[] = near
      ? [replacement(`Change to ${quoted(nearName)}`, range, nearName)]
      : (meant?.readings ?? []).map((one) => replacement(`Write ${quoted(one)}`, statement, one));
    // The reference may be a form of a lemma.
    if (near === null && meant === null) {
      for (const one of lemmas) {
        const name = spellName(one, one.index);
        fixes.push(replacement(`Change to ${quoted(name)}`, range, name));
      }
    }
    // A word that differs from a word of the bag in capitals only is hardly another word.
    if (near?.toLowerCase() !== form.toLowerCase()) fixes.push(...this.#addition(reference));
    if (glued !== null) {
      const { word, core, spaced } = glued;
      const apart = replacement(`Write ${quoted(spaced)} in \`words:\``, word, spaced);
      const named =
        core === form
          ? []
          : [{ range: { start: reference.start, end: reference.formEnd }, newText: spell(core) }];
      const whole = this.#text.slice(word.start, word.end);
      this.#diagnostics.add(
        'unknown-word',
        range,
        `${quoted(written)} is not in \`words:\`, where ${quoted(whole)} is read as one word: write ${quoted(spaced)} there.`,
        {
          related: [{ range: rangeOf(word), message: 'It is here.' }],
          fixes: [{ ...apart, edits: [...apart.edits, ...named] }, ...fixes],
        },
      );
      return;
    }
    this.#diagnostics.add(
      'unknown-word',
      range,
      meant?.message ??
        `${quoted(written)} is not in \`words:\`. ${this.#adviceFor(near === null ? null : nearName, lemmas)}`,
      { fixes },
    );
  }

  /**
   * Reads a reference with a number but no `#`, such as `the2`, `the-2`, `the_2` or `the(2)`, if the
   * bag has the word without the number. Behind a hyphen, a number is first read as the place in the
   * sentence, as in Stanford Dependencies. Otherwise it is first read as an index.
   */
  #numbered(reference: Reference): Reference | null {
    const { start, form, index } = reference;
    const match = /^(.*[^\d(_-])([-_]?)(?:\(([1-9]\d?)\)|([1-9]\d?))$/su.exec(form);
    if (match === null || index !== null || this.#text[start] === '"') return null;
    const [, name, sign] = match;
    if (!this.#table.has(name) || !/\p{L}/u.test(name)) return null;
    const number = Number(/\d+/u.exec(form.slice(name.length))![0]);
    const places = this.#table.placesOf(name);
    const isIndex =
      number <= places.length ||
      places.some((place) => indexOf(this.#table.words[place]) === number);
    const isPlace = places.includes(number - 1);
    const meant = isPlace && (sign === '-' || !isIndex) ? this.#indexAt(number - 1) : number;
    return { ...reference, form: name, formEnd: start + name.length, index: meant };
  }

  /** The index of the word at a place, or the index that a fix gives to it. */
  #indexAt(place: number): number {
    const { form } = this.#table.words[place];
    const { words } = this.#table;
    const bare = this.#table.placesOf(form).filter((one) => indexOf(words[one]) === null);
    const index = indexOf(words[place]);
    return index ?? this.#table.freeIndices(form, bare.length)[bare.indexOf(place)];
  }

  /** The fix that adds a word to `words:`, if the bag has this section. */
  #addition({ form, index }: Reference): Fix[] {
    if (this.#wordsEnd === null || (index !== null && !isIndex(index))) return [];
    const written = this.#spell(form, index);
    const at = { start: this.#wordsEnd, end: this.#wordsEnd };
    const addition = replacement(`Add ${quoted(written)} to \`words:\``, at, ` ${written}`);
    return [{ ...addition, addsNamedWord: true }];
  }

  /** `index` if a word with this form has it; otherwise null. */
  #indexOf(form: string, index: number | null): number | null {
    const { words } = this.#table;
    return this.#table.placesOf(form).some((place) => indexOf(words[place]) === index)
      ? index
      : null;
  }

  /** Says what to write instead of an unknown word. `near` is the word that is probably meant. */
  #adviceFor(near: string | null, lemmas: readonly NamedWord[]): string {
    if (near !== null) return `Did you mean ${quoted(near)}?`;
    if (lemmas.length === 0) return 'Add it there.';
    return `Add it there, or name a lemma by its \`@\`, as in ${quoted(spellName(lemmas[0], lemmas[0].index))}.`;
  }

  /**
   * Finds a word of the bag that consists of this form and punctuation, such as `dog.` for `dog`.
   * Prefers a word with the same capitals.
   *
   * @param near the word of the bag that is nearest to the form. If `near` and the form differ only
   *   in capitals, `near` is likelier than a word that has punctuation and also other capitals
   * @returns the word, its form without the punctuation, and the text with spaces (`dog .`)
   */
  #gluedWord(
    form: string,
    near: string | null,
  ): { word: NamedWord; core: string; spaced: string } | null {
    const folded = form.toLowerCase();
    let found = null;
    for (const word of this.#table.words) {
      const isBare = word.kind === 'word' && this.#text[word.start] !== '"';
      if (!isBare || word.form.length <= form.length) continue;
      if (!word.form.toLowerCase().includes(folded)) continue;
      const apart = punctuationApart(this.#text, word);
      if (apart?.core === form) return { word, ...apart };
      if (apart?.core.toLowerCase() === folded) found ??= { word, ...apart };
    }
    return near?.toLowerCase() === folded ? null : found;
  }

  /**
   * Corrects a line of `deps:` if its unknown word is due to a mistake at an arrow: the word
   * contains an arrow, as in `bark->dogs`, or it is a `root` behind an arrow. Returns only
   * corrections that no longer have the word, or that have the `root` at the start; null if there
   * are none.
   */
  #withoutWord({ start, end }: Reference, statement: Range): MeantArcs | null {
    const word = this.#text.slice(start, end);
    const meant = meantArcs(this.#text.slice(statement.start, statement.end));
    if (!meant) return null;
    const readings = meant.readings.filter((one) =>
      word === 'root' ? one.startsWith('root ') : !one.split(' ').includes(word),
    );
    return readings.length > 0 ? { ...meant, readings } : null;
  }

  #spell(form: string, index: number | null = null): string {
    const place = this.#table.placesOf(form).at(0);
    return place === undefined
      ? spellReference(form, index)
      : spellName(this.#table.words[place], index);
  }

  #reportUnknownIndex(reference: Reference): void {
    const { form, index, formEnd, end } = reference;
    const { words } = this.#table;
    const places = this.#table.placesOf(form);
    const indexed = places.filter((place) => isIndexed(words[place]));
    const name = this.#spell(form);
    const suffix = { start: formEnd, end };
    if (places.length === 1 && indexed.length === 0) {
      // The reference may have its number without `#`, as in `dog-1`.
      const [message, title] =
        this.#text[formEnd] === '#'
          ? [
              `${quoted(name)} has no index in \`words:\`: write ${quoted(name)} here too.`,
              'Delete the index',
            ]
          : [
              `${quoted(this.#text.slice(reference.start, end))} is not in \`words:\`: write ${quoted(name)}.`,
              `Change to ${quoted(name)}`,
            ];
      const fixes = [replacement(title, suffix, '')];
      this.#diagnostics.add('unknown-word', reference, message, { fixes });
    } else if (indexed.length === 0) {
      this.#diagnostics.add(
        'ambiguous-reference',
        reference,
        `${quoted(name)} occurs ${places.length} times in \`words:\`, without indices: give them there.`,
        { fixes: this.#indexingFixes(reference) },
      );
    } else {
      const names = this.#namesOf(indexed);
      const written = quoted(this.#spell(form, index));
      // If exactly one word of this form has no index yet, it is probably the word that is meant.
      const bare = places.filter((place) => indexOf(words[place]) === null);
      const at = bare.length === 1 && isIndex(index!) ? words[bare[0]].formEnd : null;
      const inWords = at === null ? [] : [this.#indexInWords(reference, at)];
      this.#diagnostics.add(
        'unknown-word',
        reference,
        `${written} is not in \`words:\`, only ${listOf(names)}.`,
        {
          fixes: [
            ...inWords,
            ...names
              .slice(0, maxChoices)
              .map((name) => replacement(`Change to ${quoted(name)}`, reference, name)),
          ],
        },
      );
    }
  }

  /** A fix that gives the index of a reference to a word of `words:`, whose form ends at `at`. */
  #indexInWords({ form, index, formEnd, end }: Reference, at: number): Fix {
    const title = `Write ${quoted(this.#spell(form, index))} in \`words:\``;
    const fix = replacement(title, { start: at, end: at }, `#${index}`);
    // The reference has its index without `#`, as in `the2`.
    const isBare = this.#text[formEnd] !== '#';
    const here = { range: { start: formEnd, end }, newText: `#${index}` };
    return isBare ? { ...fix, edits: [...fix.edits, here] } : fix;
  }

  #reportAmbiguous(reference: Reference, statement: Range): void {
    const { form } = reference;
    const { words } = this.#table;
    const places = this.#table.placesOf(form);
    const indexed = places.filter((place) => isIndexed(words[place]));
    const distance = this.#distanceFrom(reference, statement);
    const nearest = [...indexed].sort((a, b) => distance(a) - distance(b));
    const names = this.#namesOf(indexed);
    const complete = indexed.length === places.length;
    const [first] = places.map((place) => words[place]);
    const example = `${this.#text.slice(first.start, first.formEnd)}#1`;
    this.#diagnostics.add(
      'ambiguous-reference',
      reference,
      complete
        ? `${quoted(this.#spell(form))} can be ${listOf(names)}: write which one is meant.`
        : `${quoted(this.#spell(form))} occurs ${places.length} times in \`words:\`: give each an index there, as in ${quoted(example)}, and name the one that is meant.`,
      {
        related: places
          .slice(0, maxChoices)
          .map((place) => ({ range: rangeOf(words[place]), message: 'It may be this word.' })),
        fixes: complete
          ? this.#namesOf(nearest)
              .slice(0, maxChoices)
              .map((name) => replacement(`Change to ${quoted(name)}`, reference, name))
          : this.#indexingFixes(reference, distance),
      },
    );
  }

  /**
   * The names of the words at the first `maxChoices` + 1 places. `listOf` shows `maxChoices` of
   * them, and adds “or another” if there is one more.
   */
  #namesOf(places: readonly number[]): string[] {
    const { words } = this.#table;
    return places
      .slice(0, maxChoices + 1)
      .map((place) => spellName(words[place], indexOf(words[place])));
  }

  /**
   * How far a word stands in `words:` from the word beside a reference in its line. Authors mostly
   * write `words:` in the order of a sentence, so the nearest of several equal words is the
   * likeliest: in `the << bone`, the one before `bone`. 0 for all words if no other word of the line
   * is certain.
   */
  #distanceFrom({ start, end, form }: Reference, statement: Range): (place: number) => number {
    // A long line has many references; each of them would read the whole line.
    if (statement.end - statement.start > longestLine) return () => 0;
    const others = [...this.#text.slice(statement.start, statement.end).matchAll(/[^\s"]+/gu)]
      .map(({ 0: { length }, index }) => statement.start + index + length)
      .flatMap((otherEnd) => {
        const written = /[^\s"]+$/u.exec(this.#text.slice(statement.start, otherEnd))![0];
        const places = this.#table.placesOf(written);
        return written === form || places.length !== 1 ? [] : [{ otherEnd, place: places[0] }];
      });
    const apart = (otherEnd: number): number => Math.abs(otherEnd - (otherEnd > end ? end : start));
    const nearest = others.sort((a, b) => apart(a.otherEnd) - apart(b.otherEnd)).at(0);
    if (nearest === undefined) return () => 0;
    const isOrder = /\s<<?\s/u.test(this.#text.slice(statement.start, statement.end));
    const isBehind = isOrder && nearest.otherEnd < start;
    return (place) => {
      const by = isBehind ? place - nearest.place : nearest.place - place;
      return by > 0 ? by : 0.5 - by + (isOrder ? this.#table.words.length : 0);
    };
  }

  /**
   * The fixes of a reference that fits several words. Each gives an index to the reference and to
   * all these words.
   *
   * @param distance the nearest words come first, among words with and without an index
   */
  #indexingFixes(reference: Reference, distance: (place: number) => number = () => 0): Fix[] {
    if (!this.#diagnostics.maySearch) return [];
    const { form, index: written, formEnd, end } = reference;
    let indexing = this.#indexings.get(form);
    if (!indexing) this.#indexings.set(form, (indexing = this.#indexingOf(form)));
    const { edits, choices } = indexing;
    // A reference without an index more likely means a word without one.
    const rankOf = ({ place, index }: (typeof choices)[number]): number =>
      index === written ? 0 : isIndexed(this.#table.words[place]) ? 2 : 1;
    return [...choices]
      .sort((a, b) => rankOf(a) - rankOf(b) || distance(a.place) - distance(b.place))
      .map(({ index }) => ({
        title: `Index the words, and refer to ${quoted(this.#spell(form, index))}`,
        edits: [...edits, { range: { start: formEnd, end }, newText: `#${index}` }],
      }));
  }

  #indexingOf(form: string): Indexing {
    const { words } = this.#table;
    const places = this.#table.placesOf(form);
    const bare = places.filter((place) => indexOf(words[place]) === null);
    const choices = Math.min(maxChoices, Math.floor(maxEdits / (bare.length + 1)));
    if (choices === 0) return { edits: [], choices: [] };
    const free = this.#table.freeIndices(form, bare.length);
    return {
      edits: bare.map((place, i) => {
        const at = words[place].formEnd;
        return { range: { start: at, end: at }, newText: `#${free[i]}` };
      }),
      choices: places
        .slice(0, choices)
        .map((place) => ({ place, index: indexOf(words[place]) ?? free[bare.indexOf(place)] }))
        .filter(({ index }) => isIndex(index)),
    };
  }
}

function isIndexed(word: NamedWord): boolean {
  const index = indexOf(word);
  return index !== null && isIndex(index);
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, maxChoices).map(quoted);
  if (names.length > shown.length) return `${shown.join(', ')} or another`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)!}`;
}
