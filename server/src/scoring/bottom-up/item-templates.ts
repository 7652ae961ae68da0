import { TemplateGroup, type Value } from '../templates.ts';

/**
 * The feature values of an item to place and of the items placed before it. An item is a head, or
 * one of its dependents. In the names, `1` is the item placed last, and `2` is the item placed
 * before item `1`.
 */
export const enum ItemValue {
  Label,
  Tag,
  Word,
  Side,
  HeadTag,
  HeadWord,
  HeadLabel,
  AboveTag,
  Casing,
  Size,
  // Each value from ByTag to ByTagHeadWord is a hash of several values above.
  ByTag,
  ByWord,
  ByLabel,
  ByTagHeadTag,
  ByTagHeadWord,
  Index,
  ToCome,
  Capitals,
  IsFirst,
  Label1,
  Tag1,
  Word1,
  Both1,
  Label2,
  Tag2,
  Both2,
  Sizes1,
  SideSizes1,
  Heavier1,
  Casings1,
  ByTagBoth1,
  BelowLabel,
  BelowTag,
  BelowWord,
  BelowTags,
  BelowLabels,
  SiblingLabel,
  SiblingTag,
  SiblingWord,
  SiblingBoth,
  SiblingHeavier,
  SiblingCasings,
  SiblingSizes,
  ByTagSiblingTag,
  Label1Tag1,
  ComingTags,
  ComingLabels,
  PlacedTags,
  PlacedLabels,
}

const values: readonly Value[] = Object.values({
  [ItemValue.Label]: ['label', 'label of the item'],
  [ItemValue.Tag]: ['tag', 'tag of the item'],
  [ItemValue.Word]: ['word', 'word of the item'],
  [ItemValue.Side]: ['side', 'side of the head that it is placed on'],
  [ItemValue.HeadTag]: ['ht', 'tag of the head'],
  [ItemValue.HeadWord]: ['hw', 'head'],
  [ItemValue.HeadLabel]: ['hlabel', 'label of the head'],
  [ItemValue.AboveTag]: ['at', 'tag of the head of the head'],
  [ItemValue.Casing]: ['casing', 'how the item is written'],
  [ItemValue.Size]: ['size', 'how many words are under the item'],
  [ItemValue.ByTag]: ['item:tag', 'label, the tag and the side of the item'],
  [ItemValue.ByWord]: ['item:word', 'label, the word and the side of the item'],
  [ItemValue.ByLabel]: ['item:label', 'label and the side of the item'],
  [ItemValue.ByTagHeadTag]: [
    'item:tag+ht',
    'label, the tag and the side of the item, the tag of the head',
  ],
  [ItemValue.ByTagHeadWord]: ['item:tag+hw', 'label, the tag and the side of the item, the head'],
  [ItemValue.Index]: ['index', 'how many dependents are placed on this side'],
  [ItemValue.ToCome]: ['to-come', 'how many dependents are still to come'],
  [ItemValue.Capitals]: [
    'capitals',
    'whether the item holds a capital as a sentence begins with, whether one is still to come, ' +
      'whether nothing is placed yet and whether the head is the root',
  ],
  [ItemValue.IsFirst]: ['first', 'whether nothing is placed yet'],
  [ItemValue.Label1]: ['label1', 'label of what was placed before'],
  [ItemValue.Tag1]: ['t1', 'tag of what was placed before'],
  [ItemValue.Word1]: ['w1', 'word that was placed before'],
  [ItemValue.Both1]: ['t1+label1', 'tag and the label of what was placed before'],
  [ItemValue.Label2]: ['label2', 'label of what was placed second before'],
  [ItemValue.Tag2]: ['t2', 'tag of what was placed second before'],
  [ItemValue.Both2]: ['t2+label2', 'tag and the label of what was placed second before'],
  [ItemValue.Sizes1]: [
    'sizes1',
    'how many words are under the item and under what was placed before',
  ],
  [ItemValue.SideSizes1]: [
    'side+sizes1',
    'side, and how many words are under the item and under what was placed before',
  ],
  [ItemValue.Heavier1]: ['heavier1', 'whether the item or what was placed before holds more words'],
  [ItemValue.Casings1]: ['casings1', 'how the item and what was placed before are written'],
  [ItemValue.ByTagBoth1]: [
    'item:tag+t1+label1',
    'label, the tag and the side of the item, the tag and the label of what was placed before',
  ],
  [ItemValue.BelowLabel]: ['dlabel', 'label of a dependent of the item'],
  [ItemValue.BelowTag]: ['dt', 'tag of the dependent'],
  [ItemValue.BelowWord]: ['dw', 'dependent'],
  [ItemValue.BelowTags]: ['dtags', 'tags of all dependents of the item'],
  [ItemValue.BelowLabels]: ['dlabels', 'labels of all dependents of the item'],
  [ItemValue.SiblingLabel]: ['slabel', 'label of a sibling'],
  [ItemValue.SiblingTag]: ['st', 'tag of the sibling'],
  [ItemValue.SiblingWord]: ['sw', 'sibling'],
  [ItemValue.SiblingBoth]: ['slabel+st', 'label and the tag of a sibling'],
  [ItemValue.SiblingHeavier]: ['sheavier', 'whether the item or the sibling holds more words'],
  [ItemValue.SiblingCasings]: ['scasings', 'how the item and the sibling are written'],
  [ItemValue.SiblingSizes]: ['ssizes', 'how many words are under the item and under the sibling'],
  [ItemValue.ByTagSiblingTag]: [
    'item:tag+st',
    'label, the tag and the side of the item, the tag of a sibling',
  ],
  [ItemValue.Label1Tag1]: ['label1+t1', 'label and the tag of what was placed before'],
  [ItemValue.ComingTags]: ['coming-tags', 'tags of all siblings to come'],
  [ItemValue.ComingLabels]: ['coming-labels', 'labels of all siblings to come'],
  [ItemValue.PlacedTags]: ['placed-tags', 'tags of all siblings that are placed'],
  [ItemValue.PlacedLabels]: ['placed-labels', 'labels of all siblings that are placed'],
} satisfies Record<ItemValue, Value>);

/**
 * The sections of `itemTemplates`, in order. All templates of a section depend on the same data.
 */
export const enum ItemSection {
  /** Item, Below and BelowAll depend only on the item and its side. */
  Item,
  Below,
  BelowAll,
  /** Position depends on the item's position among the dependents. */
  Position,
  Capitals,
  /** Last, LastBelow and LastTwo depend on the last placed items. */
  Last,
  LastBelow,
  LastTwo,
  /** Coming, ComingLast and Placed depend on one sibling of the item. */
  Coming,
  ComingLast,
  Placed,
  /** All and AllLast depend on all siblings of the item. */
  All,
  AllLast,
}

/**
 * The templates for placing an item (the head or a dependent) after the placed items. They read the
 * item, its side of the head, the items before it, the items to come, and the words below the item
 * in the tree. They do not read the order of the words below the item (after Bohnet et al. 2010,
 * Section 4, and Yu et al. 2019).
 */
export const itemTemplates = new TemplateGroup('item', values, [
  {
    key: 'item',
    meaning: 'item that is placed next',
    rows: [
      [1, 'label', 'tag', 'side'],
      [2, 'label', 'word', 'side'],
      [3, 'tag', 'side', 'ht'],
      [23, 'word', 'tag', 'side'],
      [4, 'item:tag', 'ht'],
      [5, 'item:tag', 'hw'],
      [6, 'item:word', 'ht'],
      [7, 'item:word', 'hw'],
      [8, 'item:tag', 'ht', 'hlabel'],
      [9, 'label', 'side', 'ht'],
      [13, 'item:tag', 'size'],
      [14, 'item:tag', 'ht', 'size'],
      [19, 'item:tag', 'ht', 'at'],
      [20, 'item:tag', 'hlabel', 'at'],
      [21, 'item:word', 'hlabel'],
      [99, 'item:tag', 'casing', 'ht'],
    ],
  },
  {
    key: 'below',
    meaning: 'a dependent of the item',
    rows: [
      [80, 'item:tag', 'dlabel', 'dt'],
      [81, 'item:tag', 'dlabel', 'dw'],
      [82, 'item:tag+ht', 'dlabel', 'dt'],
      [83, 'item:word', 'dlabel', 'dt'],
    ],
  },
  {
    key: 'below all',
    meaning: 'all dependents of the item',
    rows: [
      [85, 'item:tag', 'dtags'],
      [86, 'item:tag', 'dlabels'],
      [87, 'item:tag', 'ht', 'dtags'],
    ],
  },
  {
    key: 'position',
    meaning: 'where the item is placed among the dependents',
    rows: [
      [10, 'item:tag', 'index'],
      [11, 'item:tag', 'ht', 'index'],
      [12, 'item:word', 'index'],
      [15, 'item:tag', 'to-come'],
      [16, 'item:tag', 'ht', 'to-come'],
      [17, 'item:tag', 'index', 'to-come'],
      [18, 'item:word', 'to-come'],
    ],
  },
  {
    key: 'capitals',
    meaning: 'what the sentence begins with',
    rows: [
      [90, 'capitals'],
      [91, 'item:tag', 'capitals'],
      [92, 'capitals', 'ht'],
      [93, 'item:tag', 'casing', 'first'],
    ],
  },
  {
    key: 'last',
    meaning: 'what was placed before the item',
    rows: [
      [30, 'item:tag', 't1', 'label1'],
      [31, 'item:tag', 'label1'],
      [32, 'item:tag', 't1', 'ht'],
      [33, 'item:tag', 'label1', 'ht'],
      [34, 'item:tag', 'w1'],
      [35, 'item:word', 't1', 'label1'],
      [36, 'item:word', 'w1'],
      [42, 'item:tag', 't1', 'sizes1'],
      [43, 'item:tag', 'sizes1'],
      [44, 'label', 'label1', 'side+sizes1'],
      [45, 'item:tag+hw', 't1', 'label1'],
      [46, 'item:tag', 'casings1', 'label1'],
      [47, 'item:tag', 'casings1', 't1'],
      [48, 'item:tag', 'label1', 'heavier1'],
      [49, 'item:tag', 't1', 'heavier1'],
    ],
  },
  {
    key: 'last below',
    meaning: 'what was placed before the item, and a dependent of the item',
    rows: [[84, 'item:tag+t1+label1', 'dlabel', 'dt']],
  },
  {
    key: 'last two',
    meaning: 'two that were placed before the item',
    rows: [
      [37, 'item:tag', 't1+label1', 't2+label2'],
      [38, 'item:tag', 'label1', 'label2'],
      [39, 'item:tag+ht', 't1', 't2'],
      [40, 'item:tag+ht', 'label1', 'label2'],
      [41, 'item:word', 't1', 't2'],
    ],
  },
  {
    key: 'coming',
    meaning: 'a sibling that is still to come',
    rows: [
      [51, 'item:tag', 'slabel', 'st'],
      [52, 'item:tag+ht', 'slabel', 'st'],
      [53, 'item:word', 'slabel', 'st'],
      [54, 'item:tag', 'slabel', 'sw'],
      [55, 'word', 'sw', 'side'],
      [56, 'item:label', 'slabel', 'sheavier'],
      [57, 'item:tag', 'slabel+st', 'sheavier'],
      [58, 'item:tag+hw', 'slabel', 'st'],
      [96, 'item:tag', 'scasings', 'slabel'],
      [97, 'item:tag', 'scasings', 'st'],
      [98, 'item:tag', 'ssizes', 'slabel+st'],
    ],
  },
  {
    key: 'coming last',
    meaning: 'a sibling that is still to come, and what was placed before the item',
    rows: [[59, 'item:tag+st', 'label1+t1', 'slabel']],
  },
  {
    key: 'placed',
    meaning: 'a sibling that is placed, but not right before',
    rows: [
      [94, 'item:tag', 'slabel', 'st'],
      [95, 'item:tag', 'slabel', 'sw'],
    ],
  },
  {
    key: 'all',
    meaning: 'all siblings',
    rows: [
      [60, 'item:tag', 'coming-tags'],
      [61, 'item:tag', 'coming-labels'],
      [62, 'item:tag', 'ht', 'coming-tags'],
      [63, 'item:tag', 'ht', 'coming-labels'],
      [64, 'item:word', 'coming-tags'],
      [65, 'item:word', 'coming-labels'],
      [68, 'item:tag+hw', 'coming-tags', 'coming-labels'],
      [70, 'item:tag', 'placed-tags', 'coming-tags'],
      [71, 'item:tag', 'placed-labels', 'coming-labels'],
      [72, 'item:tag', 'ht', 'placed-tags'],
      [73, 'item:tag', 'ht', 'placed-labels'],
    ],
  },
  {
    key: 'all last',
    meaning: 'all siblings that are still to come, and what was placed before the item',
    rows: [
      [66, 'item:tag', 't1+label1', 'coming-tags'],
      [67, 'item:tag', 'label1', 'coming-labels'],
    ],
  },
]);
