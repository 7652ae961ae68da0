import fc from 'fast-check';
import { plainBag, type Bag, type BagArc } from '../../../server/src/bag/bag.ts';
import { countLexicon, type Lexicon } from '../../../server/src/model/lexicon.ts';

/** A lexicon in which "a" has two tags, and the letters after it one. */
export function smallLexicon(): Lexicon {
  const forms = ['a', 'a', 'b', 'b', 'b', 'c', 'd', 'e'];
  const tags = ['X', 'Y', 'Y', 'Y', 'Y', 'X', 'Y', 'Z'];
  const labels = forms.map((_, i) => (i % 2 === 0 ? 'subj' : 'obj'));
  return countLexicon([{ forms, tags, labels }]);
}

/** A bag of words with different forms and one given tag each. `heads`: -1 for an open head. */
export function bagOfHeads(heads: readonly number[], root: number | null): Bag {
  return plainBag({
    words: heads.map((_, i) => ({ form: `w${i}`, tags: ['X'] })),
    arcs: heads.flatMap((head, dependent) => (head < 0 ? [] : [{ head, dependent, label: null }])),
    root,
  });
}

/** The shapes of all forests of up to `size` nodes, as heads. */
export function forestShapes(size: number): number[][] {
  const shapes: number[][] = [];
  const seen = new Set<string>();
  const grow = (heads: number[]): void => {
    const shape = shapeOf(heads);
    if (heads.length > 0 && seen.has(shape)) return;
    seen.add(shape);
    if (heads.length > 0) shapes.push(heads);
    if (heads.length === size) return;
    for (let head = -1; head < heads.length; head++) grow([...heads, head]);
  };
  grow([]);
  return shapes;
}

function shapeOf(heads: readonly number[]): string {
  const below = (head: number): string =>
    `(${heads
      .flatMap((above, node) => (above === head ? [below(node)] : []))
      .sort()
      .join('')})`;
  return below(-1);
}

export interface BagOptions {
  readonly minSize: number;
  readonly maxSize: number;
  readonly forms: readonly string[];
}

/** A bag with repeated forms; with open tags, one or two given tags; with a forest, some labels, perhaps a root. */
export function randomBag({ minSize, maxSize, forms }: BagOptions): fc.Arbitrary<Bag> {
  const tags = fc.oneof(
    { weight: 2, arbitrary: fc.constant([] as string[]) },
    { weight: 3, arbitrary: fc.subarray(['X', 'Y', 'Z'], { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.subarray(['X', 'Y', 'Z'], { minLength: 2, maxLength: 2 }) },
  );
  const word = fc.record({
    form: fc.constantFrom(...forms),
    tags,
    // Chooses the head among the words before this one, so that there is no cycle.
    head: fc.option(fc.nat(), { freq: 2 }),
    label: fc.option(fc.constantFrom('subj', 'obj')),
  });
  return fc
    .record({
      words: fc.array(word, { minLength: minSize, maxLength: maxSize }),
      density: fc.constantFrom(0, 0.4, 0.7, 1),
      draws: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
        minLength: maxSize,
        maxLength: maxSize,
      }),
      root: fc.option(fc.nat()),
      order: fc.array(fc.nat(), { minLength: maxSize, maxLength: maxSize }),
    })
    .map(({ words, density, draws, root, order }) => {
      // Renumbers the words, so that heads stand before and after their dependents.
      const name = words.map((_, i) => i).sort((a, b) => order[a] - order[b] || a - b);
      const arcs: BagArc[] = words.flatMap(({ head, label }, i) =>
        head === null || i === 0 || draws[i] >= density
          ? []
          : [{ head: name[head % i], dependent: name[i], label }],
      );
      const free = words.map((_, i) => i).filter((i) => !arcs.some((arc) => arc.dependent === i));
      const bagWords: { form: string; tags: string[] }[] = [];
      words.forEach(({ form, tags: given }, i) => {
        bagWords[name[i]] = { form, tags: given };
      });
      return plainBag({
        words: bagWords,
        arcs,
        root: root === null ? null : free[root % free.length],
      });
    });
}

/** The same, with random constraints on the order, chunks, alternatives and optional words. */
export function constrainedBag(options: BagOptions): fc.Arbitrary<Bag> {
  return randomBag(options).chain((bag) => {
    const words = [...bag.words.keys()];
    const word = fc.constantFrom(...words);
    const order = fc.oneof(
      fc.record({
        relation: fc.constantFrom('before' as const, 'right-before' as const),
        words: fc.tuple(word, word).filter(([a, b]) => a !== b || words.length < 2),
      }),
      fc.record({
        relation: fc.constantFrom('first' as const, 'last' as const),
        words: fc.tuple(word),
      }),
    );
    return fc
      .record({
        order: fc.array(order, { maxLength: 3 }),
        chunks: fc.array(fc.subarray(words, { minLength: Math.min(2, words.length) }), {
          maxLength: 2,
        }),
        choices: fc
          .array(
            fc.record({
              words: fc.subarray(words, { minLength: 1, maxLength: Math.min(3, words.length) }),
              optional: fc.boolean(),
            }),
            { maxLength: 2 },
          )
          .map((drawn) => {
            const taken = new Set<number>();
            return drawn.filter(({ words: chosen, optional }) => {
              const isFree =
                chosen.every((one) => !taken.has(one)) && (optional || chosen.length > 1);
              if (isFree) for (const one of chosen) taken.add(one);
              return isFree;
            });
          }),
      })
      .map((more) => ({ ...bag, ...more }));
  });
}

/** A random bag with a full tree: words without a head depend on the root, or else on the first of them. */
export function randomTree(options: BagOptions): fc.Arbitrary<Bag> {
  return randomBag(options).map((bag) => {
    const free = [...bag.words.keys()].filter(
      (word) => !bag.arcs.some(({ dependent }) => dependent === word),
    );
    const top = bag.root ?? free[0];
    const added = free
      .filter((word) => word !== top)
      .map((dependent) => ({ head: top, dependent, label: null }));
    return { ...bag, arcs: [...bag.arcs, ...added] };
  });
}

/** The same bag with its words written in another order: word `i` becomes `order[i]`. */
export function permuted(bag: Bag, order: readonly number[]): Bag {
  const words = [...bag.words];
  bag.words.forEach((word, i) => (words[order[i]] = word));
  return {
    words,
    arcs: bag.arcs.map(({ head, dependent, label }) => ({
      head: order[head],
      dependent: order[dependent],
      label,
    })),
    root: bag.root === null ? null : order[bag.root],
    order: bag.order.map(({ relation, words: named }) => ({
      relation,
      words: named.map((word) => order[word]),
    })),
    chunks: bag.chunks.map((chunk) => chunk.map((word) => order[word])),
    choices: bag.choices.map(({ words: choice, optional }) => ({
      words: choice.map((word) => order[word]),
      optional,
    })),
  };
}

/** The same, in which each word may become a lemma with two or three forms, some of them equal to forms of other words. */
export function lemmaBag(options: BagOptions): fc.Arbitrary<Bag> {
  const form = fc.record({
    form: fc.constantFrom('a', 'b', 'as', 'bs'),
    tag: fc.constantFrom('X', 'Y'),
    weight: fc.integer({ min: -3000, max: 0 }),
  });
  const forms = fc.option(fc.array(form, { minLength: 1, maxLength: 3 }), { freq: 2 });
  return constrainedBag(options).chain((bag) =>
    fc
      .array(forms, { minLength: bag.words.length, maxLength: bag.words.length })
      .map((ofWords) => ({
        ...bag,
        words: bag.words.map((word, i) => {
          const own = ofWords[i];
          return own === null ? word : { form: `@${word.form}`, tags: [], forms: own };
        }),
      })),
  );
}
