import { CLASS_COUNT, classOf } from '../../model/shape.ts';

/** What stands for every word outside the vocabulary, or for those that no class stands for. */
export const UNKNOWN = '<unk>';
/** Before the first word of a sentence; never predicted. */
export const BEGIN = '<s>';
/** After the last word of a sentence; predicted as words are. */
export const END = '</s>';

/** What stands for the words outside the vocabulary that are spelled alike; see `classOf`. */
function classWord(index: number): string {
  return `<unk:${index}>`;
}

/** A sentence may hold these as text; they are then unknown words. */
const RESERVED = new Set([UNKNOWN, BEGIN, END]);

/** The words of a language model, by id. */
export class Vocabulary {
  readonly words: readonly string[];
  readonly unknown: number;
  readonly begin: number;
  readonly end: number;
  readonly #ids: ReadonlyMap<string, number>;
  /** Ids by unknown-word class; that of `<unk>` for a class that has none of its own. */
  readonly #classIds: readonly number[];
  readonly #standIns: ReadonlySet<number>;

  /** @param words with `<unk>`, `<s>` and `</s>` among them, each once */
  constructor(words: readonly string[]) {
    this.words = words;
    this.#ids = new Map(words.map((word, id) => [word, id]));
    this.unknown = this.#ids.get(UNKNOWN)!;
    this.begin = this.#ids.get(BEGIN)!;
    this.end = this.#ids.get(END)!;
    this.#classIds = Array.from(
      { length: CLASS_COUNT },
      (_, index) => this.#ids.get(classWord(index)) ?? this.unknown,
    );
    this.#standIns = new Set([this.unknown, ...this.#classIds]);
  }

  /** The id of a form that is in the vocabulary. */
  known(form: string): number | undefined {
    return RESERVED.has(form) ? undefined : this.#ids.get(form);
  }

  /** The id of a form, or else of what stands for it. */
  id(form: string): number {
    return this.known(form) ?? this.standIn(form);
  }

  /** The id of what stands for a form outside the vocabulary. */
  standIn(form: string): number {
    return this.#classIds[classOf(form)];
  }

  /** Whether an id stands for words outside the vocabulary. */
  isStandIn(id: number): boolean {
    return this.#standIns.has(id);
  }
}

/**
 * The vocabulary of sentences: the three words above, the classes that stand for rarer words if asked
 * for, and the words that occur at least `leastCount` times and hold no white space, in the order of
 * their code units.
 *
 * @param classes whether rarer words are told apart by their spelling
 */
export function countVocabulary(
  sentences: Iterable<readonly string[]>,
  leastCount: number,
  classes: boolean,
): Vocabulary {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    for (const word of sentence) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words: string[] = [];
  const seenClasses = new Set<number>();
  for (const [word, count] of counts) {
    if (RESERVED.has(word)) continue;
    if (count >= leastCount && !/\s/u.test(word)) words.push(word);
    else if (classes) seenClasses.add(classOf(word));
  }
  const standIns = [...seenClasses].sort((a, b) => a - b).map(classWord);
  const own = new Set(standIns);
  return new Vocabulary([
    UNKNOWN,
    BEGIN,
    END,
    ...standIns,
    ...words.filter((word) => !own.has(word)).sort(),
  ]);
}
