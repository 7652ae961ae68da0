import { TemplateGroup, type Value } from '../templates.ts';

/** The values of a head with all its dependents in order. */
export const enum WholeValue {
  HeadTag,
  HeadWord,
  HeadLabel,
  /** Labels and Tags are hashes over the head and its dependents, in order. */
  Labels,
  Tags,
  Lefts,
  Rights,
  LastWord1,
  LastWord2,
  LastTag1,
  LastTag2,
  EndWord,
  EndTag,
}

const values: readonly Value[] = Object.values({
  [WholeValue.HeadTag]: ['ht', 'tag of the head'],
  [WholeValue.HeadWord]: ['hw', 'head'],
  [WholeValue.HeadLabel]: ['hlabel', 'label of the head'],
  [WholeValue.Labels]: ['labels', 'labels of the dependents in their order'],
  [WholeValue.Tags]: ['tags', 'tags of the dependents in their order'],
  [WholeValue.Lefts]: ['before', 'how many dependents are before the head'],
  [WholeValue.Rights]: ['after', 'how many dependents are after it'],
  [WholeValue.LastWord1]: ['w1', 'last word'],
  [WholeValue.LastWord2]: ['w2', 'word before the last'],
  [WholeValue.LastTag1]: ['t1', 'last tag'],
  [WholeValue.LastTag2]: ['t2', 'tag before the last'],
  [WholeValue.EndWord]: ['end', 'end of the sentence'],
  [WholeValue.EndTag]: ['end:tag', 'end of the sentence as a tag'],
} satisfies Record<WholeValue, Value>);

/** The sections of `wholeTemplates`, in order. */
export const enum WholeSection {
  Whole,
  /** Only if the head is the root of the sentence. */
  End,
}

/** The templates for a head and all its dependents in order, and for the end of a sentence. */
export const wholeTemplates = new TemplateGroup('whole', values, [
  {
    key: 'whole',
    meaning: 'order of a head and its dependents',
    rows: [
      [150, 'labels', 'ht'],
      [151, 'tags', 'ht'],
      [152, 'labels', 'ht', 'hlabel'],
      [153, 'tags', 'hw'],
      [154, 'labels', 'hw'],
      [155, 'before', 'after', 'ht'],
      [156, 'before', 'after', 'hlabel'],
    ],
  },
  {
    key: 'end',
    meaning: 'last words of the sentence',
    rows: [
      [110, 'w1', 'end'],
      [111, 't1', 'end:tag'],
      [112, 'w1', 'end:tag'],
      [131, 't2', 't1', 'end:tag'],
      [130, 'w2', 'w1', 'end'],
    ],
  },
]);
