import { subtreeOf } from '../util/subtree.ts';

/**
 * A tree to compare with a parse. Arrays are indexed by word, from 0. Heads count from 1; 0 is the
 * root.
 */
export interface MeantTree {
  readonly forms: readonly string[];
  readonly heads: readonly number[];
  /** Null for a label that the author left open. */
  readonly labels: readonly (string | null)[];
  /** Whether the author gave the arc of the word. */
  readonly isGiven: readonly boolean[];
}

export interface ParsedArcs {
  readonly heads: readonly number[];
  readonly labels: readonly string[];
}

/**
 * Returns the words, from 0, whose arcs differ between the tree and the parse. Two arcs differ if
 * they have different heads, or if the parse has another label than the author gave. Subtypes of
 * labels (`pass` in `nsubj:pass`) do not count. The arcs of punctuation count only if the author
 * gave them.
 */
export function differingWords(meant: MeantTree, parsed: ParsedArcs): number[] {
  const { forms, heads } = meant;
  return [...forms.keys()].filter(
    (word) =>
      isCompared(meant, word) &&
      (heads[word] !== parsed.heads[word] || !isLabelledAlike(meant, parsed, word)),
  );
}

/**
 * Whether the parse of another order of the words has the same arcs as the meant tree. If so, we
 * assume that a reader of this order understands the sentence as meant. Words are compared by their
 * forms. So if the sentence has the word `the` twice, the two may exchange their heads.
 *
 * @param other the sentence in the other order, with its own tree. If this tree leaves a label
 *   open, the label of the parse does not count
 * @param parsed the parse of the other order
 */
export function isReadAsMeant(meant: MeantTree, other: MeantTree, parsed: ParsedArcs): boolean {
  const labels = parsed.labels.map((label, word) => (other.labels[word] === null ? null : label));
  return shapeOf(meant) === shapeOf({ ...other, heads: parsed.heads, labels });
}

/**
 * Returns a sentence for each word whose arc differs (`differingWords`), such as "A reader would
 * attach `in the park` to `saw`, not to `man`."
 */
export function attachmentSentences(meant: MeantTree, parsed: ParsedArcs): string[] {
  const { forms, heads, labels } = meant;
  return differingWords(meant, parsed).map((word) => {
    const below = subtreeOf(heads, word + 1);
    // If the parsed head of the word is in the word's own phrase, the message names only the word.
    const isTurned = below.includes(parsed.heads[word]);
    const phrase = `\`${isTurned ? forms[word] : shortened(below.map((place) => forms[place - 1]))}\``;
    const name = (head: number): string => `\`${forms[head - 1]}\``;
    const [own, read] = [heads[word], parsed.heads[word]];
    if (own === read) {
      return `A reader would take ${phrase} for the \`${parsed.labels[word]}\` of ${name(own)}, not for its \`${labels[word]}\`.`;
    }
    if (read === 0) {
      return `A reader would take \`${forms[word]}\` for the root, not attach it to ${name(own)}.`;
    }
    const not = own === 0 ? 'not take it for the root' : `not to ${name(own)}`;
    return `A reader would attach ${phrase} to ${name(read)}, ${not}.`;
  });
}

/**
 * Lists lesser differences: tags, subtypes of labels, and the heads of punctuation that the author
 * did not attach.
 */
export function lesserDifferences(
  meant: MeantTree & { readonly tags: readonly string[] },
  parsed: ParsedArcs & { readonly tags: readonly string[] },
): string[] {
  const { forms, heads, labels, tags } = meant;
  const words = [...forms.keys()];
  const differing = new Set(differingWords(meant, parsed));
  const isAttachedAlike = (word: number): boolean => heads[word] === parsed.heads[word];
  const said = (
    what: string,
    where: (word: number) => boolean,
    own: readonly (string | null)[],
    read: readonly string[],
  ): string[] => {
    const named = words
      .filter(where)
      .map((word) => `\`${forms[word]}\` is \`${own[word]}\`, in the parse \`${read[word]}\``);
    return named.length === 0 ? [] : [`Other ${what}: ${named.join('; ')}.`];
  };
  const hasOtherLabel = (word: number): boolean =>
    labels[word] !== null &&
    labels[word] !== parsed.labels[word] &&
    isAttachedAlike(word) &&
    !differing.has(word);
  const moved = words.filter((word) => !isAttachedAlike(word) && !differing.has(word));
  return [
    ...said('labels', hasOtherLabel, labels, parsed.labels),
    ...said('tags', (word) => tags[word] !== parsed.tags[word], tags, parsed.tags),
    ...(moved.length === 0
      ? []
      : [`Other heads of punctuation: ${moved.map((word) => `\`${forms[word]}\``).join(', ')}.`]),
  ];
}

/** If a phrase has more words than this, its middle is left out. */
const MOST_SHOWN = 8;

function shortened(words: readonly string[]): string {
  const half = MOST_SHOWN / 2;
  if (words.length <= MOST_SHOWN) return words.join(' ');
  return [...words.slice(0, half), '…', ...words.slice(-half)].join(' ');
}

function isLabelledAlike({ labels }: MeantTree, parsed: ParsedArcs, word: number): boolean {
  const label = labels[word];
  return label === null || universal(label) === universal(parsed.labels[word]);
}

/** Returns `nsubj` for `nsubj:pass`. */
function universal(label: string): string {
  return label.split(':', 1)[0];
}

/** Punctuation is compared only if the author gave its arc. */
function isCompared({ forms, isGiven }: MeantTree, word: number): boolean {
  return isGiven[word] || /[\p{L}\p{N}]/u.test(forms[word]);
}

/** Writes a tree as a text that does not depend on the order of its words. */
function shapeOf(tree: MeantTree): string {
  const { forms, heads, labels } = tree;
  const below = (head: number): readonly unknown[] =>
    [...forms.keys()]
      .filter((word) => heads[word] === head)
      .flatMap((word) => {
        const own = below(word + 1);
        if (own.length === 0 && !isCompared(tree, word)) return [];
        const label = labels[word];
        return [JSON.stringify([forms[word], label && universal(label), own])];
      })
      .sort();
  return JSON.stringify(below(0));
}
