import { parseCategory, plain, wordAtoms } from '../../grammar/ccg/category.ts';
import { closest } from '../../text/closest.ts';
import { tokenize } from '../../text/tokenizer.ts';
import type { Knowledge } from '../facts/knowledge.ts';
import { printedTokens } from '../meaning/punctuation.ts';
import { quoted, replacement, safeReplacement } from '../tree/diagnostic.ts';
import type { Fix, Range } from '../tree/diagnostic.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { featureNamed, readFeatures } from '../tree/feature-diagnostics.ts';
import { inQuotes, spellInWords } from '../tree/spelling.ts';
import { expectationsOf, tagRangesOf } from '../tree/syntax.ts';
import type { BagNode, GroupNode, NamedWord } from '../tree/syntax.ts';
import { tagsMeant } from '../facts/universal-tags.ts';
import { givenTag, withTagFirst } from '../tree/given-tag.ts';
import type { Grammar } from '../tree/given-tag.ts';

/**
 * Reports tags outside the tagset, and tags that training has never seen with their word.
 *
 * @param grammar the grammar that the author probably means: `ccg` if the bag has categories
 */
export function checkTags(
  bag: BagNode,
  words: readonly (NamedWord | GroupNode)[],
  grammar: Grammar,
  knowledge: Knowledge,
  diagnostics: DiagnosticList,
): void {
  const { text } = bag;
  const members = new Set(words.flatMap((word) => (word.kind === 'group' ? word.members : [])));
  const sentences = expectationsOf(bag).map(({ start, end }) => text.slice(start, end));
  for (const word of words) {
    const form = word.kind === 'word' ? word.form : null;
    const seen = form === null || word.tags.length === 0 ? null : tagsAsWritten(form, knowledge);
    const ranges = tagRangesOf(word);
    for (const [alternative, written] of word.tags.entries()) {
      if (diagnostics.full) return;
      const { tag } = givenTag(written, grammar);
      // Skips a category without a tag, and text that the parser has reported.
      if (tag === null || tag === '' || /[/\\]|.#[0-9]+$/.test(tag)) continue;
      // Skips malformed categories, which the parser has reported.
      if (grammar === 'ccg' && /[()[\]]/.test(tag)) continue;
      // Skips a word in brackets, as in `(big/JJ)`, which "perhaps-several" reports.
      if (text.startsWith('(', word.start) && tag.endsWith(')')) continue;
      const { start } = ranges[alternative];
      const range = { start, end: start + tag.length };
      const category = grammar === 'ccg' ? categoryMeant(tag, form, knowledge) : null;
      if (knowledge.tags.has(tag)) {
        if (form !== null && seen && !seen.has(tag)) {
          reportUnseenTag(form, tag, range, seen, diagnostics);
        }
      } else if (category !== null) {
        const message = `${quoted(tag)} is neither a tag nor a category: write ${quoted(category)}.`;
        const fixes = [replacement(`Change to ${quoted(category)}`, range, category)];
        diagnostics.add('unknown-tag', range, message, { fixes });
      } else {
        reportUnknownTag(
          text,
          word,
          tag,
          range,
          (bare) => (word.kind === 'word' && !members.has(word) ? alternatives(word, bare) : null),
          sentences,
          seen,
          knowledge,
          grammar === 'ccg',
          diagnostics,
        );
      }
    }
  }
}

/** Keyed by a common name of a verb's valency: the categories of such verbs, without features. */
const valencies: ReadonlyMap<string, string> = new Map([
  ...['IV', 'VI'].map((name) => [name, 'S\\NP'] as const),
  ...['TV', 'VT'].map((name) => [name, '(S\\NP)/NP'] as const),
  ...['DTV', 'DV'].map((name) => [name, '((S\\NP)/NP)/NP'] as const),
]);

/**
 * The category that a text means if it is no tag: `NP` for `np`, `PRP:NP` for `NP:PRP`, and for
 * `TV` the category of a transitive verb which is the most frequent with the word. Null if it means
 * none.
 */
function categoryMeant(text: string, form: string | null, knowledge: Knowledge): string | null {
  const atom = wordAtoms.find((one) => sameLetters(one, text));
  if (atom !== undefined) return atom;
  const turned = withTagFirst(text);
  if (turned !== null && knowledge.tags.has(turned.slice(0, turned.indexOf(':')))) return turned;
  const bare = valencies.get(text.toUpperCase());
  const { categories } = knowledge;
  if (bare === undefined || categories === null) return null;
  const ofWord = form === null ? [] : [...(categories.ofWord(form)?.keys() ?? [])];
  const finite = bare.replace('S', 'S[dcl]');
  return (
    ofWord.find((one) => plain(parseCategory(one)).text === bare) ??
    (categories.counts.has(finite) ? finite : null)
  );
}

function sameLetters(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Null for a phrase, since training counts the tags of single words. */
function tagsAsWritten(form: string, knowledge: Knowledge): ReadonlyMap<string, number> | null {
  return form.includes(' ') ? null : knowledge.tagsOf(form);
}

const abbreviations = /^(?:a\/c|n\/a|m\/s|b\/c|b\/w|i\/o|a\/v|r\/w|q\/a|p\/e)$/iu;

function reportUnknownTag(
  text: string,
  word: NamedWord | GroupNode,
  tag: string,
  range: Range,
  group: (tag: string) => string | null,
  sentences: readonly string[],
  seen: ReadonlyMap<string, number> | null,
  knowledge: Knowledge,
  isCcg: boolean,
  diagnostics: DiagnosticList,
): void {
  const form = word.kind === 'word' ? word.form : null;
  // Punctuation may stick to the last tag, as in `he/PRP,`. The lookbehind lets a match start only
  // at the first of several marks, so that a long run of marks is scanned once.
  const marks = range.end === word.end ? /(?<![.,;:!?])[.,;:!?]+$/u.exec(tag)?.[0] : undefined;
  const unmarked = tag.slice(0, tag.length - (marks?.length ?? 0));
  const isKnown = knowledge.tags.has(unmarked) || (isCcg && wordAtoms.includes(unmarked));
  if (marks !== undefined && isKnown) {
    const spaced = `${text.slice(word.start, word.end - marks.length)} ${marks}`;
    diagnostics.add(
      'unknown-tag',
      range,
      `${quoted(tag)} is not in the tagset. A space is missing before ${quoted(marks)}: write ${quoted(spaced)}.`,
      { fixes: [safeReplacement(`Write ${quoted(spaced)}`, word, spaced)] },
    );
    return;
  }
  const isFeature = readFeatures(tag, 0, tag.length) !== null;
  const feature = isFeature ? tag : featureNamed(tag);
  const mayHaveFeature =
    word.kind === 'lemma' && word.features.length === 0 && word.tags.length === 1;
  if (feature !== null && mayHaveFeature) {
    const written = `${text.slice(word.start, word.start + word.form.length)}[${feature}]`;
    const index = text.slice(word.start + word.form.length, word.tagStart - 1);
    const mark = word.optional ? '?' : '';
    diagnostics.add(
      'unknown-tag',
      range,
      `${quoted(tag)} is not in the tagset. A feature stands in square brackets: write ${quoted(written)}.`,
      { fixes: [replacement(`Write ${quoted(written)}`, word, written + index + mark)] },
    );
    return;
  }
  const several = tag.split(/[,;]/u);
  if (several.every((one) => knowledge.tags.has(one))) {
    const barred = several.join('|');
    diagnostics.add(
      'unknown-tag',
      range,
      `Several tags have \`|\` between them: write ${quoted(barred)}.`,
      {
        fixes: [safeReplacement(`Change to ${quoted(barred)}`, range, barred)],
      },
    );
    return;
  }
  // Other marks behind the word get white space before them, too.
  const marked = marks === undefined || unmarked === '' ? '' : ` ${marks}`;
  const bare = marked === '' ? tag : unmarked;
  const isTurned =
    word.kind === 'word' &&
    word.tags.length === 1 &&
    word.index === null &&
    word.end === range.end &&
    /^[A-Z]{2,}\$?$/.test(word.form) &&
    knowledge.tags.has(word.form);
  if (isTurned) {
    const turned = `${bare}/${word.form}${marked}`;
    diagnostics.add('unknown-tag', range, `A tag follows its word: write ${quoted(turned)}.`, {
      fixes: [replacement(`Write ${quoted(turned)}`, word, turned)],
    });
    return;
  }
  // The tags of the Penn Treebank are in capitals, so `nn` probably means `NN`. But `from/to` does
  // not mean `from/TO`: training has seen the word `to`, and never `from` with the tag TO.
  const capitals = bare.toUpperCase();
  const isTagInCapitals =
    knowledge.tags.has(capitals) &&
    (seen === null || seen.has(capitals) || knowledge.tagsOf(bare) === null);
  const upper = isTagInCapitals ? capitals : null;
  const isAbbreviation = abbreviations.test(`${form}/${bare}`);
  const meant =
    upper === null && diagnostics.maySearch && !isAbbreviation
      ? tagsMeant(bare, form, knowledge).join('|')
      : '';
  const changeTo = (tag: string): Fix =>
    replacement(`Change to ${quoted(tag + marked)}`, range, tag + marked);
  if (meant !== '') {
    diagnostics.add(
      'unknown-tag',
      range,
      `${quoted(bare)} is not in the tagset, which is that of the Penn Treebank: write ${quoted(meant)}${meant.includes('|') ? ', or the one of them that it is' : ''}.`,
      { fixes: [changeTo(meant)] },
    );
    return;
  }
  const end = word.kind === 'word' && word.optional ? word.end - 1 : word.end;
  const written = text.slice(word.start, marked === '' ? end : end - marks!.length);
  // The slash before the first tag may belong to the word, as in `and/or`.
  const mayBeWord =
    word.kind === 'word' && !text.startsWith('"', word.start) && range.start === word.tagStart;
  const isWord = mayBeWord && knowledge.tagsOf(written) !== null;
  // A number, a text of one or two small letters, and capitals behind capitals resemble some tag by
  // chance: `c/o` does not mean `c/TO`, nor `TCP/IP` `TCP/IN`.
  const areCapitals = /^\p{Lu}+\/\p{Lu}{1,4}$/u.test(`${form}/${bare}`);
  const isPath = form?.startsWith('/') === true;
  const isChance = isAbbreviation || areCapitals || isPath || /^(?:\d+|\p{Ll}{1,2})$/u.test(bare);
  const isGuess = isWord || (mayBeWord && isChance);
  // Among equally near tags, prefers a tag that training has seen with the word.
  const near =
    upper ??
    (diagnostics.maySearch && !isGuess
      ? ((seen && closest(bare, seen.keys())) ?? closest(bare, knowledge.tags))
      : null);
  const fixes = near ? [changeTo(near)] : [];
  const question = near ? ` Did you mean ${quoted(near)}?` : '';
  if (!mayBeWord) {
    const advice = near ? question : ' Choose another, or leave it open.';
    diagnostics.add('unknown-tag', range, `${quoted(bare)} is not in the tagset.${advice}`, {
      fixes,
    });
    return;
  }
  const write = (text: string): void => {
    const range = { start: word.start, end };
    fixes.push(replacement(`Write ${quoted(text + marked)}`, range, text + marked));
  };
  // The treebank splits most pairs into several words: `owner / baker`.
  const parts = isWord || end < word.end ? [] : tokenize(written);
  const spaced = parts.length > 1 ? parts.map(spellInWords).join(' ') : null;
  // Small letters behind the slash are more likely an alternative (`like/love`) than a tag, unless
  // the same letters in capitals are a tag.
  const pair = upper === null && end === word.end ? group(bare) : null;
  const whole = inQuotes(written);
  // In quotes, numbers with a slash and a text that an expected sentence has keep their order.
  const isAsWritten =
    areCapitals ||
    isPath ||
    /^\d+\/\d/.test(written) ||
    sentences.some((one) => one.includes(written));
  const apart = near === null ? spaced : null;
  const texts = isAsWritten && near === null ? [whole, pair, apart] : [pair, apart, whole];
  for (const text of texts) if (text !== null) write(text);
  const inParts =
    spaced === null ? '' : `write ${quoted(spaced + marked)}, with spaces between words`;
  const inOne = `put the word in quotes: ${quoted(whole + marked)}`;
  const ofWord = (isAsWritten ? [inOne, inParts] : [inParts, inOne])
    .filter((one) => one !== '')
    .join(', or ');
  const ofPair = pair === null ? '' : ` If either word will do, write ${quoted(pair + marked)}.`;
  const advice =
    upper !== null
      ? question
      : near !== null
        ? `${question} If the slash belongs to the word, write ${quoted(whole + marked)}.`
        : `${ofPair} If the slash belongs to the word, ${ofWord}.`;
  diagnostics.add(
    'unknown-tag',
    range,
    `${near === null ? `A slash begins a tag, and ${quoted(bare)}` : quoted(bare)} is not in the tagset.${advice}`,
    { fixes },
  );
}

/**
 * Writes a word with a tag in small letters as a group: `( like | love )` for `like/love`. The words
 * may be contractions.
 */
function alternatives({ form, index, tags }: NamedWord, tag: string): string | null {
  if ([form, tag].every((one) => /^\p{L}+['’]\p{L}+$/u.test(one))) {
    const [first, second] = [form, tag].map((one) => inQuotes(printedTokens(one).join(' ')));
    const isPair = index === null && tags.length === 1 && first !== second;
    return isPair ? `( ${first} | ${second} )` : null;
  }
  // Single letters abbreviate, as in `w/o`.
  const isPair = index === null && tags.length === 1 && /^(?:a|\p{Ll}{2,})$/u.test(tag);
  return isPair && /^(?:[aI]|\p{L}{2,})$/u.test(form) ? `( ${form} | ${tag} )` : null;
}

function reportUnseenTag(
  form: string,
  tag: string,
  range: Range,
  seen: ReadonlyMap<string, number>,
  diagnostics: DiagnosticList,
): void {
  const usual = [...seen].sort(([, a], [, b]) => b - a);
  const names = usual.slice(0, 3).map(([name]) => quoted(name));
  diagnostics.add(
    'unseen-tag',
    range,
    `The model has never seen ${quoted(form)} with the tag ${quoted(tag)}, only with ${names.join(', ')}${usual.length > 3 ? ' and others' : ''}. Check it.`,
  );
}
