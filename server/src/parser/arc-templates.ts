import { TemplateGroup, type Row, type Value } from '../scoring/templates.ts';

/*
 * The templates of the second-order parser (Carreras 2007, Section 4; Koo & Collins 2010, Section
 * 7.1). `h` is the head of an arc, and `m` its modifier. `s` is another modifier of `h`, and `g` is
 * a modifier of `m`. After these letters, `w` means the word, `t` the language's own tag, `u` the
 * universal tag, and `c` the class.
 */

export const enum ArcValue {
  Head,
  HeadWord,
  HeadTag,
  HeadUniversal,
  HeadClass,
  Modifier,
  Word,
  Tag,
  Universal,
  Class,
  /**
   * The tags of the head and the modifier, hashed into one value. `Universals` is the same for
   * their universal tags.
   */
  Tags,
  Universals,
  HeadBefore,
  HeadBefore2,
  HeadAfter,
  HeadAfter2,
  Before,
  Before2,
  After,
  After2,
  BeforeClass,
  AfterClass,
  HeadAfterClass,
  HeadBeforeClass,
  Length,
  Verbs,
  Marks,
  Conjunctions,
  /** The universal tag of a word between the head and the modifier. */
  Between,
  Ends,
}

const arcValues: readonly Value[] = Object.values({
  [ArcValue.Head]: ['h', 'head and its tag'],
  [ArcValue.HeadWord]: ['hw', 'head'],
  [ArcValue.HeadTag]: ['ht', 'tag of the head'],
  [ArcValue.HeadUniversal]: ['hu', 'universal tag of the head'],
  [ArcValue.HeadClass]: ['hc', 'class of the head'],
  [ArcValue.Modifier]: ['m', 'modifier and its tag'],
  [ArcValue.Word]: ['mw', 'modifier'],
  [ArcValue.Tag]: ['mt', 'tag of the modifier'],
  [ArcValue.Universal]: ['mu', 'universal tag of the modifier'],
  [ArcValue.Class]: ['mc', 'class of the modifier'],
  [ArcValue.Tags]: ['ht+mt', 'tags of head and modifier'],
  [ArcValue.Universals]: ['hu+mu', 'universal tags of head and modifier'],
  [ArcValue.HeadBefore]: ['ht-1', 'tag before the head'],
  [ArcValue.HeadBefore2]: ['ht-2', 'second tag before the head'],
  [ArcValue.HeadAfter]: ['ht+1', 'tag after the head'],
  [ArcValue.HeadAfter2]: ['ht+2', 'second tag after the head'],
  [ArcValue.Before]: ['mt-1', 'tag before the modifier'],
  [ArcValue.Before2]: ['mt-2', 'second tag before the modifier'],
  [ArcValue.After]: ['mt+1', 'tag after the modifier'],
  [ArcValue.After2]: ['mt+2', 'second tag after the modifier'],
  [ArcValue.BeforeClass]: ['mc-1', 'class of the word before the modifier'],
  [ArcValue.AfterClass]: ['mc+1', 'class of the word after the modifier'],
  [ArcValue.HeadAfterClass]: ['hc+1', 'class of the word after the head'],
  [ArcValue.HeadBeforeClass]: ['hc-1', 'class of the word before the head'],
  [ArcValue.Length]: ['length', 'distance between head and modifier'],
  [ArcValue.Verbs]: ['verbs', 'number of verbs between'],
  [ArcValue.Marks]: ['marks', 'number of punctuation marks between'],
  [ArcValue.Conjunctions]: ['conj', 'number of conjunctions between'],
  [ArcValue.Between]: ['b', 'universal tag of a word between'],
  [ArcValue.Ends]: ['ends', 'whether the modifier is first or last'],
} satisfies Record<ArcValue, Value>);

/** The sections of `arcTemplates`, in order. */
export const enum ArcSection {
  /** Templates that are read once for an arc. */
  Arc,
  /** Templates that are read once for each universal tag between head and modifier. */
  Between,
}

const side = 'side and distance of the modifier';

/**
 * Each template of an arc makes two features. Only the second contains the side and the distance of
 * the modifier.
 */
export const arcTemplates = new TemplateGroup('parser-arc', arcValues, [
  {
    key: 'arc',
    meaning: side,
    rows: [
      [701, 'h'],
      [702, 'hw'],
      [703, 'ht'],
      [704, 'm'],
      [705, 'mw'],
      [706, 'mt'],
      [707, 'h', 'm'],
      [708, 'h', 'mt'],
      [709, 'h', 'mw'],
      [710, 'ht', 'm'],
      [711, 'hw', 'm'],
      [712, 'hw', 'mw'],
      [713, 'ht', 'mt'],
      [714, 'hw', 'mt'],
      [715, 'ht', 'mw'],
      [716, 'hu', 'mu'],
      [717, 'hc', 'mc'],
      [718, 'hc', 'mt'],
      [719, 'ht', 'mc'],
      [720, 'hw', 'mc'],
      [721, 'hc', 'mw'],
      [722, 'hc', 'ht+mt'],
      [723, 'mc', 'ht+mt'],
      [724, 'hc', 'mc', 'ht+mt'],
      [725, 'ht+mt', 'ht+1', 'mt-1'],
      [726, 'ht+mt', 'ht-1', 'mt-1'],
      [727, 'ht+mt', 'ht+1', 'mt+1'],
      [728, 'ht+mt', 'ht-1', 'mt+1'],
      [729, 'ht+mt', 'ht+1'],
      [730, 'ht+mt', 'ht-1'],
      [731, 'ht+mt', 'mt-1'],
      [732, 'ht+mt', 'mt+1'],
      [733, 'ht+mt', 'mt-1', 'mt+1'],
      [734, 'ht+mt', 'ht-1', 'ht+1'],
      [735, 'm', 'mt-1'],
      [736, 'm', 'mt+1'],
      [737, 'h', 'ht+1'],
      [738, 'h', 'ht-1'],
      [739, 'mt-2', 'mt-1', 'mt'],
      [740, 'mt', 'mt+1', 'mt+2'],
      [741, 'ht', 'ht+1', 'ht+2'],
      [742, 'ht-2', 'ht-1', 'ht'],
      [743, 'ht+mt', 'mc-1'],
      [744, 'ht+mt', 'mc+1'],
      [745, 'ht+mt', 'hc+1'],
      [746, 'ht+mt', 'hc-1'],
      [747, 'ht+mt', 'verbs'],
      [748, 'ht+mt', 'marks'],
      [749, 'ht+mt', 'conj'],
      [750, 'ht+mt', 'verbs', 'marks'],
      [751, 'hu+mu', 'verbs', 'marks'],
      [752, 'm', 'verbs', 'marks'],
      [753, 'ht+mt', 'length'],
      [754, 'm', 'length'],
      [755, 'h', 'length'],
      [756, 'ht+mt', 'ends'],
      [757, 'hw', 'mc', 'mt-1'],
      [758, 'hc', 'mw', 'mt-1'],
      [759, 'hw', 'mu'],
      [760, 'hu', 'mw'],
      [785, 'hw', 'mt', 'mt-1'],
      [786, 'hw', 'mt', 'mt+1'],
      [787, 'mw', 'ht', 'ht+1'],
      [788, 'mw', 'ht', 'ht-1'],
      [789, 'hu+mu', 'ht+1', 'mt-1'],
      [790, 'hu+mu', 'mc-1', 'mc+1'],
      [791, 'hu+mu', 'hc-1', 'hc+1'],
      [792, 'hu+mu', 'hc', 'mc'],
    ],
  },
  {
    key: 'arc',
    meaning: side,
    rows: [
      [771, 'hu+mu', 'b'],
      [772, 'ht+mt', 'b'],
      [773, 'm', 'b'],
      [774, 'h', 'b'],
    ],
  },
]);

/**
 * The templates that choose candidate heads. They are few, since they score every pair of words.
 */
export const candidateTemplates = new TemplateGroup('parser-candidate', arcValues, [
  {
    key: 'arc',
    meaning: side,
    rows: [
      [761, 'ht', 'mt'],
      [762, 'hu', 'mu'],
      [763, 'h', 'mt'],
      [764, 'ht', 'm'],
      [765, 'ht+mt', 'length'],
      [766, 'ht+mt', 'ht+1', 'mt-1'],
      [767, 'ht+mt', 'ht-1', 'mt+1'],
      [768, 'hc', 'mc'],
      [769, 'ht+mt', 'verbs', 'marks'],
      [781, 'hc', 'mt'],
      [782, 'ht', 'mc'],
      [783, 'm', 'length'],
      [784, 'ht+mt', 'mt-1', 'mt+1'],
    ],
  },
]);

/**
 * The values of the three words of two arcs that share a word, such as h → s and h → m, or h → m
 * and m → g.
 */
export const enum PairValue {
  First,
  FirstWord,
  FirstTag,
  FirstUniversal,
  FirstClass,
  Second,
  SecondWord,
  SecondTag,
  SecondUniversal,
  SecondClass,
  Third,
  ThirdWord,
  ThirdTag,
  ThirdUniversal,
  ThirdClass,
}

/** Returns the five values of a word, in the order of `ParserTokens.readWord`. */
function wordValues(name: string, word: string): readonly Value[] {
  return [
    [name, `${word} and its tag`],
    [`${name}w`, word],
    [`${name}t`, `tag of the ${word}`],
    [`${name}u`, `universal tag of the ${word}`],
    [`${name}c`, `class of the ${word}`],
  ];
}

const headValues = wordValues('h', 'head');
const modifierValues = wordValues('m', 'modifier');
const siblingValues = [...headValues, ...wordValues('s', 'sibling'), ...modifierValues];
const grandchildValues = [...headValues, ...modifierValues, ...wordValues('g', 'grandchild')];

/**
 * Makes the templates of two arcs that share a word.
 *
 * @param first the seed of the first template; each further template has the next number
 * @param a,b,c the names of the three words of the arcs, such as `h`
 */
function pairRows(first: number, a: string, b: string, c: string): readonly Row[] {
  const reads: readonly (readonly string[])[] = [
    [`${b}t`, `${c}t`],
    [`${a}t`, `${b}t`, `${c}t`],
    [`${a}u`, `${b}u`, `${c}u`],
    [`${b}w`, `${c}w`],
    [`${b}w`, `${c}t`],
    [`${b}t`, `${c}w`],
    [a, `${b}t`, `${c}t`],
    [`${a}t`, b, `${c}t`],
    [`${a}t`, `${b}t`, c],
    [`${b}c`, `${c}c`],
    [`${a}t`, `${b}c`, `${c}c`],
    [`${a}c`, `${b}t`, `${c}c`],
    [`${a}c`, `${b}c`, `${c}c`],
    [`${a}w`, `${b}u`, `${c}u`],
    [`${a}w`, `${c}w`],
    [`${a}w`, `${c}t`],
    [`${a}t`, `${c}w`],
    [`${a}t`, `${c}t`],
  ];
  return reads.map((row, i) => [first + i, ...row]);
}

/**
 * The templates of two adjacent modifiers of one head, on the same side: `s` is nearer to the head.
 * If `m` is the nearest modifier, the values of `s` are NONE.
 */
export const siblingTemplates = new TemplateGroup('parser-sibling', siblingValues, [
  { key: 'sibling', meaning: 'adjacent modifiers of one head', rows: pairRows(801, 'h', 's', 'm') },
]);

/**
 * The templates of a modifier `m` and its outermost modifier `g` on one side. If `m` has no
 * modifier on this side, the values of `g` are NONE.
 */
export const grandchildTemplates = new TemplateGroup('parser-grandchild', grandchildValues, [
  {
    key: 'grandchild',
    meaning: 'a modifier and its outermost modifier',
    rows: pairRows(831, 'h', 'm', 'g'),
  },
]);

/** The templates of any two modifiers of one head, adjacent or not. */
export const anySiblingTemplates = new TemplateGroup('parser-any-sibling', siblingValues, [
  { key: 'sides', meaning: 'two modifiers of one head', rows: factorRows(861, 'h', 's', 'm') },
]);

/** The templates of a modifier and any of its own modifiers, outermost or not. */
export const anyGrandchildTemplates = new TemplateGroup('parser-any-grandchild', grandchildValues, [
  {
    key: 'sides',
    meaning: 'a modifier and a modifier of it',
    rows: factorRows(881, 'h', 'm', 'g'),
  },
]);

const patternValues = [
  ...wordValues('a', 'first word'),
  ...wordValues('b', 'second word'),
  ...wordValues('c', 'third word'),
];

export const patternTemplates = new TemplateGroup('parser-pattern', patternValues, [
  { key: 'pattern', meaning: 'a pattern of arcs', rows: factorRows(901, 'a', 'b', 'c') },
]);

/** The values of a comb: four to six words in a row that modify one head. */
export const enum CombValue {
  /**
   * The tags of all the modifiers, hashed into one value. `Universals` is the same for their
   * universal tags.
   */
  Tags,
  Universals,
  HeadWord,
  HeadTag,
  HeadUniversal,
}

const combValues: readonly Value[] = Object.values({
  [CombValue.Tags]: ['ts', 'tags of the modifiers'],
  [CombValue.Universals]: ['us', 'universal tags of the modifiers'],
  [CombValue.HeadWord]: ['hw', 'head'],
  [CombValue.HeadTag]: ['ht', 'tag of the head'],
  [CombValue.HeadUniversal]: ['hu', 'universal tag of the head'],
} satisfies Record<CombValue, Value>);

export const combTemplates = new TemplateGroup('parser-comb', combValues, [
  {
    key: 'side',
    meaning: 'words in a row that modify one head',
    rows: [
      [921, 'ts'],
      [922, 'ts', 'ht'],
      [923, 'us'],
      [924, 'us', 'hu'],
      [925, 'us', 'hw'],
    ],
  },
]);

/**
 * Factors have fewer templates than parts (`pairRows`), since a sentence has many more factors than
 * parts.
 */
function factorRows(first: number, a: string, b: string, c: string): readonly Row[] {
  const reads: readonly (readonly string[])[] = [
    [`${b}t`, `${c}t`],
    [`${a}t`, `${b}t`, `${c}t`],
    [`${b}w`, `${c}w`],
    [`${b}w`, `${c}t`],
    [`${b}t`, `${c}w`],
    [a, `${b}t`, `${c}t`],
    [`${a}t`, b, `${c}t`],
    [`${a}t`, `${b}t`, c],
    [`${b}c`, `${c}c`],
    [`${a}t`, `${b}c`, `${c}c`],
    [`${a}w`, `${b}u`, `${c}u`],
    [`${a}w`, `${c}w`],
  ];
  return reads.map((row, i) => [first + i, ...row]);
}
