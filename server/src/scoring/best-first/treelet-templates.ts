import { TemplateGroup, type Value } from '../templates.ts';
import { MeetingValue } from './meeting-values.ts';

/*
 * The templates of the best-first search (Zhang & Clark 2015, Table 2). A treelet is a head with
 * some of its dependents and their subtrees. A join adds an arc between the heads of two
 * neighbouring treelets. In the names of values, `h` is the head of the new arc and `m` is its
 * dependent. `s` is the dependent of `h` nearest to `m` on the same side, and `s2` is the second
 * nearest. `ml` and `mr` are the outermost dependents of `m`.
 *
 * In each section, the paper's templates come first, then ours: labels, word classes, casing.
 */

export const enum TreeletArcValue {
  Head,
  HeadWord,
  HeadTag,
  HeadClass,
  Dependent,
  Word,
  Tag,
  Class,
  Label,
  LabelHeadTag,
}

const arcValues: readonly Value[] = Object.values({
  [TreeletArcValue.Head]: ['h', 'head and its tag'],
  [TreeletArcValue.HeadWord]: ['hw', 'head'],
  [TreeletArcValue.HeadTag]: ['ht', 'tag of the head'],
  [TreeletArcValue.HeadClass]: ['hc', 'class of the head'],
  [TreeletArcValue.Dependent]: ['m', 'dependent and its tag'],
  [TreeletArcValue.Word]: ['mw', 'dependent'],
  [TreeletArcValue.Tag]: ['mt', 'tag of the dependent'],
  [TreeletArcValue.Class]: ['mc', 'class of the dependent'],
  [TreeletArcValue.Label]: ['label', 'label of the arc'],
  [TreeletArcValue.LabelHeadTag]: ['label+ht', 'label of the arc, the tag of the head'],
} satisfies Record<TreeletArcValue, Value>);

/** The sections of `treeletArcTemplates`, in order. */
export const enum TreeletArcSection {
  Direction,
  Distance,
  /** LabelDirection and LabelDistance are only for arcs with a label. */
  LabelDirection,
  LabelDistance,
}

const direction = 'side on which the dependent stands';
const distance = 'how far the dependent stands from its head, and on which side';

/** The templates for the two words of an arc, with its direction or distance. */
export const treeletArcTemplates = new TemplateGroup('treelet-arc', arcValues, [
  {
    key: 'direction',
    meaning: direction,
    rows: [
      [401, 'h'],
      [402, 'hw'],
      [403, 'ht'],
      [404, 'm'],
      [405, 'mw'],
      [406, 'mt'],
      [407, 'h', 'm'],
      [408, 'h', 'mt'],
      [409, 'ht', 'm'],
      [410, 'ht', 'mt'],
      [411, 'hc', 'mc'],
      [412, 'hc', 'mt'],
      [413, 'ht', 'mc'],
      [414, 'hw', 'mc'],
      [415, 'hc', 'mw'],
    ],
  },
  {
    key: 'distance',
    meaning: distance,
    rows: [
      [421, 'h'],
      [422, 'hw'],
      [423, 'ht'],
      [424, 'm'],
      [425, 'mw'],
      [426, 'mt'],
      [427, 'h', 'm'],
      [428, 'h', 'mt'],
      [429, 'ht', 'm'],
      [430, 'ht', 'mt'],
    ],
  },
  {
    key: 'direction of a label',
    meaning: direction,
    rows: [
      [441, 'label'],
      [442, 'label+ht'],
      [443, 'label', 'hw'],
      [444, 'label', 'mt'],
      [445, 'label', 'mw'],
      [446, 'label+ht', 'mt'],
      [447, 'label+ht', 'mw'],
      [448, 'label', 'hw', 'mt'],
    ],
  },
  {
    key: 'distance of a label',
    meaning: distance,
    rows: [
      [461, 'label'],
      [462, 'label+ht'],
      [463, 'label', 'mt'],
      [464, 'label+ht', 'mt'],
    ],
  },
]);

/**
 * The values of an arc, of its sibling arcs, and of the dependents of its dependent. `BesideHead`
 * is the tag of the head's neighbour on the side of the dependent. `BesideDependent` is the tag of
 * the dependent's neighbour on the side of the head.
 */
export const enum TreeletKinValue {
  HeadWord,
  HeadTag,
  Word,
  Tag,
  HeadTagTag,
  HeadWordTag,
  Label,
  LabelHeadTag,
  SiblingWord,
  SiblingTag,
  SiblingLabel,
  SecondTag,
  SecondLabel,
  LeftTag,
  RightTag,
  BesideHead,
  BesideDependent,
  Size,
  SiblingSize,
}

const kinValues: readonly Value[] = Object.values({
  [TreeletKinValue.HeadWord]: ['hw', 'head'],
  [TreeletKinValue.HeadTag]: ['ht', 'tag of the head'],
  [TreeletKinValue.Word]: ['mw', 'dependent'],
  [TreeletKinValue.Tag]: ['mt', 'tag of the dependent'],
  [TreeletKinValue.HeadTagTag]: ['ht+mt', 'tags of the head and of the dependent'],
  [TreeletKinValue.HeadWordTag]: ['hw+mt', 'head and the tag of the dependent'],
  [TreeletKinValue.Label]: ['label', 'label of the arc'],
  [TreeletKinValue.LabelHeadTag]: ['label+ht', 'label of the arc, the tag of the head'],
  [TreeletKinValue.SiblingWord]: ['sw', 'sibling next to the dependent'],
  [TreeletKinValue.SiblingTag]: ['st', 'tag of the sibling'],
  [TreeletKinValue.SiblingLabel]: ['slabel', 'label of the sibling'],
  [TreeletKinValue.SecondTag]: ['s2t', 'tag of the sibling behind that'],
  [TreeletKinValue.SecondLabel]: ['s2label', 'label of the sibling behind that'],
  [TreeletKinValue.LeftTag]: ['mlt', 'tag of the leftmost dependent of the dependent'],
  [TreeletKinValue.RightTag]: ['mrt', 'tag of the rightmost dependent of the dependent'],
  [TreeletKinValue.BesideHead]: ['hnt', 'tag beside the head, towards the dependent'],
  [TreeletKinValue.BesideDependent]: ['mnt', 'tag beside the dependent, towards the head'],
  [TreeletKinValue.Size]: ['size', 'how many words the dependent has under it'],
  [TreeletKinValue.SiblingSize]: ['ssize', 'how many words the sibling has under it'],
} satisfies Record<TreeletKinValue, Value>);

/** The sections of `treeletKinTemplates`, in order. */
export const enum TreeletKinSection {
  Sibling,
  /** LabelSibling and LabelSize are only for arcs with a label. */
  LabelSibling,
  Child,
  Size,
  LabelSize,
  Beside,
}

/** The templates for the arcs and words next to an arc. */
export const treeletKinTemplates = new TemplateGroup('treelet-kin', kinValues, [
  {
    key: 'sibling',
    meaning: direction,
    rows: [
      [501, 'ht', 'mt', 'st'],
      [502, 'ht', 'st'],
      [503, 'mt', 'st'],
      [504, 'hw', 'sw'],
      [505, 'mw', 'sw'],
      [506, 'ht', 'sw'],
      [507, 'mt', 'sw'],
      [508, 'hw', 'st'],
      [509, 'mw', 'st'],
      [510, 'hw+mt', 'st', 's2t'],
      [511, 'ht+mt', 'st', 's2t'],
    ],
  },
  {
    key: 'sibling of a label',
    meaning: direction,
    rows: [
      [521, 'label', 'slabel'],
      [522, 'label+ht', 'slabel'],
      [523, 'label', 'mt', 'slabel'],
      [524, 'label+ht', 'slabel', 's2label'],
      [525, 'label+ht', 'mt', 'st'],
      [526, 'label', 'slabel', 'mw'],
      [527, 'label', 'hw', 'slabel'],
    ],
  },
  {
    key: 'child',
    meaning: direction,
    rows: [
      [541, 'hw', 'mt', 'mlt'],
      [542, 'hw', 'mt', 'mrt'],
      [543, 'ht', 'mt', 'mlt'],
      [544, 'ht', 'mt', 'mrt'],
    ],
  },
  {
    key: 'size',
    meaning: direction,
    rows: [
      [551, 'ht', 'mt', 'size'],
      [552, 'ht+mt', 'st', 'size'],
      [553, 'mt', 'st', 'size'],
      [554, 'ht+mt', 'size', 'ssize'],
    ],
  },
  {
    key: 'size of a label',
    meaning: direction,
    rows: [
      [561, 'label+ht', 'size'],
      [562, 'label', 'slabel', 'size'],
      [563, 'label', 'size', 'ssize'],
    ],
  },
  { key: 'beside', meaning: direction, rows: [[571, 'ht+mt', 'hnt', 'mnt']] },
]);

const surfaceValues: readonly Value[] = Object.values({
  [MeetingValue.LeftWord2]: ['w-2', 'second word before'],
  [MeetingValue.LeftWord1]: ['w-1', 'word before'],
  [MeetingValue.RightWord1]: ['w', 'word behind'],
  [MeetingValue.RightWord2]: ['w+1', 'second word behind'],
  [MeetingValue.LeftTag2]: ['t-2', 'second tag before'],
  [MeetingValue.LeftTag1]: ['t-1', 'tag before'],
  [MeetingValue.RightTag1]: ['t', 'tag behind'],
  [MeetingValue.RightTag2]: ['t+1', 'second tag behind'],
  [MeetingValue.LeftClass1]: ['c-1', 'class of the word before'],
  [MeetingValue.RightClass1]: ['c', 'class of the word behind'],
  [MeetingValue.Casing]: ['casing', 'how the word behind is written'],
} satisfies Record<Exclude<MeetingValue, MeetingValue.Count>, Value>);

/** The templates for the words on both sides of a join. */
export const treeletSurfaceTemplates = new TemplateGroup('treelet-surface', surfaceValues, [
  {
    key: 'join',
    meaning: 'where two parts are joined',
    rows: [
      [601, 'w-1', 'w'],
      [602, 't-1', 't'],
      [603, 'w-1', 't'],
      [604, 't-1', 'w'],
      [605, 'w-1', 'w', 'w+1'],
      [606, 'w-2', 'w-1', 'w'],
      [607, 't-1', 't', 't+1'],
      [608, 't-2', 't-1', 't'],
      [609, 't-1', 'w', 't+1'],
      [610, 't-2', 'w-1', 't'],
      [611, 'c-1', 'c'],
      [612, 'w-1', 'c'],
      [613, 'c-1', 'w'],
      [614, 't-1', 'c'],
      [615, 'c-1', 't'],
      [616, 'casing', 't'],
      [617, 'casing', 't-1'],
    ],
  },
]);

/**
 * The values of a head with its dependents. In the names of values, `l` and `r` are the outermost
 * dependents on the left and on the right.
 */
export const enum TreeletHeadValue {
  Both,
  Word,
  Tag,
  LeftWord,
  LeftTag,
  RightWord,
  RightTag,
  Left,
  Right,
  Label,
  LeftLabel,
  RightLabel,
}

const headValues: readonly Value[] = Object.values({
  [TreeletHeadValue.Both]: ['h', 'head and its tag'],
  [TreeletHeadValue.Word]: ['hw', 'head'],
  [TreeletHeadValue.Tag]: ['ht', 'tag of the head'],
  [TreeletHeadValue.LeftWord]: ['lw', 'its leftmost dependent'],
  [TreeletHeadValue.LeftTag]: ['lt', 'tag of its leftmost dependent'],
  [TreeletHeadValue.RightWord]: ['rw', 'its rightmost dependent'],
  [TreeletHeadValue.RightTag]: ['rt', 'tag of its rightmost dependent'],
  [TreeletHeadValue.Left]: ['lval', 'how many dependents are before it'],
  [TreeletHeadValue.Right]: ['rval', 'how many dependents are after it'],
  [TreeletHeadValue.Label]: ['label', 'label of the head'],
  [TreeletHeadValue.LeftLabel]: ['llabel', 'label of its leftmost dependent'],
  [TreeletHeadValue.RightLabel]: ['rlabel', 'label of its rightmost dependent'],
} satisfies Record<TreeletHeadValue, Value>);

/** The sections of `treeletHeadTemplates`, in order. */
export const enum TreeletHeadSection {
  /** For a word alone, and each time the head gets a dependent. */
  Size,
  /** Once the head has all its dependents. */
  Complete,
}

export const treeletHeadTemplates = new TemplateGroup('treelet-head', headValues, [
  {
    key: 'size',
    meaning: 'how many words are under the head',
    rows: [
      [701, 'h'],
      [702, 'hw'],
      [703, 'ht'],
    ],
  },
  {
    key: 'complete',
    meaning: 'all dependents of the head',
    rows: [
      [711, 'h', 'lw', 'lt'],
      [712, 'ht', 'lt'],
      [713, 'h', 'lt'],
      [714, 'ht', 'lw', 'lt'],
      [715, 'h', 'rw', 'rt'],
      [716, 'ht', 'rt'],
      [717, 'h', 'rt'],
      [718, 'ht', 'rw', 'rt'],
      [719, 'h', 'lval'],
      [720, 'h', 'rval'],
      [721, 'h', 'lval', 'rval'],
      [722, 'ht', 'lval'],
      [723, 'ht', 'rval'],
      [724, 'ht', 'lval', 'rval'],
      [725, 'ht', 'llabel', 'rlabel'],
      [726, 'label', 'llabel', 'rlabel'],
      [727, 'label', 'lt', 'rt'],
    ],
  },
]);

export const enum TreeletSentenceValue {
  Word1,
  Word2,
  Tag1,
  Tag2,
  Tag3,
  Casing,
  LastWord1,
  LastWord2,
  LastTag1,
  LastTag2,
  LastTag3,
  RootWord,
  RootTag,
}

const sentenceValues: readonly Value[] = Object.values({
  [TreeletSentenceValue.Word1]: ['w1', 'first word'],
  [TreeletSentenceValue.Word2]: ['w2', 'second word'],
  [TreeletSentenceValue.Tag1]: ['t1', 'first tag'],
  [TreeletSentenceValue.Tag2]: ['t2', 'second tag'],
  [TreeletSentenceValue.Tag3]: ['t3', 'third tag'],
  [TreeletSentenceValue.Casing]: ['casing', 'how the first word is written'],
  [TreeletSentenceValue.LastWord1]: ['w-1', 'last word'],
  [TreeletSentenceValue.LastWord2]: ['w-2', 'word before the last'],
  [TreeletSentenceValue.LastTag1]: ['t-1', 'last tag'],
  [TreeletSentenceValue.LastTag2]: ['t-2', 'tag before the last'],
  [TreeletSentenceValue.LastTag3]: ['t-3', 'third tag from the end'],
  [TreeletSentenceValue.RootWord]: ['rw', 'root'],
  [TreeletSentenceValue.RootTag]: ['rt', 'tag of the root'],
} satisfies Record<TreeletSentenceValue, Value>);

export const treeletSentenceTemplates = new TemplateGroup('treelet-sentence', sentenceValues, [
  {
    key: 'sentence',
    meaning: 'where the sentence begins and ends',
    rows: [
      [801, 'w1'],
      [802, 'w1', 'w2'],
      [803, 'w-1'],
      [804, 'w-1', 'w-2'],
      [805, 't1'],
      [806, 't1', 't2'],
      [807, 't1', 't2', 't3'],
      [808, 't-1'],
      [809, 't-1', 't-2'],
      [810, 't-1', 't-2', 't-3'],
      [811, 'casing'],
      [812, 'casing', 't1'],
      [813, 'rt'],
      [814, 'rw'],
      [815, 'rt', 't1'],
      [816, 'rt', 'w-1'],
    ],
  },
]);
