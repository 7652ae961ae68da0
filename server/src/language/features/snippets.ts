import { keywordDescriptions, sectionDescriptions } from './descriptions.ts';
import type { SectionName } from '../tree/section-header.ts';

/** A text with placeholders in the syntax of editors (`${1:name}`; `$0` for the final cursor). */
export interface Snippet {
  /** The prefix that an author types. */
  readonly name: string;
  readonly about: string;
  /** Indented by tabs, which editors replace by their own indentation. */
  readonly body: string;
}

function snippet(name: string, about: string, ...lines: readonly string[]): Snippet {
  return { name, about, body: lines.join('\n') };
}

export const bagSnippet = snippet(
  'bag',
  keywordDescriptions.bag.brief,
  'bag ${1:name} {',
  '\twords: ${2:the dog barks .}$0',
  '}',
);

export const fullBagSnippet = snippet(
  'bag-full',
  'a bag with arcs, order, and a sentence that you would accept',
  'bag ${1:name} {',
  '\twords:',
  '\t\t${2:the dog barks loudly .}',
  '\tdeps:',
  '\t\t${3:barks -nsubj-> dog}',
  '\torder:',
  '\t\t${4:dog < barks}',
  '\texpect:',
  '\t\t${5:the dog barks loudly .}$0',
  '}',
);

export const sectionSnippets: Readonly<Record<SectionName, Snippet>> = {
  words: section('words', '${1:the dog barks .}$0'),
  deps: section('deps', '${1:head} -> ${2:dependent}$0'),
  order: section('order', '${1:earlier} < ${2:later}$0'),
  expect: section('expect', '${1:a sentence that you would accept .}$0'),
};

export const wordSnippets: readonly Snippet[] = [
  snippet(
    'phrase',
    'several words in a fixed order, treated as one',
    '"${1:several words}"/${2:NNP}$0',
  ),
  snippet('alternatives', 'words of which exactly one is used', '( ${1:a} | ${2:an} )/${3:DT}$0'),
  snippet('chunk', 'words that stand next to each other, in any order', '[ ${1:the old man} ]$0'),
  snippet('optional', 'a word that may be left out', '${1:that}?$0'),
];

/** For bags with `grammar: ccg`. */
export const categorySnippet = snippet(
  'category',
  'a word with its category',
  '${1:saw}/${2:(S[dcl]\\\\NP)/NP}$0',
);

export const arcSnippet = snippet(
  'arc',
  'an arc with its label',
  '${1:head} -${2:nsubj}-> ${3:dependent}$0',
);

export const rootSnippet = snippet('root', keywordDescriptions.root.brief, 'root -> ${1:head}$0');

function section(name: SectionName, content: string): Snippet {
  return snippet(`${name}:`, sectionDescriptions[name].brief, `${name}:`, `\t${content}`);
}
