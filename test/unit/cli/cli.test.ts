import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import type { EvaluationReport } from '../../../server/src/evaluate/report.ts';
import type { BagReport } from '../../../server/src/results/realize-report.ts';
import { encodeModel, MODEL_FORMAT, type Model } from '../../../server/src/model/model.ts';
import { randomBestFirstModel } from '../support/random-model.ts';
import { tinyLanguageModel, tinyModel } from '../support/tiny.ts';
import { learnedOf, packedParts, readModel } from '../support/model-files.ts';
import { openModelFile } from '../../../server/src/hosts/node/model-file.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tiny = join(root, 'test/fixtures/tiny.conllu');
const folder = mkdtempSync(join(tmpdir(), 'bowline-cli-'));
const model = join(folder, 'tiny.bow-model');
/** The same, with random weights for the best-first search. */
const bestFirstModel = join(folder, 'best-first.bow-model');

function bowline(...args: string[]): { code: number | null; out: string; errors: string } {
  const { status, stdout, stderr } = spawnSync('node', [join(root, 'bin/bowline.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, errors: stderr };
}

function write(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function schema(name: string): ValidateFunction {
  const path = join(root, 'docs/schemas', `${name}.schema.json`);
  return new Ajv().compile(JSON.parse(readFileSync(path, 'utf8')) as object);
}

function assertValid(validate: ValidateFunction, value: unknown): void {
  assert.ok(validate(value), JSON.stringify(validate.errors));
}

const good = 'bag good {\n  words: The dog chased/VBD a cat .\n  deps: chased -obj-> cat\n}\n';
const bad = 'bag bad {\n  words: a b\n  deps:\n    a -> zebra\n}\n';

describe('bowline', () => {
  before(async () => {
    const tinyOne = await tinyModel();
    writeFileSync(model, encodeModel(tinyOne));
    const tables = new Map([...tinyOne.tables, ...randomBestFirstModel(1).tables]);
    writeFileSync(bestFirstModel, encodeModel({ ...tinyOne, tables }));
  });
  after(() => rmSync(folder, { recursive: true }));

  describe('realize', () => {
    it('prints ranked sentences', () => {
      const path = write('good.bow', good);
      const { code, out, errors } = bowline('realize', path, '--model', model, '-k', '2');
      assert.equal(errors, '');
      assert.equal(code, 0);
      assert.match(out, /^good \(line 1\)\n {2}1\. The dog chased a cat\.\n {2}2\. .* -\d+\n/);
    });

    it('runs from its source as from its bundle, with the model that ships with it', () => {
      const path = write('good.bow', good);
      const source = join(root, 'server/src/cli/main.ts');
      const { status, stdout, stderr } = spawnSync(
        'node',
        ['--import=tsx', source, 'realize', path],
        { cwd: root, encoding: 'utf8' },
      );
      const bundle = bowline('realize', path);
      assert.equal(bundle.code, 0);
      assert.deepEqual({ code: status, out: stdout, errors: stderr }, bundle);
    });

    it('prints JSON as its schema says', () => {
      const path = write('both.bow', `${good}\n${bad}bag {\n words: cat\n expect: cat\n}\n`);
      const args = ['realize', path, '--model', model, '--format', 'json', '-k', '3'];
      const { code, out, errors } = bowline(...args);
      assert.equal(code, 1);
      assert.match(errors, /both\.bow:9:10: .*zebra/);
      const bags = JSON.parse(out) as BagReport[];
      assertValid(schema('realize'), bags);
      assert.deepEqual(
        bags.map(({ bag, line, status }) => [bag, line, status]),
        [
          ['good', 1, 'complete'],
          ['bad', 6, 'invalid'],
          ['bag 3', 11, 'complete'],
        ],
      );
      const [best] = bags[0].realizations;
      assert.equal(best.text, 'The dog chased a cat .');
      assert.equal(best.expected, null);
      assert.deepEqual(best.tokens[4], {
        index: 5,
        form: 'cat',
        tag: 'NN',
        head: 3,
        label: 'obj',
        given: { tag: false, head: true, label: true },
      });
      assert.match(bags[1].message!, /^Line 9: /);
      assert.equal(bags[2].realizations[0].expected, true);
    });

    it('prints CoNLL-U', () => {
      const path = write('good.bow', good);
      const { out } = bowline('realize', path, '--model', model, '--format', 'conllu', '-k', '1');
      const rows = out.split('\n');
      assert.equal(rows[1], '# text = The dog chased a cat .');
      assert.equal(rows[2], '# display = The dog chased a cat.');
      assert.equal(rows[8].split('\t').slice(0, 8).join(' '), '5 cat _ _ NN _ 3 obj');
    });

    it('warns about contractions, and reads bags on one line and printed sentences', () => {
      const path = write(
        'line.bow',
        "bag b { words: I do n't know don't expect: I don't know don't }",
      );
      const { code, errors } = bowline('realize', path, '--model', model, '-k', '1');
      assert.equal(code, 0);
      assert.equal(
        errors,
        `${path}:1:30: warning: \`don't\` is read as one word. Write \`do n't\`, or put it in quotes. [perhaps-several]\n  fix: Write \`do n't\`\n`,
      );
    });

    it('says once that a name has a space', () => {
      const path = write('named.bow', 'bag my bag { words: dogs bark . }');
      const { code, errors } = bowline('realize', path, '--model', model);
      assert.equal(code, 1);
      assert.equal(
        errors,
        `${path}:1:1: error: The name of a bag is one word: write \`my-bag\` instead of \`my bag\`. This bag is skipped. [bag-header]\n  fix: Write \`bag my-bag {\`\n`,
      );
    });

    it('says why an expected sentence is not there', () => {
      const crossed = 'bag b {\n words: a b c d\n deps:\n a -> c\n b -> d\n expect: a b c d\n}\n';
      const path = write('crossed.bow', crossed);
      const { code, out, errors } = bowline('realize', path, '--model', model, '-k', '1');
      assert.equal(code, 0);
      assert.match(errors, /crossed\.bow:6:10: warning: .*`a -> c` crosses `b -> d`/);
      assert.match(out, / {2}Expected: a b c d\n {4}Bowline's sentences have no crossing arcs/);
      const json = bowline('realize', path, '--model', model, '--format', 'json');
      const bags = JSON.parse(json.out) as BagReport[];
      assertValid(schema('realize'), bags);
      const [expectation] = bags[0].expectations;
      assert.equal(expectation.rank, null);
      assert.match(expectation.unreachable!, /crosses/);
    });

    it("keeps a stranger's file from acting on the terminal", () => {
      const path = write('escape.bow', 'bag e\u001b[31m {\n words: "a\u001b[2Jb" ok\n}\n');
      for (const format of ['text', 'conllu']) {
        const { out, errors } = bowline('realize', path, '--model', model, '--format', format);
        assert.match(out, /a�\[2Jb/);
        assert.ok(!(out + errors).includes('\u001b'));
      }
    });

    it('searches as the file sets, or else as the option says', () => {
      const path = write('tree-search.bow', `search: bottom-up\n${good}`);
      const args = ['realize', path, '--model', model];
      assert.match(bowline(...args).out, /^good \(line 2\): refused\n {2}The search `bottom-up` /);
      assert.match(bowline(...args, '--search', 'beam').out, /The dog chased a cat\./);
      const tree = write('tree.bow', 'bag a {\n words: b c\n deps: root -> b -> c\n}\n');
      const json = (search: string) =>
        bowline('realize', tree, '--model', model, '--format', 'json', '--search', search).out;
      assert.equal(json('beam'), json('bottom-up'));
      assert.notEqual(json('beam'), json('arc-standard'));
      assert.equal(bowline(...args, '--search', 'guess').code, 2);
    });

    it('proves the best where it is asked to, for as long as it may', () => {
      const path = write(
        'proof.bow',
        `${good}bag many {\n words: ${'the a cat dog '.repeat(4)}\n}\n`,
      );
      const args = ['realize', path, '--model', model, '-k', '2'];
      const search = ['--search', 'exact', '--bag', 'good'];
      assert.match(bowline(...args, ...search).out, /\. {2}\(highest score, proven\)\n {2}2\. /);
      assert.doesNotMatch(bowline(...args, '--bag', 'good').out, /highest score/);
      assert.equal(bowline(...args, ...search).errors, '');
      const unproven = bowline(...args, '--search', 'exact', '--bag', 'many').errors;
      assert.match(
        unproven,
        /proof\.bow:\d+: the highest score found is not proven: a proof takes/,
      );
      const limited = [...args, '--format', 'json', '--search', 'exact'];
      const reported = (...more: string[]): [string, boolean][] => {
        const bags = JSON.parse(bowline(...limited, ...more).out) as BagReport[];
        assertValid(schema('realize'), bags);
        return bags.map(({ status, isProven }) => [status, isProven]);
      };
      for (const threads of ['1', '2']) {
        const of = (bag: string, limit: string): [string, boolean][] =>
          reported('--bag', bag, '--time-limit', limit, '--threads', threads);
        assert.deepEqual(of('good', '60'), [['complete', true]]);
        // A fast machine ends the beam in this time, and is stopped in the proof.
        const [[status, isProven]] = of('many', '0.2');
        assert.match(status, /^(?:complete|cut-short)$/);
        assert.equal(isProven, false);
      }
      assert.equal(bowline(...args, '--time-limit', '0').code, 2);
    });

    it('prints the same with any number of threads', () => {
      const bags = Array.from({ length: 50 }, (_, i) => (i % 7 === 3 ? bad : good));
      const path = write('many.bow', bags.join('\n'));
      const args = ['realize', path, '--model', model, '--format', 'json'];
      const one = bowline(...args, '--threads', '1');
      assert.equal(one.code, 1);
      assert.equal((JSON.parse(one.out) as BagReport[]).length, 50);
      for (const more of [['--threads', '2'], ['--threads', '5'], []]) {
        assert.deepEqual(bowline(...args, ...more), one);
      }
    });

    it('refuses a bag with exit code 1', () => {
      const path = write('tree-only.bow', `search: bottom-up\n${good}`);
      const { code, out } = bowline('realize', path, '--model', model);
      assert.match(out, /: refused\n/);
      assert.equal(code, 1);
    });

    it('names the file of each bag if there are several files', () => {
      const paths = ['one.bow', 'two.bow'].map((name) => write(name, good));
      const args = ['realize', ...paths, '--model', model, '-k', '1'];
      const { out } = bowline(...args);
      assert.match(out, /one\.bow: good \(line 1\)\n[^]*two\.bow: good \(line 1\)\n/);
      const json = JSON.parse(bowline(...args, '--format', 'json').out) as BagReport[];
      assertValid(schema('realize'), json);
      assert.deepEqual(
        json.map(({ file }) => file),
        paths,
      );
      assert.match(bowline(...args, '--format', 'conllu').out, /^# newdoc id = .*one\.bow\n/);
    });

    for (const threads of ['1', '2']) {
      it(`prints results as they come, which are whole JSON after Ctrl-C, with threads: ${threads}`, async () => {
        const many = `bag many {\n words: ${'the a cat dog '.repeat(24)}\n}\n`;
        const path = write(`slow-${threads}.bow`, good + many.repeat(200));
        const args = [join(root, 'bin/bowline.js'), 'realize', path, '--model', model];
        const json = ['--format', 'json', '--beam', '4096', '--threads', threads];
        const running = spawn('node', [...args, ...json]);
        let out = '';
        running.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
        await once(running.stdout, 'data');
        running.kill('SIGINT');
        const [code, signal] = (await once(running, 'close')) as [number | null, string | null];
        assert.deepEqual([code, signal], [null, 'SIGINT']);
        const bags = JSON.parse(out) as BagReport[];
        assert.equal(bags[0].bag, 'good');
        assert.ok(bags.length < 201);
      });
    }

    it('ends at once on Ctrl-C', async () => {
      const words = Array.from({ length: 100 }, (_, i) => `w${i}`).join(' ');
      const bags = `bag {\n words: ${words}\n}\n`.repeat(2_000);
      const path = write('endless.bow', `bag {\n words: cat\n deps: cow -> cat\n}\n${bags}`);
      const args = [join(root, 'bin/bowline.js'), 'realize', path, '--model', model];
      const running = spawn('node', [...args, '--beam', '4096', '--threads', '2']);
      // Problems are told before the search begins.
      await once(running.stderr, 'data');
      running.kill('SIGINT');
      const [code, signal] = (await once(running, 'exit')) as [number | null, string | null];
      assert.deepEqual([code, signal], [null, 'SIGINT']);
    });

    it('realizes one bag by name, and names the bags there are where it is not', () => {
      const path = write('both.bow', good + bad);
      const one = bowline('realize', path, '--model', model, '--bag', 'good');
      assert.match(one.out, /^good/);
      assert.ok(!one.out.includes('bad'));
      // What is wrong with the other bag is not this bag's.
      assert.equal(one.code, 0);
      assert.equal(one.errors, '');
      const none = bowline('realize', path, '--model', model, '--bag', 'ugly');
      assert.equal(none.code, 2);
      assert.match(none.errors, /no bag is called "ugly"; there are good, bad/);
    });

    it('gives the same output whatever the order of the words', () => {
      const args = ['--model', model, '--format', 'conllu'];
      const one = bowline(
        'realize',
        write('a.bow', 'bag a {\n words: cat a saw dog the\n}'),
        ...args,
      );
      const two = bowline(
        'realize',
        write('b.bow', 'bag a {\n words: the dog cat saw a\n}'),
        ...args,
      );
      const withoutIndices = (out: string) => out.replaceAll(/Index=\d+/g, '');
      assert.ok(one.out.length > 0);
      assert.equal(withoutIndices(one.out), withoutIndices(two.out));
    });

    it('survives files that hold no bags', () => {
      const random = Uint8Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 256);
      const files: [string, string | Uint8Array][] = [
        ['empty.bow', ''],
        ['binary.bow', random],
        ['long.bow', `bag x {\n words: ${'x '.repeat(500_000)}\n}\n`],
      ];
      for (const [name, text] of files) {
        const path = write(name, text);
        const { code, errors } = bowline('realize', path, '--model', model);
        assert.equal(code, name === 'empty.bow' ? 0 : 1, name);
        if (name === 'empty.bow') assert.equal(errors, `${path}: there are no bags in it\n`);
        assert.ok(!errors.includes('    at '), errors);
      }
    });

    it('refuses a bag over the size limit, and names the limit', () => {
      const words = Array.from({ length: 500 }, (_, i) => `w${i}`).join(' ');
      const path = write('large.bow', `bag large {\n words: ${words}\n}\n${good}`);
      const { code, out, errors } = bowline('realize', path, '--model', model);
      assert.equal(code, 1);
      assert.match(errors, /large\.bow:2:\d+: .*500.*100/);
      assert.match(out, /The dog chased a cat\./);
    });

    it('names the part of a model that is damaged, for bags that need it', async () => {
      const { directory } = await openModelFile(model, MODEL_FORMAT);
      const bytes = Uint8Array.from(readFileSync(model));
      bytes[directory.parts.get('bottom-up')!.offset + 200] ^= 1;
      const tree = write('tree.bow', 'bag tree {\n  words: dogs bark\n  deps: bark -> dogs\n}\n');
      const args = ['--model', write('damaged.bow-model', bytes), '--language-model', 'none'];
      assert.match(
        bowline('realize', tree, ...args).out,
        /refused\n {2}The part "bottom-up" of this model is damaged: .* Copy the file again\./,
      );
      assert.equal(bowline('realize', write('good.bow', good), ...args).code, 0);
    });

    it('says what is wrong with its files and its options, and exits with 2', () => {
      const path = write('good.bow', good);
      const bytes = readFileSync(model);
      const flipped = Uint8Array.from(bytes);
      flipped[99] ^= 1;
      const other = Uint8Array.from(bytes);
      other[8] = 99;
      const cases: [string[], RegExp][] = [
        [['realize', 'nowhere.bow'], /nowhere\.bow: cannot be read: there is no such file/],
        [['realize', folder], /cannot be read: it is a folder/],
        [['realize', path, '--model', 'nowhere'], /nowhere: there is no such file/],
        [['realize', path, '--model', path], /not a Bowline model/],
        [['realize', path, '--model', write('cut', bytes.subarray(0, 999))], /truncated/],
        [['realize', path, '--model', write('flipped', flipped)], /damaged/],
        [['realize', path, '--model', write('other', other)], /version 99/],
        [['realize', path, '-k', 'many'], /whole number/],
        [['realize', path, '--threads', '0'], /--threads.*whole number from 1/],
        [['realize', path, '--threads', 'abc'], /--threads.*whole number from 1/],
        [['realize'], /missing required argument/],
        [['dance'], /unknown command/],
        [['evaluate', 'nowhere.conllu', '--model', model], /there is no such file/],
        [['evaluate', path, '--model', model], /no sentence in CoNLL-U format/],
        [['evaluate', tiny, '--threads', '1.5'], /--threads.*whole number from 1/],
        [['train', tiny, '-o', 'x', '--threads', '0'], /--threads.*whole number from 1/],
        [['train', tiny, '-o', 'x', '--batch', 'all'], /--batch.*whole number from 1/],
        [['train', tiny], /required option .*--output/],
        [['train', tiny, '-o', join(folder, 'no', 'such', 'folder')], /cannot be written/],
      ];
      for (const [args, message] of cases) {
        const { code, errors } = bowline(...args);
        assert.equal(code, 2, args.join(' '));
        assert.match(errors, message);
        assert.ok(!errors.includes('    at '), errors);
      }
    }).timeout(120_000);

    it('explains itself', () => {
      const help = bowline('--help');
      assert.equal(help.code, 0);
      for (const command of ['realize', 'evaluate', 'train']) {
        assert.ok(help.out.includes(command));
        assert.match(bowline(command, '--help').out, /--model|--output/);
      }
    });
  });

  describe('evaluate', () => {
    it('reorders sentences that begin in lower case on request', () => {
      const file = join(folder, 'outputs.jsonl');
      const references = (...options: string[]): string[] => {
        const args = ['--model', model, '--outputs', file, ...options];
        assert.equal(bowline('evaluate', tiny, ...args).code, 0);
        const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
        return lines.map((line) => {
          const { bag, reference } = JSON.parse(line) as { bag: string[]; reference: string[] };
          assert.deepEqual([...bag].sort(), [...reference].sort());
          return reference.join(' ');
        });
      };
      const asWritten = references();
      assert.equal(asWritten[0], 'The dog chased a cat .');
      assert.deepEqual(
        references('--lower-case'),
        asWritten.map((text) => text[0].toLowerCase() + text.slice(1)),
      );
      const { out } = bowline(
        ...['evaluate', tiny, '--model', model, '--lower-case', '--format', 'json'],
      );
      assertValid(schema('evaluate'), JSON.parse(out));
      assert.equal((JSON.parse(out) as EvaluationReport).lowerCase, true);
    });

    it('searches as it is told, and says which search ordered how many sentences', () => {
      const given = ['evaluate', tiny, '--model', model, '--dep', 'all', '--format', 'json'];
      const searches = (search: string) => {
        const { out } = bowline(...given, '--search', search);
        assertValid(schema('evaluate'), JSON.parse(out));
        return (JSON.parse(out) as EvaluationReport).conditions[0].searches;
      };
      assert.deepEqual(searches('beam'), { 'bottom-up': 4 });
      assert.deepEqual(searches('arc-standard'), { 'arc-standard': 4 });
      const refused = bowline('evaluate', tiny, '--model', model, '--search', 'bottom-up');
      assert.equal(refused.code, 2);
      assert.match(
        refused.errors,
        /^bowline: pos=all, dep=none: The search `bottom-up` takes full/,
      );
    });

    it('counts the bags whose best realization is proven, and of those the ones that beams miss', () => {
      const given = ['evaluate', tiny, '--model', model, '--search', 'exact'];
      const { out } = bowline(...given, '--dep', 'all', '--format', 'json');
      const report = JSON.parse(out) as EvaluationReport;
      assertValid(schema('evaluate'), report);
      const { proofs, searches } = report.conditions[0];
      assert.deepEqual(searches, { 'exact-bottom-up': 4 });
      assert.equal(proofs?.proven, 4);
      assert.deepEqual(Object.keys(proofs.searchErrors), ['1', '4', '16', '64', '256']);
      assert.equal(proofs.bestFirst, null);
      const table = bowline(...given, '--dep', 'all').out;
      assert.match(table, /proven .*% missed, beam 1 .*\npos=all, dep=all +\d/);
      const both = ['evaluate', tiny, '--model', bestFirstModel, '--search', 'exact'];
      const judged = JSON.parse(bowline(...both, '--format', 'json').out) as EvaluationReport;
      assertValid(schema('evaluate'), judged);
      const { bestFirst } = judged.conditions[0].proofs!;
      // One of the four has seven words: that is too many.
      assert.equal(bestFirst?.proven, 3);
      assert.ok(bestFirst.searchErrors !== null && bestFirst.searchErrors <= 100);
    });

    it('prints JSON as its schema says, for the nine conditions and the labelled one', () => {
      const outputs = join(folder, 'outputs.jsonl');
      const args = ['--all', '--format', 'json', '--model', model, '--outputs', outputs];
      const { code, out } = bowline('evaluate', tiny, ...args);
      assert.equal(code, 0);
      const report = JSON.parse(out) as EvaluationReport;
      assertValid(schema('evaluate'), report);
      assert.equal(report.conditions.length, 10);
      assert.equal(report.sentences, 4);
      assert.deepEqual(report.leftOut, { 'not projective': 1 });
      const labelled = report.conditions[9];
      assert.ok(labelled.label && labelled.exact === 100 && Math.abs(labelled.bleu - 100) < 1e-9);
      for (const { violations, lostWords } of report.conditions) {
        assert.equal(violations, 0);
        assert.equal(lostWords, 0);
      }
      const lines = readFileSync(outputs, 'utf8').trim().split('\n');
      assert.equal(lines.length, 40);
      for (const line of lines) {
        const { bag, index, output } = JSON.parse(line) as {
          bag: string[];
          index: number[];
          output: string[];
        };
        assert.deepEqual(
          output,
          index.map((place) => bag[place - 1]),
        );
      }
    });

    it('gives the same figures and outputs with any number of threads', () => {
      const evaluate = (threads: string) => {
        const outputs = join(folder, `threads-${threads}.jsonl`);
        const args = ['--all', '--format', 'json', '--model', model, '--outputs', outputs];
        const { code, out } = bowline('evaluate', tiny, ...args, '--threads', threads);
        assert.equal(code, 0);
        const report = JSON.parse(out) as EvaluationReport;
        assertValid(schema('evaluate'), report);
        assert.equal(report.threads, Number(threads));
        const figures = report.conditions.map(
          ({ pos, dep, label, bleu, exact, violations, lostWords, incomplete }) =>
            [pos, dep, label, bleu, exact, violations, lostWords, incomplete] as const,
        );
        return { figures, outputs: readFileSync(outputs, 'utf8') };
      };
      assert.deepEqual(evaluate('3'), evaluate('1'));
    });

    it('says in its tables what it measured, and on what', () => {
      const args = ['--pos', 'half', '--dep', 'half', '--model', model, '--seed', '5'];
      const text = bowline('evaluate', tiny, ...args);
      assert.match(text.out, /left out: 1 not projective/);
      assert.match(text.out, /seed 5/);
      assert.match(text.out, /pos=half, dep=half/);
      const markdown = bowline('evaluate', tiny, ...args, '--format', 'markdown');
      assert.match(markdown.out, /\| pos=half, dep=half \| \d/);
    });
  });

  describe('model', () => {
    it('prints what is in a file: its parts, how large they are, and how it was learned', () => {
      const { code, out } = bowline('model', model);
      assert.equal(code, 0);
      assert.match(
        out,
        /^.*model: model, version \d+, 0\.\d\d MB\nlearned from tiny\.conllu: 4 sent/,
      );
      assert.match(out, /\nlexicon +0\.\d\d +0\.\d\d\narc-standard +0\.\d\d +0\.\d\d +[1-8]\n/);
      const languageModel = bowline('model', write('tiny.bow-lm', tinyLanguageModel()));
      assert.match(languageModel.out, /: language model, version \d+, .* MB\n\npart .*\nn-grams /);
    });

    it('prints it as JSON', () => {
      const report = JSON.parse(bowline('model', model, '--format', 'json').out) as {
        readonly bytes: number;
        readonly parts: readonly { readonly name: string; readonly bytes: number }[];
      };
      assert.equal(report.bytes, readFileSync(model).length);
      assert.deepEqual(
        report.parts.map(({ name }) => name),
        ['lexicon', 'arc-standard', 'bottom-up'],
      );
    });

    it('refuses a file that is none', () => {
      const { code, errors } = bowline('model', write('none.bow-model', 'no model'));
      assert.equal(code, 2);
      assert.match(errors, /^bowline: .*none\.bow-model: This is not a Bowline model\.\n$/);
    });

    it('says of a damaged language model that it is damaged, and names the version of an old model', () => {
      const languageModel = readFileSync(join(root, 'models/en.bow-lm'));
      const errorsOf = (name: string, change: (bytes: Buffer) => void): string => {
        const bytes = Buffer.from(languageModel);
        change(bytes);
        return bowline('model', write(name, bytes)).errors;
      };
      const damaged = errorsOf('damaged.bow-lm', (bytes) => void (bytes[30] ^= 1));
      assert.match(damaged, /damaged\.bow-lm: This model is damaged/);
      const old = errorsOf('old.bow-model', (bytes) => void bytes.writeUInt32LE(1, 8));
      assert.match(old, /has version 1, and this Bowline reads version 5/);
    });
  });

  describe('t1', () => {
    it('writes trees of lemmas in random order, and their sentences', () => {
      const reference = join(folder, 'reference.txt');
      const { code, out, errors } = bowline('t1', tiny, '--reference', reference);
      assert.equal(code, 0);
      assert.match(errors, /^5 sentences/);
      assert.equal(out.split('\n\n').length, 6);
      assert.match(out, /^\d\tchase\t_\tVERB\tVBD\t_\t0\troot\t_\t_$/m);
      assert.match(out, /lin=\+1/);
      assert.equal(readFileSync(reference, 'utf8').split('\n')[0], 'The dog chased a cat .');
      assert.equal(bowline('t1', tiny).out, out);
      assert.notEqual(bowline('t1', tiny, '--seed', '2').out, out);
      const training = bowline('t1', tiny, '--training', '--no-lin').out;
      assert.match(training, /\tchase\tchased\tVERB\tVBD\toriginal_id=3\t/);
      assert.doesNotMatch(training, /lin=/);
      assert.equal(bowline('t1', tiny, '-o', join(folder, 'no', 'folder')).code, 2);
    });
  });

  describe('train', () => {
    let outputs = 0;
    const train = (...options: string[]) => {
      const output = join(folder, `trained-${outputs++}`);
      const args = ['--passes', '2', '--bits', '14', '--dev', tiny, ...options];
      const { code, errors } = bowline('train', tiny, '-o', output, ...args);
      assert.equal(code, 0, errors);
      assert.match(errors, /arc-standard, pass 1: .*the best so far/);
      return { output, said: errors.replaceAll(output, ''), bytes: readFileSync(output) };
    };
    const assertSame = (one: ReturnType<typeof train>, other: ReturnType<typeof train>): void => {
      assert.equal(one.said, other.said);
      assert.deepEqual(one.bytes, other.bytes);
    };
    const arcStandard = ['--search', 'arc-standard'];
    /** The weights of arc-standard, which are learned alike with and without other searches. */
    const weightsOf = (model: Model) => learnedOf(model).get('arc-standard');
    let plain: ReturnType<typeof train>;
    let plainModel: Model;
    before(async () => {
      plain = train('--threads', '1');
      plainModel = await readModel(plain.output);
    });

    it('writes a model that realizes, the same one with any number of threads', () => {
      const { training, lexicon } = plainModel;
      assert.equal(training.sentences, 4);
      assert.ok(!('anyCase' in training));
      assert.ok(!lexicon.isKnown('cats'));
      const { out } = bowline('realize', write('good.bow', good), '--model', plain.output);
      assert.match(out, /^good \(line 1\)\n {2}1\. /);
      assertSame(train('--threads', '3'), plain);
    });

    it('counts the forms of lemmas, also for a model that is there', async () => {
      const told = (model: Model): string[] =>
        ['dog', 'ox'].map((lemma) => model.morphology!().candidates(lemma, ['NNS'], '')[0].form);
      assert.deepEqual(told(plainModel), ['dogs', 'ox']);
      const forms = ['ox,noun,oxen', 'dog,noun,dogs'].join('\n');
      const treebank = write(
        'lemmas.conllu',
        ['NNS', 'VBZ', 'VBD', 'VBG']
          .map((tag, i) => [i + 1, tag, 'a', '_', tag, '_', i, 'dep', '_', '_'].join('\t'))
          .join('\n'),
      );
      const output = join(folder, 'with-forms.bow-model');
      const options = ['--morphology', '--inflections', write('forms.csv', forms), '-o', output];
      const added = bowline('train', treebank, '--add-to', plain.output, ...options);
      assert.equal(added.code, 0, added.errors);
      assert.match(added.errors, /1 sentence: 4 forms of lemmas, 1 irregular/);
      assert.deepEqual(told(await readModel(output)), ['dogs', 'oxen']);
      const before = await packedParts(plain.output);
      for (const [name, bytes] of await packedParts(output)) {
        if (name !== 'morphology') assert.deepEqual(bytes, before.get(name), name);
      }
      assert.match(bowline('model', output).out, /^morphology /m);
      assert.match(bowline('train', treebank, ...options).errors, /--morphology: name the model/);
    });

    it('writes a model that realizes lemmas', () => {
      const evaluate = (path: string, ...options: string[]) =>
        bowline('evaluate', tiny, '--t1', '--model', path, ...options);
      const { code, out, errors } = evaluate(plain.output);
      assert.equal(code, 0, errors);
      assert.match(out, /^T1 with lin, 5 sentences: the shared tasks'\nBLEU [\d.]+, NIST .* DIST /);
      const report = JSON.parse(
        evaluate(plain.output, '--no-lin', '--limit', '2', '--format', 'json').out,
      ) as Record<string, unknown>;
      assert.deepEqual([report.lin, report.sentences, report.unordered], [false, 2, 0]);
      assert.ok((report.dist as number) > 0);
      const table = evaluate(plain.output, '--limit', '1', '--format', 'markdown').out;
      assert.match(table, /^\| input .*\n\| --- .*\n\| T1 with lin \| [\d.]+ \| .* \|\n$/);
      const refusedOption = evaluate(plain.output, '--dep', 'all');
      assert.equal(refusedOption.code, 2);
      assert.match(refusedOption.errors, /^bowline: evaluate: --dep is not for --t1/);
      assert.match(bowline('evaluate', tiny, '--no-lin').errors, /--no-lin needs --t1/);
      const input = write('t1.conllu', bowline('t1', tiny).out);
      const listed = bowline('realize', input, '--t1', '-k', '3', '--model', plain.output);
      assert.deepEqual([listed.code, listed.out], [2, '']);
      assert.match(listed.errors, /^bowline: realize: -k is for \.bow files: leave it out/);
      const realized = bowline('realize', input, '--t1', '--model', plain.output);
      assert.equal(realized.code, 0, realized.errors);
      const lines = realized.out.trimEnd().split('\n');
      assert.equal(lines.length, 5);
      assert.deepEqual(
        lines[0].toLowerCase().split(' ').sort().join(' '),
        '. a cat chased dog the',
      );
      const refused = evaluate(model);
      assert.equal(refused.code, 2);
      assert.match(refused.errors, /knows no forms of lemmas: add them with bowline train/);
    });

    it('learns half of the sentences in lower case on request, always the same', async () => {
      const one = train('--any-case', ...arcStandard);
      const learned = await readModel(one.output);
      assert.equal(learned.training.anyCase, true);
      assert.notDeepEqual(weightsOf(learned), weightsOf(plainModel));
      assertSame(train('--any-case', ...arcStandard, '--threads', '1'), one);
    });

    it('learns first from trees of a parser, those whose tags its dictionary offers', async () => {
      const row = (form: string, tag: string, head: number, label: string, i: number): string =>
        [i, form, '_', '_', tag, '_', head, label, '_', '_'].join('\t');
      const tree = (tag: string): string =>
        `${row('The', 'DT', 2, 'det', 1)}\n${row('dog', tag, 0, 'root', 2)}\n\n`;
      const parsed = write('parsed.conllu', tree('NN') + tree('VBZ') + tree('FOREIGN'));
      const options = ['--parsed', parsed, ...arcStandard];
      const one = train(...options, '--threads', '1');
      const learned = await readModel(one.output);
      assert.deepEqual(learned.training.parsed, { texts: ['parsed.conllu'], sentences: 1 });
      assert.notDeepEqual(weightsOf(learned), weightsOf(plainModel));
      assertSame(train(...options, '--threads', '2'), one);
    });

    it('learns for the searches that are named alone; another says what to train', async () => {
      const args = ['--passes', '1', '--bits', '10', '--dev', tiny, '--search', 'bottom-up'];
      const { code, errors } = bowline('train', tiny, '-o', 'bottom-up.bow-model', ...args);
      assert.equal(code, 0, errors);
      assert.match(errors, /bottom-up, pass 1: /);
      assert.doesNotMatch(errors, /arc-standard/);
      const path = join(folder, 'bottom-up.bow-model');
      const { tables, lexicon } = await readModel(path);
      assert.deepEqual([...tables.keys()], ['bottom-up']);
      assert.ok(lexicon.tags.length > 0);
      const bags =
        'bag tree {\n words: dogs bark\n deps: bark -> dogs\n}\nbag words {\n words: a b\n}\n';
      const realized = bowline('realize', write('some.bow', bags), '--model', path);
      assert.match(realized.out, /tree \(line 1\)\n {2}1\. /);
      assert.match(
        realized.out + realized.errors,
        /no weights for the search arc-standard: .* train one with `bowline train --search arc-standard`/,
      );
    });

    it('learns searches over categories, which reorder alike with any number of threads', () => {
      const treebank = join(root, 'test/fixtures/ccg.conllu');
      const args = ['--passes', '1', '--beam', '4', '--bits', '14', '--dev', treebank];
      const learn = (output: string, ...options: string[]) =>
        bowline('train', treebank, '-o', output, ...args, ...options);
      const searches = ['--search', 'ccg-shift-reduce,ccg-best-first'];
      const { code, errors } = learn('ccg.bow-model', ...searches, '--threads', '1');
      assert.equal(code, 0, errors);
      assert.equal(learn('again.bow-model', ...searches, '--threads', '2').code, 0);
      const [one, two] = ['ccg', 'again'].map((name) =>
        readFileSync(join(folder, `${name}.bow-model`)),
      );
      assert.deepEqual(one, two);
      for (const search of ['beam', 'best-first']) {
        const evaluate = (threads: string) => {
          const outputs = join(folder, `${search}-${threads}.jsonl`);
          const { out, ...ended } = bowline(
            ...['evaluate', treebank, '--model', join(folder, 'ccg.bow-model')],
            ...['--categories', 'half', '--search', search, '--format', 'json'],
            ...['--outputs', outputs, '--threads', threads],
          );
          assert.equal(ended.code, 0, ended.errors);
          const report = JSON.parse(out) as EvaluationReport;
          assertValid(schema('evaluate'), report);
          const [{ categories, spanned, violations, lostWords, bleu }] = report.conditions;
          assert.deepEqual([categories, violations, lostWords], ['half', 0, 0]);
          assert.ok(spanned !== undefined && spanned > 50, String(spanned));
          return { bleu, spanned, outputs: readFileSync(outputs, 'utf8') };
        };
        assert.deepEqual(evaluate('3'), evaluate('1'));
      }
    });

    it('refuses categories where the model has no grammar', () => {
      const { code, errors } = bowline('evaluate', tiny, '--model', model, '--categories', 'all');
      assert.equal(code, 2);
      assert.match(errors, /--categories: this model has no grammar of categories/);
    });

    it('adds searches to a model, whose other parts keep their bytes', async () => {
      const args = ['--passes', '1', '--bits', '10', '--dev', tiny];
      const learn = (treebank: string, output: string, ...options: string[]) =>
        bowline('train', treebank, '-o', output, ...args, ...options);
      assert.equal(learn(tiny, 'one.bow-model', '--search', 'bottom-up').code, 0);
      const add = ['--search', 'best-first', '--add-to', join(folder, 'one.bow-model')];
      const { code, errors } = learn(tiny, 'two.bow-model', ...add);
      assert.equal(code, 0, errors);
      const paths = ['one.bow-model', 'two.bow-model'].map((name) => join(folder, name));
      const [one, two] = await Promise.all(paths.map(readModel));
      assert.deepEqual([...two.tables.keys()], ['bottom-up', 'best-first']);
      assert.deepEqual(two.training, one.training);
      const [former, added] = await Promise.all(paths.map(packedParts));
      assert.deepEqual([...former.keys()], ['lexicon', 'bottom-up', 'morphology']);
      for (const [name, bytes] of former) assert.deepEqual(added.get(name), bytes, name);
      const other = readFileSync(tiny, 'utf8').replace(/\tNNS\t/, '\tXYZ\t');
      const refused = learn(write('other.conllu', other), 'three.bow-model', ...add);
      assert.equal(refused.code, 2);
      assert.match(refused.errors, /has the tag XYZ, which the model does not have: train a new/);
    });

    it('refuses searches that there are not', () => {
      const args = [tiny, '-o', 'refused', '--dev', tiny];
      const unknown = bowline('train', ...args, '--search', 'bottom-up,best');
      assert.equal(unknown.code, 2);
      assert.match(unknown.errors, /--search .*a list of arc-standard, bottom-up/);
    });

    it('refuses tables with fewer weights than the treebank has tags', () => {
      const word = (_: unknown, i: number): string =>
        `${i + 1}\tw${i}\t_\tX\tT${i}\t_\t${i === 0 ? 0 : 1}\t${i === 0 ? 'root' : 'dep'}\t_\t_\n`;
      const sentence = (from: number): string =>
        Array.from({ length: 50 }, word)
          .join('')
          .replace(/\tT(\d+)/g, (_, tag: string) => `\tT${from + Number(tag)}`);
      const many = Array.from({ length: 21 }, (_, i) => sentence(50 * i)).join('\n');
      const path = write('many.conllu', many);
      const args = ['--dev', tiny, '--bits', '10', '-o', 'refused'];
      const { code, errors } = bowline('train', path, ...args);
      assert.equal(code, 2);
      assert.match(errors, /has 1050 tags, too many for tables of 1024 weights: raise --bits/);
    });

    it('learns from batches of the size that it is told', async () => {
      const { output } = train('--batch', '1', ...arcStandard, '--threads', '1');
      const single = await readModel(output);
      assert.equal(plainModel.training.batch, 2);
      assert.equal(single.training.batch, 1);
      assert.notDeepEqual(weightsOf(single), weightsOf(plainModel));
    });

    it('learns the weights of a search alike with and without other searches', async () => {
      const { output } = train(...arcStandard, '--threads', '1');
      assert.deepEqual(weightsOf(await readModel(output)), weightsOf(plainModel));
    });
  });
});
