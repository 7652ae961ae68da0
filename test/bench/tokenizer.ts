/**
 * Tokenises the sentences of a treebank, from their `# text` lines, and compares with its words.
 *
 *     npx tsx test/bench/tokenizer.ts FILE.conllu [--errors N]
 */
import { readFileSync } from 'node:fs';
import { tokenize } from '../../server/src/text/tokenizer.ts';
import { readConllu } from '../../server/src/treebank/conllu.ts';

/** Where each token begins and ends, counted in characters that are not white space. */
function spans(tokens: readonly string[]): Set<string> {
  const found = new Set<string>();
  let start = 0;
  for (const token of tokens) {
    const end = start + token.replace(/\s/gu, '').length;
    found.add(`${start}-${end}`);
    start = end;
  }
  return found;
}

const [file, , limit = '0'] = process.argv.slice(2);
let expected = 0;
let given = 0;
let correct = 0;
let exact = 0;
let sentences = 0;
const errors = new Map<string, number>();

function compare(text: string, words: readonly string[]): void {
  const tokens = tokenize(text);
  const right = spans(words);
  const ours = spans(tokens);
  sentences++;
  expected += right.size;
  given += ours.size;
  const matches = [...ours].filter((span) => right.has(span)).length;
  correct += matches;
  if (matches === right.size && matches === ours.size) exact++;
  else
    for (const error of differences(words, tokens)) {
      errors.set(error, (errors.get(error) ?? 0) + 1);
    }
}

/** The stretches between common boundaries that differ. */
function differences(words: readonly string[], tokens: readonly string[]): string[] {
  const found: string[] = [];
  let [i, j] = [0, 0];
  while (i < words.length && j < tokens.length) {
    const [fromI, fromJ] = [i, j];
    let ahead = length(words[i++]) - length(tokens[j++]);
    while (ahead !== 0 && (i < words.length || j < tokens.length)) {
      ahead += ahead > 0 ? -length(tokens[j++]) : length(words[i++]);
    }
    const a = words.slice(fromI, i).join(' ');
    const b = tokens.slice(fromJ, j).join(' ');
    if (i - fromI !== 1 || j - fromJ !== 1) found.push(`${a}  <-  ${b}`);
  }
  return found;
}

function length(token: string | undefined): number {
  return (token ?? '').replace(/\s/gu, '').length;
}

for (const block of readFileSync(file, 'utf8').split('\n\n')) {
  const text = /^# text = (.*)$/mu.exec(block)?.[1];
  const sentence = readConllu(`${block}\n\n`).sentences.at(0);
  if (text !== undefined && sentence !== undefined) compare(text, sentence.forms);
}

const precision = (100 * correct) / given;
const recall = (100 * correct) / expected;
const f1 = (2 * precision * recall) / (precision + recall);
console.log('| sentences | words | precision | recall | F1 | sentences without an error |');
console.log('| ---: | ---: | ---: | ---: | ---: | ---: |');
const figures = [precision, recall, f1, (100 * exact) / sentences].map((n) => n.toFixed(2));
console.log(`| ${sentences} | ${expected} | ${figures.join(' | ')} |`);
const frequent = [...errors].sort((a, b) => b[1] - a[1]).slice(0, Number(limit));
for (const [error, count] of frequent) console.log(`${count}\t${error}`);
