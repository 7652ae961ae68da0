import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { parse, type TestSuites } from 'junit2json';
import { validateXML } from 'xmllint-wasm';
import { toJUnit } from '../../../server/src/cli/junit.ts';
import type { TestReport } from '../../../server/src/cli/junit.ts';
import { encodeModel } from '../../../server/src/model/model.ts';
import { tinyModel } from '../support/tiny.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bowline-test-'));
const model = join(folder, 'tiny.bow-model');
const junit = join(folder, 'report.xml');

function test(...args: string[]): { code: number | null; out: string; errors: string } {
  const { status, stdout, stderr } = spawnSync(
    'node',
    [join(root, 'bin/bowline.js'), 'test', '--model', model, ...args],
    { cwd: folder, encoding: 'utf8' },
  );
  return { code: status, out: stdout, errors: stderr };
}

/** The name of a file in the folder that the command runs in. */
function write(name: string, text: string | Uint8Array): string {
  writeFileSync(join(folder, name), text);
  return name;
}

/** What a reader of JUnit XML makes of a text, which libxml2 must find well-formed. */
async function read(xml: string): Promise<TestSuites> {
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents: xml }],
    normalization: 'format',
  });
  assert.ok(valid, JSON.stringify(errors));
  return (await parse(xml)) ?? assert.fail('It has no suites.');
}

const words = '  words: The dog chased/VBD a cat .\n  deps: chased -obj-> cat\n';
const passing = `bag good {\n${words}  expect: The dog chased a cat .\n}\n`;
const failing = `bag other {\n${words}  expect:\n    a dog chased The cat .\n}\n`;
const broken = 'bag broken {\n  words: a b\n  deps: a -> zebra\n  expect: a b\n}\n';
const plain = `bag plain {\n${words}}\n`;

describe('bowline test', () => {
  before(async () => writeFileSync(model, encodeModel(await tinyModel())));
  after(() => rmSync(folder, { recursive: true }));

  it('ends with 0 where every expectation is the best realization', () => {
    const path = write('good.bow', `${plain}\n${passing}`);
    assert.deepEqual(test(path), {
      code: 0,
      out: 'passed  good.bow:6: good\n',
      errors: '1 bag passed, 0 failed\n',
    });
  });

  it('tests one bag by name', () => {
    const path = write('both.bow', passing + failing + broken);
    assert.deepEqual(test(path, '--bag', 'good'), {
      ...{ code: 0, out: 'passed  both.bow:1: good\n', errors: '1 bag passed, 0 failed\n' },
    });
    assert.equal(test(path, '--bag', 'other').code, 1);
    assert.equal(test(path, '--bag', 'ugly').code, 2);
  });

  it('ends with 1 where one is not, and shows the difference, the rank and BLEU', () => {
    const path = write('both.bow', passing + failing);
    const { code, out, errors } = test(path);
    assert.equal(code, 1);
    assert.equal(errors, '1 bag passed, 1 failed\n');
    const [first, second] = out.split('\n');
    assert.equal(first, 'passed  both.bow:1: good');
    const difference = '[-a-] {+The+} dog chased [-The-] {+a+} cat .';
    assert.ok(second.startsWith(`FAILED  both.bow:6: other: ${difference} (`));
    assert.match(
      second,
      / \(The expected sentence is no\. \d+ of \d+ sentences found\. BLEU \d\d\.\d\.\)$/,
    );
    // The rank counts all sentences, however many a list shows.
    assert.equal(test(path, '-k', '2').out, out);
  });

  it('ends with 2 where a bag has an error, whatever came of the others', () => {
    const path = write('broken.bow', `${broken}${failing}`);
    const { code, out, errors } = test(path);
    assert.equal(code, 2);
    assert.match(out, /^NOT RUN broken\.bow:1: broken: Line 3: .*zebra/);
    assert.match(errors, /^broken\.bow:3:14: .*zebra/);
    assert.match(errors, /0 bags passed, 1 failed, 1 could not be run\n$/);
  });

  it('ends with 2 where an error may hide an expectation', () => {
    const path = write('hidden.bow', `bag hidden {\n${words}  sentences: The dog .\n}\n${passing}`);
    const { code, out, errors } = test(path);
    assert.equal(code, 2);
    const [hidden, good] = out.split('\n');
    assert.match(hidden, /^NOT RUN hidden\.bow:1: hidden: Line 4: .*sentences/);
    assert.equal(good, 'passed  hidden.bow:6: good');
    assert.match(errors, /^hidden\.bow:4:3: .*sentences/);
    assert.match(errors, /1 bag passed, 0 failed, 1 could not be run\n$/);
  });

  it('ends with 2 where an error may hide a bag, and counts it', () => {
    const path = write('header.bow', `${passing}bag a b {\n${words}  expect: a\n}\n`);
    const { code, out, errors } = test(path);
    assert.equal(code, 2);
    assert.match(out, /\nNOT RUN header\.bow:6: line 6: The name of a bag is one word/);
    assert.match(errors, /1 bag passed, 0 failed, 1 could not be run\n$/);
  });

  it('ends with 2 where a file or a model cannot be read, and writes no report', () => {
    for (const args of [['nowhere.bow'], [write('good.bow', passing), '--model', 'nowhere']]) {
      const { code, errors } = test(...args, '--junit', 'unwritten.xml');
      assert.equal(code, 2);
      assert.match(errors, /^bowline: nowhere/);
      assert.ok(!existsSync(join(folder, 'unwritten.xml')));
    }
    const latin = write('latin.bow', Buffer.from(`# caf\xe9\n${passing}`, 'latin1'));
    assert.equal(test(latin).code, 2);
    assert.equal(test(write('good.bow', passing), '--junit', 'no/folder.xml').code, 2);
  });

  it('ends with 0 where nothing is expected, and says so', async () => {
    const { code, out, errors } = test(write('plain.bow', plain), '--junit', junit);
    assert.deepEqual([code, out], [0, '']);
    assert.equal(errors, 'No bag expects a sentence: there is nothing to test.\n');
    assert.equal((await read(readFileSync(junit, 'utf8'))).tests, 0);
  });

  it('says the same with any number of threads', () => {
    const path = write('many.bow', (passing + failing).repeat(3).replace(/bag \w+/g, 'bag'));
    const one = test(path, '--threads', '1');
    assert.equal(one.code, 1);
    assert.deepEqual(test(path, '--threads', '3'), one);
  });

  it('writes JUnit XML that a reader of it understands', async () => {
    const args = [write('a.bow', passing + failing), write('b.bow', broken), '--junit', junit];
    assert.equal(test(...args).code, 2);
    const report = await read(readFileSync(junit, 'utf8'));
    assert.deepEqual([report.tests, report.failures, report.errors], [3, 1, 1]);
    assert.deepEqual(
      report.testsuite?.map(({ name, tests, failures, errors }) => [name, tests, failures, errors]),
      [
        ['a.bow', 2, 1, 0],
        ['b.bow', 1, 0, 1],
      ],
    );
    const [good, other] = report.testsuite[0].testcase!;
    assert.deepEqual([good.name, good.classname, good.failure], ['good', 'a.bow', undefined]);
    assert.ok(good.time! > 0);
    assert.match(
      other.failure![0].message!,
      /^The expected sentence is no\. \d+ of \d+ sentences found\.$/,
    );
    assert.match(other.failure![0].inner!, /^a\.bow:6\n.*\nExpected: {3}a dog chased The cat\.\n/);
    const [error] = report.testsuite[1].testcase![0].error!;
    assert.match(error.message!, /^Line 3: .*zebra/);
  });

  it("keeps a stranger's file from acting on the terminal or breaking the report", async () => {
    const name = '<&">\u0007\u0000\u001b[31m]]>';
    const path = write('<&>.bow', `bag ${name} {\n  words: a\u0007 b\n  expect: b a\u0007\n}\n`);
    const { code, out, errors } = test(path, '--junit', junit);
    assert.ok(code === 0 || code === 1);
    for (const character of ['\u0000', '\u0007', '\u001b']) {
      assert.ok(!(out + errors).includes(character));
    }
    const report = await read(readFileSync(junit, 'utf8'));
    const [suite] = report.testsuite!;
    assert.deepEqual([suite.name, suite.testcase![0].name], ['<&>.bow', '<&">���[31m]]>']);
  });

  it('writes well-formed XML, whatever names and messages are', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 });
    const report = fc.record({
      path: text,
      name: text,
      line: fc.nat(),
      wallMs: fc.nat(),
      verdict: text.map((message) => ({ kind: 'not-run', message }) as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(report, { maxLength: 20 }), async (reports: TestReport[]) => {
        const { tests, errors, testsuite = [] } = await read(toJUnit(reports));
        assert.deepEqual([tests, errors], [reports.length, reports.length]);
        const names = testsuite.flatMap(({ testcase = [] }) => testcase.map(({ name }) => name));
        assert.equal(names.length, reports.length);
      }),
      { numRuns: 5 },
    );
  });
});
