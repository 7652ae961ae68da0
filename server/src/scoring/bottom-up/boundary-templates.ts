import { TemplateGroup, type Value } from '../templates.ts';

/**
 * The values of a boundary between two items. An item is a head, or the ordered subtree of one of
 * its dependents. `Before…` values describe the words before the boundary, counted backwards.
 * `First…` values describe the first words of the item after the boundary.
 */
export const enum BoundaryValue {
  HeadTag,
  Label,
  Tag,
  Side,
  /** The label of the item before the boundary; HEAD for the head itself, NOTHING for no item. */
  Label1,
  BeforeWord1,
  BeforeWord2,
  BeforeWord3,
  BeforeTag1,
  BeforeTag2,
  BeforeTag3,
  FirstWord1,
  FirstWord2,
  FirstWord3,
  FirstTag1,
  FirstTag2,
  FirstTag3,
  FirstCasing,
  LastWord,
  LastTag,
  Shape,
  /** From here on, each value is a hash of several other values. */
  Item,
  ItemLabel1,
  BeforeTags21,
  BeforeTags32,
  AcrossTags,
}

const values: readonly Value[] = Object.values({
  [BoundaryValue.HeadTag]: ['ht', 'tag of the head'],
  [BoundaryValue.Label]: ['label', 'label of the item'],
  [BoundaryValue.Tag]: ['tag', 'tag of the item'],
  [BoundaryValue.Side]: ['side', 'side of the head that it is placed on'],
  [BoundaryValue.Label1]: ['label1', 'label of what was placed before'],
  [BoundaryValue.BeforeWord1]: ['w1', 'word before'],
  [BoundaryValue.BeforeWord2]: ['w2', 'second word before'],
  [BoundaryValue.BeforeWord3]: ['w3', 'third word before'],
  [BoundaryValue.BeforeTag1]: ['t1', 'tag before'],
  [BoundaryValue.BeforeTag2]: ['t2', 'second tag before'],
  [BoundaryValue.BeforeTag3]: ['t3', 'third tag before'],
  [BoundaryValue.FirstWord1]: ['f1w', 'first word of the item'],
  [BoundaryValue.FirstWord2]: ['f2w', 'second word of the item'],
  [BoundaryValue.FirstWord3]: ['f3w', 'third word of the item'],
  [BoundaryValue.FirstTag1]: ['f1t', 'first tag of the item'],
  [BoundaryValue.FirstTag2]: ['f2t', 'second tag of the item'],
  [BoundaryValue.FirstTag3]: ['f3t', 'third tag of the item'],
  [BoundaryValue.FirstCasing]: ['casing', 'how the first word of the item is written'],
  [BoundaryValue.LastWord]: ['g1w', 'last word of the item'],
  [BoundaryValue.LastTag]: ['g1t', 'last tag of the item'],
  [BoundaryValue.Shape]: ['shape', 'how many dependents the item has on each side'],
  [BoundaryValue.Item]: ['item', 'label, the tag and the side of the item'],
  [BoundaryValue.ItemLabel1]: [
    'item+label1',
    'label, the tag and the side of the item, the label of what was placed before',
  ],
  [BoundaryValue.BeforeTags21]: ['t2+t1', 'last two tags before'],
  [BoundaryValue.BeforeTags32]: ['t3+t2', 'third and the second tag before'],
  [BoundaryValue.AcrossTags]: ['t1+f1t', 'tag before and the first tag of the item'],
} satisfies Record<BoundaryValue, Value>);

/** The sections of `boundaryTemplates`, in order. */
export const enum BoundarySection {
  /** Only for an item of more than one word. */
  Inside,
  /** Only if no word is before the boundary. */
  Begin,
  Near,
  TwoBehind,
  ThreeBehind,
  TwoBefore,
  ThreeBefore,
  TwoOnBothSides,
}

/** The templates for the words on both sides of a boundary. */
export const boundaryTemplates = new TemplateGroup('boundary', values, [
  {
    key: 'inside',
    meaning: 'how the item is ordered inside',
    rows: [
      [101, 'item', 'f1t', 'g1t'],
      [102, 'item', 'f1w'],
      [103, 'item', 'g1w'],
      [104, 'item', 'f1t'],
      [105, 'item', 'shape'],
      [106, 'item', 'f1t', 'ht'],
    ],
  },
  {
    key: 'begin',
    meaning: 'begin of the subtree',
    rows: [
      [107, 'item', 'f1t', 'ht'],
      [108, 'item', 'f1w'],
    ],
  },
  {
    key: 'near',
    meaning: 'words on both sides of the boundary',
    rows: [
      [110, 'w1', 'f1w'],
      [111, 't1', 'f1t'],
      [112, 'w1', 'f1t'],
      [113, 't1', 'f1w'],
      [114, 'w1', 'casing'],
      [115, 't1', 'casing'],
      [116, 'item', 'w1', 'f1t'],
      [117, 'item', 't1', 'f1w'],
      [118, 'item', 't1', 'f1t'],
      [119, 'item+label1', 't1', 'f1t'],
      [120, 'item', 'w1', 'f1w'],
      [121, 'label', 'label1', 't1+f1t'],
    ],
  },
  {
    key: 'two behind',
    meaning: 'one word before the boundary and two behind it',
    rows: [
      [130, 'w1', 'f1w', 'f2w'],
      [131, 't1', 'f1t', 'f2t'],
      [132, 'w1', 'f1t', 'f2t'],
      [133, 't1', 'f1w', 'f2t'],
      [134, 't1', 'f1t', 'f2w'],
      [135, 'w1', 'f1w', 'f2t'],
    ],
  },
  {
    key: 'three behind',
    meaning: 'one word before the boundary and three behind it',
    rows: [[137, 't1+f1t', 'f2t', 'f3t']],
  },
  {
    key: 'two before',
    meaning: 'two words before the boundary and one behind it',
    rows: [
      [130, 'w2', 'w1', 'f1w'],
      [131, 't2', 't1', 'f1t'],
      [132, 'w2', 't1', 'f1t'],
      [133, 't2', 'w1', 'f1t'],
      [134, 't2', 't1', 'f1w'],
      [135, 'w2', 'w1', 'f1t'],
      [136, 'item', 't2+t1', 'f1t'],
    ],
  },
  {
    key: 'three before',
    meaning: 'three words before the boundary and one behind it',
    rows: [[137, 't3+t2', 't1', 'f1t']],
  },
  {
    key: 'two on both sides',
    meaning: 'two words on both sides of the boundary',
    rows: [[137, 't2+t1', 'f1t', 'f2t']],
  },
]);
