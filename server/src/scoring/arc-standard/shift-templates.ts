import { TemplateGroup, type Value } from '../templates.ts';

/**
 * The values of a state. In the names, `S0` is the top of the stack, `S1` and `S2` are the words
 * below it. `l1` is the leftmost dependent of a word, `r1` the rightmost. `W1` to `W3` are the last
 * words of the string, the latest first. `w`, `t` and `c` stand for a word, its tag and its class.
 */
export const enum ShiftValue {
  W1,
  W2,
  W3,
  T1,
  T2,
  T3,
  C1,
  S0w,
  S0t,
  S0c,
  S1w,
  S1t,
  S1c,
  S2t,
  S0l1t,
  S0r1t,
  S1l1t,
  S0v,
  Left,
  Depth,
  Mark,
  /** The word to shift, hashed. */
  OwnWord,
}

const values: readonly Value[] = Object.values({
  [ShiftValue.W1]: ['w1', 'word before'],
  [ShiftValue.W2]: ['w2', 'second word before'],
  [ShiftValue.W3]: ['w3', 'third word before'],
  [ShiftValue.T1]: ['t1', 'tag before'],
  [ShiftValue.T2]: ['t2', 'second tag before'],
  [ShiftValue.T3]: ['t3', 'third tag before'],
  [ShiftValue.C1]: ['c1', 'class of the word before'],
  [ShiftValue.S0w]: ['s0w', 'top of the stack'],
  [ShiftValue.S0t]: ['s0t', 'tag of the top of the stack'],
  [ShiftValue.S0c]: ['s0c', 'class of the top of the stack'],
  [ShiftValue.S1w]: ['s1w', 'second word of the stack'],
  [ShiftValue.S1t]: ['s1t', 'tag of the second word of the stack'],
  [ShiftValue.S1c]: ['s1c', 'class of the second word of the stack'],
  [ShiftValue.S2t]: ['s2t', 'tag of the third word of the stack'],
  [ShiftValue.S0l1t]: ['s0l1t', 'tag of the leftmost dependent of the top'],
  [ShiftValue.S0r1t]: ['s0r1t', 'tag of the rightmost dependent of the top'],
  [ShiftValue.S1l1t]: ['s1l1t', 'tag of the leftmost dependent of the second word'],
  [ShiftValue.S0v]: ['s0v', 'how many dependents the top has on each side'],
  [ShiftValue.Left]: ['left', 'how many words are left'],
  [ShiftValue.Depth]: ['depth', 'how many words are on the stack'],
  [ShiftValue.Mark]: ['mark', 'whether the bag has a question mark or an exclamation mark'],
  [ShiftValue.OwnWord]: ['word', 'word that comes next'],
} satisfies Record<ShiftValue, Value>);

/**
 * The sections of `shiftTemplates`, in order. The first part of a name says what the templates
 * read: the last word, the string, the two top words of the stack, the whole state, or only the
 * word to shift (`Own`). The second part names the key.
 */
export const enum ShiftSection {
  LastFirst,
  LastCasing,
  LastClass,
  LastTag,
  StringFirst,
  StringWord,
  StringCasing,
  StringClass,
  StringTag,
  TopWord,
  TopClass,
  TopTag,
  StateWord,
  StateTag,
  Own,
}

const first = { key: 'first', meaning: 'first word of what comes next' };
const word = { key: 'word', meaning: 'word that comes next' };
const casing = { key: 'casing', meaning: 'how the word that comes next is written' };
const tag = { key: 'tag', meaning: 'tag of the word that comes next' };
const wordClass = { key: 'class', meaning: 'class of the word that comes next' };

/**
 * The templates for SHIFT (Liu et al. 2015, Table 2). Unlike the paper's templates, they also read
 * the word to shift.
 */
export const shiftTemplates = new TemplateGroup('shift', values, [
  {
    ...first,
    rows: [[1], [2, 'w1'], [3, 't1'], [17, 'c1'], [251, 'mark', 't1']],
  },
  {
    ...casing,
    rows: [
      [61, 'w1'],
      [62, 't1'],
    ],
  },
  {
    ...wordClass,
    rows: [[21], [22, 'c1'], [24, 'w1']],
  },
  {
    ...tag,
    rows: [[31], [32, 'w1'], [33, 't1'], [57, 'c1'], [252, 'mark', 't1'], [253, 'mark', 'w1']],
  },
  {
    ...first,
    rows: [
      [4, 'w1', 'w2'],
      [5, 't1', 't2'],
      [6, 'w1', 't2'],
    ],
  },
  {
    ...word,
    rows: [
      [13, 'w2'],
      [14, 'w1', 'w2', 'w3'],
    ],
  },
  {
    ...casing,
    rows: [[63, 't1', 't2']],
  },
  {
    ...wordClass,
    rows: [
      [23, 'c1', 't2'],
      [25, 't1', 't2'],
    ],
  },
  {
    ...tag,
    rows: [
      [34, 'w1', 'w2'],
      [35, 't1', 't2'],
      [36, 't1', 't2', 't3'],
      [37, 'w1', 't2'],
      [56, 'w2', 't1'],
      [58, 'c1', 't2'],
      [254, 'mark', 't1', 't2'],
    ],
  },
  {
    ...word,
    rows: [
      [7, 's0w'],
      [8, 's0t'],
      [9, 's0t', 's1t'],
      [10, 's1w'],
      [11, 's1t'],
      [18, 's0c'],
    ],
  },
  {
    ...wordClass,
    rows: [
      [26, 's0c'],
      [27, 's0c', 's1t'],
      [28, 's0t', 's1t'],
    ],
  },
  {
    ...tag,
    rows: [
      [38, 's0w'],
      [39, 's0t'],
      [40, 's1w'],
      [41, 's1t'],
      [42, 's0t', 's1t'],
      [43, 's0w', 's1t'],
      [44, 's0t', 's1w'],
      [59, 's0c'],
      [60, 's0c', 's1t'],
      [64, 's0t', 's1c'],
      [255, 'mark', 's0t', 's1t'],
    ],
  },
  {
    ...word,
    rows: [
      [12, 's0t', 's0r1t'],
      [15, 'left'],
      [16, 's0t', 's0v'],
    ],
  },
  {
    ...tag,
    rows: [
      [45, 's0t', 's0v'],
      [46, 's0t', 's0v', 't1'],
      [47, 's0t', 's0l1t'],
      [48, 's0t', 's0r1t'],
      [49, 's0t', 's1t', 's1l1t'],
      [50, 's0t', 's1t', 's0r1t'],
      [51, 's0t', 's1t', 's2t'],
      [52, 't1', 'left'],
      [53, 'depth', 's0t'],
      [54, 's0t', 's0l1t', 's0r1t'],
      [55, 's0t', 's1t', 'w1'],
    ],
  },
  { key: 'own', meaning: 'tag of the word that comes next', rows: [[65, 'word']] },
]);
