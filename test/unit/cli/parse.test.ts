import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { encodeParser } from '../../../server/src/parser/parser-model.ts';
import type { ParseReport } from '../../../server/src/results/parse-formats.ts';
import { readConllu } from '../../../server/src/treebank/conllu.ts';
import { smallModel } from '../support/small-model.ts';
import { tinyParserModel } from '../support/tiny-parser.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bowline-parse-'));
const parser = join(folder, 'tiny.bow-parser');
const treebank = join(root, 'test/fixtures/tiny.conllu');

function parse(
  input: string,
  ...args: string[]
): { code: number | null; out: string; errors: string } {
  const { status, stdout, stderr } = spawnSync(
    'node',
    [join(root, 'bin/bowline.js'), 'parse', '--parser', parser, ...args],
    { cwd: folder, encoding: 'utf8', input },
  );
  return { code: status, out: stdout, errors: stderr };
}

function parsed(input: string, ...args: string[]): ParseReport[] {
  return JSON.parse(parse(input, '--format', 'json', ...args).out) as ParseReport[];
}

describe('bowline parse', () => {
  before(() => writeFileSync(parser, encodeParser(tinyParserModel())));
  after(() => rmSync(folder, { recursive: true }));

  it('reads a text a line at a time, and splits a line into sentences and words', () => {
    const [first, second, third] = parsed("The dog chased a cat. Old dogs don't sleep.\nThe cat\n");
    assert.deepEqual(
      second.trees[0].words.map(({ form }) => form),
      ['Old', 'dogs', 'do', "n't", 'sleep', '.'],
    );
    assert.deepEqual([first.line, second.line, third.line], [1, 1, 2]);
    assert.deepEqual(
      first.trees[0].words.map(({ head }) => head),
      [2, 3, 0, 5, 3, 3],
    );
  });

  it('labels the arcs of bowline realize, or says why not', () => {
    const bag = join(folder, 'dog.bow');
    const model = join(folder, 'small.bow-model');
    writeFileSync(model, smallModel());
    writeFileSync(
      bag,
      'bag a {\n words: Cats/NNS sleep/VBP .\n deps: sleep -> Cats\n  sleep -nsubj-> .\n order: Cats < sleep\n  sleep < .\n}\n',
    );
    const realize = (...args: string[]): { out: string; errors: string } => {
      const all = [
        'realize',
        bag,
        '--model',
        model,
        '--language-model',
        'none',
        '-k',
        '1',
        ...args,
      ];
      const { stdout, stderr } = spawnSync('node', [join(root, 'bin/bowline.js'), ...all], {
        encoding: 'utf8',
      });
      return { out: stdout, errors: stderr };
    };
    const labels = (...args: string[]): string[] =>
      [...realize('--format', 'conllu', ...args).out.matchAll(/^\d+\t(\S+).*\t\d\t(\S+)\t/gm)]
        .map(([, form, label]) => `${form} ${label}`)
        .sort();
    assert.deepEqual(labels('--parser', parser), ['. nsubj', 'Cats nsubj', 'sleep root']);
    assert.deepEqual(labels('--parser', 'none'), ['. nsubj', 'Cats _', 'sleep root']);
    assert.deepEqual(labels('--parser', bag), ['. nsubj', 'Cats _', 'sleep root']);
    const { errors } = realize('--format', 'json', '--parser', bag);
    assert.ok(
      errors.endsWith(
        `
${bag}: This is not a Bowline model; arcs that nobody labelled have no label
`,
      ),
    );
    // Text has no labels, so that the parser is not read.
    assert.doesNotMatch(realize('--parser', bag).errors, /label/);
  });

  it('joins the lines of a paragraph with --paragraphs', () => {
    const text = 'The dog\nchased a cat.\n\nOld dogs sleep.\n';
    assert.equal(parsed(text).length, 3);
    assert.deepEqual(
      parsed(text, '--paragraphs').map(({ line, text }) => [line, text]),
      [
        [1, 'The dog chased a cat.'],
        [4, 'Old dogs sleep.'],
      ],
    );
  });

  it('writes CoNLL-U that can be read again', () => {
    const { out, code } = parse('The dog chased a cat.\n');
    assert.equal(code, 0);
    const { sentences, problems } = readConllu(out);
    assert.deepEqual(problems, []);
    assert.deepEqual(sentences[0].heads, [2, 3, 0, 5, 3, 3]);
    assert.deepEqual(sentences[0].labels, ['det', 'nsubj', 'root', 'det', 'obj', 'punct']);
  });

  it('draws trees, and says why the first is preferred', () => {
    const { out } = parse('The dog chased a cat.\n', '--format', 'tree', '-k', '2', '--explain');
    assert.match(out, /^1\. The dog chased a cat\.\n {2}chased\/VBD {2}root\n/);
    assert.match(out, /\n2\. The dog chased a cat\. {2}-\d+/);
    assert.match(out, / depends on .* here, on .* in tree 1\.\n {2}For tree 1: \+\d+ /);
  });

  it('numbers equal words, and gives reasons that add up to the difference of the scores', () => {
    const options = ['--format', 'tree', '-k', '3', '--explain'];
    const { out } = parse('The dog chased the dog and the dog.\n', ...options);
    const trees = out.trim().split('\n\n').slice(1);
    assert.match(out, /"(?:the|dog)#[123]" depends on /);
    assert.match(out, / \d+ more templates\.\n/);
    for (const tree of trees) {
      const [, margin] = /^.* {2}-(\d+)/.exec(tree)!;
      const [, reasons] = /For tree 1: (.*)\./.exec(tree)!;
      const sum = reasons.split('; ').reduce((total, reason) => total + parseInt(reason, 10), 0);
      assert.equal(sum, Number(margin), tree);
    }
  });

  it('takes the words of a treebank as they are, and keeps its tags and heads if asked to', () => {
    const { sentences } = readConllu(readFileSync(treebank, 'utf8'));
    const whole = readConllu(parse('', treebank, '--keep-tags').out).sentences;
    assert.deepEqual(
      whole.map(({ id, forms, tags }) => ({ id, forms, tags })),
      sentences.map(({ id, forms, tags }) => ({ id, forms, tags })),
    );
    const plain = parse('Dogs bark.\n', '--keep-tags');
    assert.equal(plain.code, 2);
    assert.match(plain.errors, /--keep-tags: - is no \.conllu file/);
    const kept = parse('', treebank, '--keep-heads');
    assert.equal(kept.code, 1);
    assert.match(
      kept.errors,
      /tiny\.conllu:\d+: no projective tree has these heads: leave out --keep-heads/,
    );
    const heads = new Map(
      readConllu(kept.out).sentences.map((sentence) => [sentence.id, sentence.heads]),
    );
    assert.equal(heads.size, sentences.length - 1);
    for (const { id, heads: own } of sentences)
      if (heads.has(id)) assert.deepEqual(heads.get(id), own);
  });

  it('parses a treebank without heads, and keeps the heads that are there', () => {
    const rows = [
      ['1', 'The', '_'],
      ['2', 'dog', '1'],
      ['3', 'chased', '_'],
      ['4', 'it', '2'],
    ];
    const text = rows
      .map(([id, form, head]) => [id, form, '_', '_', '_', '_', head, '_', '_', '_'].join('\t'))
      .join('\n');
    const path = join(folder, 'open.conllu');
    writeFileSync(path, text);
    const headsOf = (...args: string[]): readonly number[] =>
      readConllu(parse('', path, ...args).out).sentences[0].heads;
    assert.equal(headsOf().length, 4);
    const [, second, , last] = headsOf('--keep-heads');
    assert.deepEqual([second, last], [1, 2]);
  });

  it('says that no tree has heads that cross or make a cycle, and parses the other sentences', () => {
    const path = join(folder, 'impossible.conllu');
    const sentences = [[1], [2, 1, 0], [2, 3, 1, 0], [0, 0], [3, 4, 0, 3], [2, 0]];
    const row = (head: number, i: number): string =>
      [i + 1, 'dog', '_', '_', '_', '_', head, '_', '_', '_'].join('\t');
    writeFileSync(path, sentences.map((heads) => heads.map(row).join('\n')).join('\n\n'));
    const { code, out, errors } = parse('', path, '--keep-heads');
    assert.equal(code, 1);
    assert.deepEqual(
      readConllu(out).sentences.map(({ heads }) => heads),
      [[2, 0]],
    );
    const lines = [1, 3, 7, 12, 15];
    const message = 'no projective tree has these heads: leave out --keep-heads';
    assert.equal(errors, lines.map((line) => `${path}:${line}: ${message}\n`).join(''));
  });

  it('answers as its schema says', () => {
    const schema = JSON.parse(
      readFileSync(join(root, 'docs/schemas/parse.schema.json'), 'utf8'),
    ) as object;
    const validate = new Ajv().compile(schema);
    for (const args of [[], ['-k', '3'], ['-k', '2', '--explain']]) {
      assert.ok(
        validate(parsed('The dog chased a cat.\n', ...args)),
        JSON.stringify(validate.errors),
      );
    }
    assert.ok(validate(parsed(`${'dog '.repeat(300)}\n`)), JSON.stringify(validate.errors));
  });

  it('refuses a long sentence with the limit, and parses the others', () => {
    const { code, out, errors } = parse(`${'dog '.repeat(300)}.\nThe cat\n`);
    assert.equal(code, 1);
    assert.equal(readConllu(out).sentences.length, 1);
    assert.match(errors, /^-:1: a sentence of 301 words is not parsed: the limit is 200 words\n$/);
  });

  it('refuses a sentence of too many characters, and parses the others', () => {
    const { code, out, errors } = parse(`${'dog '.repeat(5001)}.\nThe cat\n`);
    assert.equal(code, 1);
    assert.equal(readConllu(out).sentences.length, 1);
    const limit = 'the limit is 20,000 characters';
    assert.equal(errors, `-:1: a sentence of 20,005 characters is not parsed: ${limit}\n`);
  });

  it('refuses bytes that are no text, and lines without an end', () => {
    const binary = parse('Dogs\0bark.\n');
    assert.equal(binary.errors, 'bowline: -: is not a text\n');
    assert.equal(binary.code, 2);
    const endless = parse(`The cat\n${'dog '.repeat(2_500_001)}`);
    assert.equal(endless.code, 2);
    const without = 'more than 10,000,000 characters without';
    assert.equal(endless.errors, `bowline: -:2: ${without} a line end\n`);
    const { errors } = parse('The cat\n'.repeat(1_250_001), '--paragraphs');
    assert.equal(errors, `bowline: -:1: ${without} an empty line\n`);
  });

  it('counts the lines of any line ends, and drops the byte order mark', () => {
    const reports = parsed('\ufeffThe cat\r\nThe dog\rThe cat\u2028sleeps\n\nOld dogs\r');
    assert.deepEqual(
      reports.map(({ line, text }) => [line, text]),
      [
        [1, 'The cat'],
        [2, 'The dog'],
        [3, 'The cat sleeps'],
        [5, 'Old dogs'],
      ],
    );
    // The file is read in chunks of 65,536 bytes; the first ends between \r and \n.
    const path = join(folder, 'lines.txt');
    writeFileSync(path, `x${'\r\n'.repeat(40_000)}The cat`);
    assert.equal(parsed('', path).at(-1)!.line, 40_001);
  });

  it('parses other scripts, emoji and broken bytes, and loses no token', () => {
    for (const text of ['猫が好き 。', 'مرحبا بالعالم !', 'I ❤️ 🐈 .', '\ud800 x']) {
      const [{ trees }] = parsed(`${text}\n`);
      assert.ok(trees[0].words.length > 1, text);
    }
  });

  it('says what is wrong with a text without a sentence, and with a file that is not there', () => {
    assert.match(parse('\n \n').errors, /^bowline: -: there is no sentence in it\n$/);
    const missing = parse('', 'missing.txt');
    assert.match(missing.errors, /missing\.txt: cannot be read: there is no such file\n$/);
    const text = parse('', 'The cat sat.');
    assert.match(text.errors, /no such file\. A text is piped in: echo "…" \| bowline parse\n$/);
    assert.equal(missing.code, 2);
    const { errors } = spawnMissingParser();
    assert.match(errors, /no\.bow-parser: there is no such file/);
  });
});

function spawnMissingParser(): { errors: string } {
  const { stderr } = spawnSync(
    'node',
    [join(root, 'bin/bowline.js'), 'parse', '--parser', join(folder, 'no.bow-parser')],
    { encoding: 'utf8', input: 'a\n' },
  );
  return { errors: stderr };
}
