import { MeetingValue } from '../best-first/meeting-values.ts';
import { TemplateGroup, type Value } from '../templates.ts';

/*
 * The templates of best-first search over categories (Zhang & Clark 2015, Table 1). A constituent
 * is a word with a lexical category, or two neighbouring constituents that a rule joins; unary
 * rules may follow. In each section, the paper's templates come first, then ours: word classes,
 * likely categories, casing.
 */

export const enum ConstituentValue {
  Size,
  Word,
  Tag,
  Class,
  First,
  Last,
  FirstTag,
  SecondTag,
  LastTag,
  SecondLastTag,
  OtherWord,
  OtherTag,
  OtherClass,
  Cost,
  Casing,
}

const constituentValues: readonly Value[] = Object.values({
  [ConstituentValue.Size]: ['size', 'how many words the part has'],
  [ConstituentValue.Word]: ['hw', 'head'],
  [ConstituentValue.Tag]: ['ht', 'tag of the head'],
  [ConstituentValue.Class]: ['hc', 'class of the head'],
  [ConstituentValue.First]: ['w1', 'first word'],
  [ConstituentValue.Last]: ['w-1', 'last word'],
  [ConstituentValue.FirstTag]: ['t1', 'first tag'],
  [ConstituentValue.SecondTag]: ['t2', 'second tag'],
  [ConstituentValue.LastTag]: ['t-1', 'last tag'],
  [ConstituentValue.SecondLastTag]: ['t-2', 'second last tag'],
  [ConstituentValue.OtherWord]: ['ow', 'head of the other part'],
  [ConstituentValue.OtherTag]: ['ot', 'tag of the other part’s head'],
  [ConstituentValue.OtherClass]: ['oc', 'class of the other part’s head'],
  [ConstituentValue.Cost]: [
    'cost',
    'how much less likely the category is than the likeliest of its word',
  ],
  [ConstituentValue.Casing]: ['casing', 'how the first word is written'],
} satisfies Record<ConstituentValue, Value>);

/** The sections of `constituentTemplates`, in order. */
export const enum ConstituentSection {
  /** For every constituent. */
  Category,
  /** For a constituent of more than one word. */
  Ends,
  /** For a single word. */
  Lexical,
  Rule,
  /** For a chain of unary rules that is applied to the constituent. */
  Unary,
  /** For a constituent that holds all words of the bag. */
  Sentence,
}

export const constituentTemplates = new TemplateGroup('constituent', constituentValues, [
  {
    key: 'category',
    meaning: 'category of the part',
    rows: [
      [1201, 'size'],
      [1202, 'hw'],
      [1203, 'size', 'hw'],
      [1204, 'ht'],
      [1205, 'hc'],
    ],
  },
  {
    key: 'ends',
    meaning: 'category of the part',
    rows: [
      [1211, 'w1'],
      [1212, 'w-1'],
      [1213, 't1', 't2'],
      [1214, 't-2', 't-1'],
      [1215, 't1', 't-1'],
    ],
  },
  {
    key: 'lexical category',
    meaning: 'lexical category',
    rows: [
      [1221, 'hw'],
      [1222, 'ht'],
      [1223, 'hc'],
      [1224, 'cost'],
    ],
  },
  {
    key: 'rule',
    meaning: 'rule',
    rows: [
      [1231],
      [1232, 'hw'],
      [1233, 'hw', 'ow'],
      [1234, 'ht', 'ot'],
      [1235, 'hc', 'oc'],
      [1236, 'hw', 'ot'],
      [1237, 'ht', 'ow'],
    ],
  },
  {
    key: 'unary rules',
    meaning: 'unary rules',
    rows: [[1241], [1242, 'hw'], [1243, 'ht']],
  },
  {
    key: 'sentence',
    meaning: 'category of the whole sentence',
    rows: [
      [1251, 'w1'],
      [1252, 't1', 't2'],
      [1253, 'w-1'],
      [1254, 't-2', 't-1'],
      [1255, 'casing'],
      [1256, 'w1', 'w-1'],
      [1257, 'hw'],
    ],
  },
]);

/**
 * The values for lexical categories where two constituents meet. They follow the values of
 * `MeetingValue`.
 */
export const enum MeetingCategory {
  Left2 = 11,
  Left1,
  Right1,
  Right2,
}

const meetingValues: readonly Value[] = Object.values({
  [MeetingValue.LeftWord2]: ['w-2', 'second last word before'],
  [MeetingValue.LeftWord1]: ['w-1', 'last word before'],
  [MeetingValue.RightWord1]: ['w', 'first word behind'],
  [MeetingValue.RightWord2]: ['w+1', 'second word behind'],
  [MeetingValue.LeftTag2]: ['t-2', 'second last tag before'],
  [MeetingValue.LeftTag1]: ['t-1', 'last tag before'],
  [MeetingValue.RightTag1]: ['t', 'first tag behind'],
  [MeetingValue.RightTag2]: ['t+1', 'second tag behind'],
  [MeetingValue.LeftClass1]: ['c-1', 'class of the last word before'],
  [MeetingValue.RightClass1]: ['c', 'class of the first word behind'],
  [MeetingValue.Casing]: ['casing', 'how the first word behind is written'],
  [MeetingCategory.Left2]: ['k-2', 'second last lexical category before'],
  [MeetingCategory.Left1]: ['k-1', 'last lexical category before'],
  [MeetingCategory.Right1]: ['k', 'first lexical category behind'],
  [MeetingCategory.Right2]: ['k+1', 'second lexical category behind'],
} satisfies Record<Exclude<MeetingValue, MeetingValue.Count> | MeetingCategory, Value>);

/** The templates for the place where two constituents meet. */
export const meetingTemplates = new TemplateGroup('meeting', meetingValues, [
  {
    key: 'meeting',
    meaning: '',
    rows: [
      [1301, 'w-1', 'w'],
      [1302, 't-1', 't'],
      [1303, 'w-2', 'w-1', 'w'],
      [1304, 'w-1', 'w', 'w+1'],
      [1305, 't-2', 't-1', 't'],
      [1306, 't-1', 't', 't+1'],
      [1307, 'k-2', 'k-1', 'k'],
      [1308, 'k-1', 'k', 'k+1'],
      [1309, 'w-1', 't'],
      [1310, 't-1', 'w'],
      [1311, 't-2', 'w-1', 't'],
      [1312, 't-1', 'w', 't+1'],
      [1313, 'k-1', 'k'],
      [1314, 'w-1', 'k'],
      [1315, 'k-1', 'w'],
      [1316, 'c-1', 'c'],
      [1317, 'c-1', 'w'],
      [1318, 'w-1', 'c'],
      [1319, 'casing', 'w-1'],
      [1320, 'casing', 't-1', 't'],
    ],
  },
]);
