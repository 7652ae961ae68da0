import type { SettingKey } from '../tree/settings.ts';
import type { SectionName } from '../tree/section-header.ts';

interface Description {
  /** A few words to show beside the completion. */
  readonly brief: string;
  readonly text: string;
}

interface SettingDescription extends Description {
  /** What happens if the setting is left out; undefined if its default value simply applies. */
  readonly leftOut?: string;
}

export const settingDescriptions: Readonly<Record<SettingKey, SettingDescription>> = {
  language: { brief: 'the language of the words', text: 'The language of the words.' },
  tagset: {
    brief: 'the tagset of the words',
    text: 'The tagset of the words: “xpos” is the Penn Treebank’s.',
  },
  search: {
    brief: 'the search for realizations',
    text:
      'The search for realizations. “beam” orders full trees without constraints on the order from the leaves up, and ' +
      'other bags by transitions; it keeps a fixed number of partial sentences at each step. ' +
      '“arc-standard” uses transitions for every bag; “bottom-up” accepts only full trees; ' +
      '“best-first” joins parts of any size, the highest-scoring first: it accepts every bag, is slower than “beam”, and finds ' +
      'worse sentences. ' +
      '“exact” searches like “beam”, and then proves which sentence of a small bag has the highest score.',
    leftOut: 'Without it, the setting bowline.search decides; on the command line it is “beam”.',
  },
  grammar: {
    brief: 'the kind of trees',
    text:
      'The trees of realizations: “dependency” means arcs between words; “ccg” means derivations of combinatory ' +
      'categorial grammar, in which words have categories and rules combine them. Then a category can be given ' +
      'after the slash of a word, as in saw/(S[dcl]\\NP)/NP, or with a tag, as in saw/VBD:(S[dcl]\\NP)/NP.',
  },
};

export const sectionDescriptions: Readonly<Record<SectionName, Description>> = {
  words: {
    brief: 'the words of the bag',
    text: 'The words of the bag, on as many lines as you like. Their order here does not matter.',
  },
  deps: {
    brief: 'arcs from heads to dependents',
    text: 'Arcs from heads to dependents: a line is “head -> dependent”, “head -nsubj-> dependent” or “root -> head”. No realization breaks them.',
  },
  order: {
    brief: 'the order of words',
    text: 'The order of words: a line is “a < b” (somewhere before), “a << b” (right before), “first a” or “last b”. No realization breaks them.',
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
    text: 'The word after “root ->” is the head of the sentence: all other words are below it.',
  },
  first: {
    brief: 'the first word',
    text: 'The word after “first” is the first word of the sentence.',
  },
  last: {
    brief: 'the last word',
    text: 'The word after “last” is the last word of the sentence.',
  },
} as const satisfies Record<string, Description>;

export const expectationDescription =
  'A sentence that you would accept. In the test view, and with “bowline test”, the bag passes if its first sentence is one of these.';

export const lemmaDescription = 'A lemma. The search chooses its form.';
