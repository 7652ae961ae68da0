import type { SettingKey } from '../tree/settings.ts';
import type { SectionName } from '../tree/section-header.ts';

/** The description of a keyword of the language. */
interface Description {
  /** Shown beside its completion. */
  readonly brief: string;
  /** Plain sentences. */
  readonly text: string;
}

interface SettingDescription extends Description {
  /** The meaning of a file without the setting, unless that is simply its default. */
  readonly leftOut?: string;
}

export const settingDescriptions: Readonly<Record<SettingKey, SettingDescription>> = {
  language: { brief: 'the language of the words', text: 'The language of the words.' },
  tagset: {
    brief: 'what the tags of words are',
    text: 'The tagset that the tags of words are from: “xpos” is that of the Penn Treebank.',
  },
  search: {
    brief: 'how realizations are searched for',
    text:
      'How realizations are searched for. With “beam”, full trees without constraints on the order are ' +
      'ordered from the leaves up and other bags with transitions, the best so many kept at each step. ' +
      '“arc-standard” takes transitions for every bag; “bottom-up” refuses bags that are no full trees; ' +
      '“best-first” joins parts of any size, the best first: it takes every bag, is slower than “beam”, and finds ' +
      'worse sentences. ' +
      '“exact” searches as “beam” does, and then proves the best realization of small bags.',
    leftOut:
      'Left out, it is what the setting bowline.search says, and “beam” on the command line.',
  },
  grammar: {
    brief: 'what trees are made of',
    text:
      'What the trees of realizations are made of: with “dependency”, arcs between words; with “ccg”, words that have ' +
      'categories of combinatory categorial grammar, and the rules that combine them. Categories can then be given ' +
      'behind the slash of a word, as in saw/(S[dcl]\\NP)/NP, or with a tag, as in saw/VBD:(S[dcl]\\NP)/NP.',
  },
};

export const sectionDescriptions: Readonly<Record<SectionName, Description>> = {
  words: {
    brief: 'the words of the bag',
    text: 'The words of the bag, on as many lines as you like. The order in which they are written says nothing.',
  },
  deps: {
    brief: 'arcs from heads to dependents',
    text: 'Arcs from heads to dependents: a line is “head -> dependent”, “head -nsubj-> dependent” or “root -> head”. No realization breaks them.',
  },
  order: {
    brief: 'what comes before what',
    text: 'What comes before what: a line is “a < b” (somewhere before), “a << b” (right before), “first a” or “last b”. No realization breaks them.',
  },
  expect: {
    brief: 'sentences that you would accept',
    text: 'Sentences that you would accept, each a line of plain text. They constrain nothing: Bowline shows their ranks, and runs them as a test.',
  },
};

export const keywordDescriptions = {
  bag: { brief: 'a bag of words', text: 'A bag: words to put in order.' },
  root: {
    brief: 'the head of the sentence',
    text: 'The word after “root ->” is the head of the sentence: all the others hang below it.',
  },
  first: {
    brief: 'the first word',
    text: 'The word after “first” is the first of the sentence.',
  },
  last: {
    brief: 'the last word',
    text: 'The word after “last” is the last of the sentence.',
  },
} as const satisfies Record<string, Description>;

export const expectationDescription =
  'A sentence that you would accept. In the test view, and with “bowline test”, the bag passes if its best realization is one of these.';

export const lemmaDescription =
  'A lemma, to be inflected. It is read, but this version cannot realize a bag that has one.';
