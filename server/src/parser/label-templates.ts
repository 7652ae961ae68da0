import { TemplateGroup, type Value } from '../scoring/templates.ts';

/*
 * The templates of the labeller. `h` is the head of the arc, `m` its modifier, `g` the head of `h`.
 * `l` and `r` are the outermost modifiers of `m` on the left and on the right. `s` is the nearest
 * modifier of `h` before `m`.
 */

export const enum LabelValue {
  Constant,
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
  Tags,
  /** The side of the modifier, and its distance from the head: 1, 2, 3 to 5, or more words. */
  Distance,
  Before,
  After,
  BeforeWord,
  AfterWord,
  HeadBefore,
  HeadAfter,
  Above,
  AboveWord,
  AboveLabel,
  Left,
  LeftWord,
  Right,
  RightWord,
  Sibling,
  SiblingWord,
  SiblingLabel,
  NextSibling,
  /**
   * The side of the head on which the modifier stands, and how many of the head's modifiers on this
   * side stand before and after this modifier.
   */
  Position,
  /** How many modifiers the modifier has on each side. */
  Valency,
  /** The first function word that modifies the modifier, such as an adposition. */
  Marker,
  /**
   * The labels of the head's earlier modifiers, as a bit mask. The label with id i sets bit i
   * modulo 32.
   */
  Seen,
  Shape,
  /** The last auxiliary that modifies the head and stands before it. */
  Auxiliary,
  /**
   * A bare nominal is a noun, pronoun or number without an adposition or another function word;
   * determiners do not count. `book` is one in `read a book`, but not in `look at a book`. The
   * value says whether the modifier is one. It also counts the other bare nominals that modify the
   * head and stand after the head: how many stand before this modifier, and how many after this
   * modifier.
   */
  Bare,
  /** The word before the first word of the modifier's subtree. */
  EdgeWord,
  /**
   * The universal tags of the modifiers of the modifier: which occur on its left, and which on its
   * right.
   */
  Modifiers,
  /**
   * The universal tags of the modifiers of the head: which occur on its left, and which on its
   * right.
   */
  HeadModifiers,
}

const values: readonly Value[] = Object.values({
  [LabelValue.Constant]: ['1', 'always'],
  [LabelValue.Head]: ['h', 'head and its tag'],
  [LabelValue.HeadWord]: ['hw', 'head'],
  [LabelValue.HeadTag]: ['ht', 'tag of the head'],
  [LabelValue.HeadUniversal]: ['hu', 'universal tag of the head'],
  [LabelValue.HeadClass]: ['hc', 'class of the head'],
  [LabelValue.Modifier]: ['m', 'modifier and its tag'],
  [LabelValue.Word]: ['mw', 'modifier'],
  [LabelValue.Tag]: ['mt', 'tag of the modifier'],
  [LabelValue.Universal]: ['mu', 'universal tag of the modifier'],
  [LabelValue.Class]: ['mc', 'class of the modifier'],
  [LabelValue.Tags]: ['ht+mt', 'tags of head and modifier'],
  [LabelValue.Distance]: ['side', 'side and distance of the modifier'],
  [LabelValue.Before]: ['mt-1', 'tag before the modifier'],
  [LabelValue.After]: ['mt+1', 'tag after the modifier'],
  [LabelValue.BeforeWord]: ['mw-1', 'word before the modifier'],
  [LabelValue.AfterWord]: ['mw+1', 'word after the modifier'],
  [LabelValue.HeadBefore]: ['ht-1', 'tag before the head'],
  [LabelValue.HeadAfter]: ['ht+1', 'tag after the head'],
  [LabelValue.Above]: ['gt', 'tag of the head of the head'],
  [LabelValue.AboveWord]: ['gw', 'head of the head'],
  [LabelValue.AboveLabel]: ['gl', 'label of the head'],
  [LabelValue.Left]: ['lt', 'tag of the leftmost modifier of the modifier'],
  [LabelValue.LeftWord]: ['lw', 'leftmost modifier of the modifier'],
  [LabelValue.Right]: ['rt', 'tag of the rightmost modifier of the modifier'],
  [LabelValue.RightWord]: ['rw', 'rightmost modifier of the modifier'],
  [LabelValue.Sibling]: ['st', 'tag of the sibling before'],
  [LabelValue.SiblingWord]: ['sw', 'sibling before'],
  [LabelValue.SiblingLabel]: ['sl', 'label of the sibling before'],
  [LabelValue.NextSibling]: ['nt', 'tag of the next sibling'],
  [LabelValue.Position]: ['place', 'place among the modifiers of the head'],
  [LabelValue.Valency]: ['valency', 'number of modifiers of the modifier'],
  [LabelValue.Marker]: ['mark', 'function word of the modifier'],
  [LabelValue.Seen]: ['seen', 'labels of earlier modifiers of the head'],
  [LabelValue.Shape]: ['shape', 'spelling of the modifier'],
  [LabelValue.Auxiliary]: ['aux', 'last auxiliary of the head'],
  [LabelValue.Bare]: ['bare', 'number of bare nominals on the right of the head'],
  [LabelValue.EdgeWord]: ['ew', "word before the modifier's phrase"],
  [LabelValue.Modifiers]: ['mm', 'universal tags of the modifiers of the modifier'],
  [LabelValue.HeadModifiers]: ['hm', 'universal tags of the modifiers of the head'],
} satisfies Record<LabelValue, Value>);

/** A feature combines the values of a template with a label, its key. */
export const labelTemplates = new TemplateGroup('parser-label', values, [
  {
    key: 'label',
    meaning: 'label of the arc',
    rows: [
      [901, '1'],
      [902, 'm', 'side'],
      [903, 'mt', 'side'],
      [904, 'h', 'side'],
      [905, 'ht', 'side'],
      [906, 'h', 'm'],
      [907, 'h', 'mt', 'side'],
      [908, 'ht', 'm', 'side'],
      [909, 'ht+mt', 'side'],
      [910, 'hw', 'mw'],
      [911, 'hc', 'mc', 'side'],
      [912, 'hc', 'mt', 'side'],
      [913, 'ht', 'mc', 'side'],
      [914, 'hw', 'mc'],
      [915, 'hc', 'mw'],
      [916, 'ht+mt', 'mt-1', 'mt+1'],
      [917, 'ht+mt', 'mw-1'],
      [918, 'ht+mt', 'mw+1'],
      [919, 'm', 'mw-1'],
      [920, 'm', 'mw+1'],
      [921, 'ht+mt', 'ht-1', 'ht+1'],
      [922, 'ht+mt', 'gt'],
      [923, 'mt', 'gl', 'ht'],
      [924, 'm', 'gl'],
      [925, 'ht+mt', 'gw'],
      [926, 'ht+mt', 'lt', 'rt'],
      [927, 'ht+mt', 'lw'],
      [928, 'ht+mt', 'rw'],
      [929, 'hw', 'mark', 'mt'],
      [930, 'ht+mt', 'mark', 'side'],
      [931, 'hc', 'mc', 'mark'],
      [932, 'mw', 'mark'],
      [933, 'ht+mt', 'st', 'nt'],
      [934, 'ht+mt', 'sl', 'side'],
      [935, 'h', 'mt', 'sl'],
      [936, 'mt', 'sw', 'sl'],
      [937, 'ht+mt', 'place'],
      [938, 'h', 'place', 'mt'],
      [939, 'ht+mt', 'valency'],
      [940, 'm', 'valency', 'side'],
      [941, 'ht+mt', 'seen', 'side'],
      [942, 'h', 'mt', 'seen'],
      [943, 'mc', 'seen', 'side'],
      [944, 'shape', 'ht', 'side'],
      [945, 'mw', 'hu', 'side'],
      [946, 'hw', 'mu', 'side'],
      [947, 'mt', 'sl', 'seen'],
      [948, 'm', 'lw'],
      [949, 'ht+mt', 'aux', 'side'],
      [950, 'h', 'mt', 'aux'],
      [951, 'ht+mt', 'bare', 'side'],
      [952, 'hw', 'mt', 'bare'],
      [953, 'ht', 'mc', 'bare'],
      [954, 'hc', 'mc', 'bare'],
      [955, 'ht+mt', 'ew', 'side'],
      [956, 'ht+mt', 'ew', 'mark'],
      [957, 'm', 'ew'],
      [958, 'ht+mt', 'mm', 'side'],
      [959, 'ht+mt', 'mm', 'ew'],
      [960, 'ht+mt', 'mm', 'mark'],
      [961, 'm', 'mm'],
      [962, 'h', 'mm'],
      [963, 'ht+mt', 'hm', 'side'],
      [964, 'ht+mt', 'gl', 'side'],
      [965, 'ht+mt', 'gl', 'mark'],
      [966, 'gl', 'mm', 'ew'],
      [967, 'hw', 'mc', 'mark'],
      [968, 'hc', 'mw', 'mark'],
    ],
  },
]);
