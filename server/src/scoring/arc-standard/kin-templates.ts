import { TemplateGroup, type Value } from '../templates.ts';

/**
 * Where the given head of the word to shift is: on the stack (Top, Second, Deeper), or not shifted
 * yet (Buffer). IsRoot: the bag makes the word the root. Unknown: the bag says nothing.
 */
export const enum HeadAt {
  Unknown = 0,
  IsRoot = 1,
  Top = 2,
  Second = 3,
  Deeper = 4,
  Buffer = 5,
}

/** How the given arcs relate the word to shift to the top of the stack. */
export const enum Kinship {
  None = 0,
  HeadOfTop = 1,
  DependentOfTop = 2,
  Sibling = 3,
}

/** Whether a given dependent of the word to shift is in the string already. */
export const enum Placed {
  Yes = 1,
  No = 2,
}

export const enum KinValue {
  HeadAt,
  Label,
  Place,
  HeadKey,
  HeadWord,
  HeadTag,
  Weight,
  DependentPlaced,
  DependentLabel,
  DependentTag,
  DependentWord,
  PlacedTags,
  ComingTags,
  PlacedLabels,
  ComingLabels,
  Kinship,
  TopLabel,
  Related,
  TopTag,
  TopWord,
  SiblingLabel,
  SiblingTag,
  SiblingWord,
  Heavier,
}

const values: readonly Value[] = Object.values({
  [KinValue.HeadAt]: ['head-at', 'where the head is'],
  [KinValue.Label]: ['label', 'label of the word'],
  [KinValue.Place]: ['place', 'where the head is and the label'],
  [KinValue.HeadKey]: ['head-at*', 'where the head is'],
  [KinValue.HeadWord]: ['hw', 'head'],
  [KinValue.HeadTag]: ['ht', 'tag of the head'],
  [KinValue.Weight]: ['weight', 'how many words are under the word'],
  [KinValue.DependentPlaced]: ['placed', 'whether a dependent is placed or to come'],
  [KinValue.DependentLabel]: ['dlabel', 'label of the dependent'],
  [KinValue.DependentTag]: ['dt', 'tag of the dependent'],
  [KinValue.DependentWord]: ['dw', 'dependent'],
  [KinValue.PlacedTags]: ['placed-tags', 'tags of all that are placed'],
  [KinValue.ComingTags]: ['coming-tags', 'tags of all that are to come'],
  [KinValue.PlacedLabels]: ['placed-labels', 'labels of all that are placed'],
  [KinValue.ComingLabels]: ['coming-labels', 'labels of all that are to come'],
  [KinValue.Kinship]: ['kinship', 'how the word is related to the top of the stack'],
  [KinValue.TopLabel]: ['top-label', 'label of the top of the stack'],
  [KinValue.Related]: [
    'related',
    'how the word is related to the top of the stack, and both labels',
  ],
  [KinValue.TopTag]: ['s0t', 'tag of the top of the stack'],
  [KinValue.TopWord]: ['s0w', 'top of the stack'],
  [KinValue.SiblingLabel]: ['slabel', 'label of a sibling to come'],
  [KinValue.SiblingTag]: ['st', 'tag of the sibling'],
  [KinValue.SiblingWord]: ['sw', 'sibling'],
  [KinValue.Heavier]: [
    'place+heavier',
    'where the head is, the label, and which of the two is heavier',
  ],
} satisfies Record<KinValue, Value>);

/** The sections of `kinTemplates`, in order. */
export const enum KinSection {
  TagPlace,
  TagDependent,
  TagState,
  TagSibling,
  TagSiblings,
  WordPlace,
  WordDependent,
  WordState,
  WordSibling,
  WordSiblings,
}

const tag = { key: 'tag', meaning: 'tag of the word that comes next' };
const word = { key: 'word', meaning: 'word that comes next' };

/**
 * The templates that read the given head, dependents and siblings of a word to shift. They also
 * read whether these words are in the string already or still to come (the lookahead of Liu et al.
 * 2015, Section 3, and of the authors' later system).
 */
export const kinTemplates = new TemplateGroup('kin', values, [
  {
    ...tag,
    rows: [
      [131, 'head-at', 'label'],
      [133, 'place', 'ht'],
      [134, 'place', 'hw'],
      [137, 'place', 'weight'],
    ],
  },
  {
    ...tag,
    rows: [
      [141, 'placed', 'dlabel', 'dt'],
      [142, 'placed', 'dlabel', 'dw'],
    ],
  },
  {
    ...tag,
    rows: [
      [151, 'placed-tags', 'coming-tags'],
      [152, 'placed-labels', 'coming-labels'],
      [153, 'placed-tags'],
      [154, 'coming-tags'],
      [161, 'related', 's0t'],
      [162, 'related', 's0w'],
    ],
  },
  {
    ...tag,
    rows: [
      [171, 'place^', 'slabel', 'st'],
      [172, 'place^', 'slabel', 'sw'],
      [173, 'place+heavier^', 'slabel'],
      [174, 'place^', 'slabel', 'ht'],
    ],
  },
  {
    key: 'tag among siblings',
    meaning: 'tag of the word that comes next among its siblings',
    rows: [
      [181, 'placed-tags', 'coming-tags', 'place'],
      [182, 'placed-labels', 'coming-labels', 'place'],
      [183, 'coming-labels', 'place', 'ht'],
      [184, 'placed-labels', 'place', 'ht'],
      [186, 'coming-tags', 'place', 'ht'],
      [187, 'placed-tags', 'place', 'ht'],
    ],
  },
  {
    ...word,
    rows: [
      [131, 'head-at', 'label'],
      [135, 'head-at', 'hw'],
      [136, 'head-at', 'ht'],
    ],
  },
  {
    ...word,
    rows: [
      [141, 'placed', 'dlabel', 'dt'],
      [142, 'placed', 'dlabel', 'dw'],
    ],
  },
  {
    ...word,
    rows: [
      [155, 'placed-labels'],
      [156, 'coming-labels'],
      [161, 'related', 's0t'],
      [160, 'kinship', 'label', 'top-label'],
    ],
  },
  {
    ...word,
    rows: [
      [171, 'place^', 'slabel', 'st'],
      [175, 'head-at*^', 'sw'],
    ],
  },
  {
    key: 'word among siblings',
    meaning: 'word that comes next among its siblings',
    rows: [[185, 'coming-labels', 'place']],
  },
]);
