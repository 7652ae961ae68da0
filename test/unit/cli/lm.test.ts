import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bowline-lm-'));

function lm(...args: string[]): { code: number | null; out: string; errors: string } {
  const { status, stdout, stderr } = spawnSync(
    'node',
    [join(root, 'bin/bowline.js'), 'lm', ...args],
    { cwd: folder, encoding: 'utf8' },
  );
  return { code: status, out: stdout, errors: stderr };
}

function write(name: string, text: string | Uint8Array): void {
  writeFileSync(join(folder, name), text);
}

describe('bowline lm', () => {
  before(() => {
    write('raw.txt', "It's a dog.\nIt's a cat.\n\nThe dog sleeps.\n");
    write('text.tok.txt', "It 's a dog .\nThe `` cat '' sleeps .\n");
  });
  after(() => rmSync(folder, { recursive: true }));

  it('builds from raw text, tokenised text and treebanks, and says what it made', () => {
    const tiny = join(root, 'test/fixtures/tiny.conllu');
    const { code, errors } = lm('build', 'raw.txt', 'text.tok.txt', tiny, '-o', 'a.bow-lm');
    assert.equal(code, 0, errors);
    assert.match(errors, /^raw\.txt: 3 sentences\ntext\.tok\.txt: 2 sentences\n/);
    assert.match(errors, /a\.bow-lm: \d+ \+ \d+ \+ \d+ \+ \d+ n-grams, 0\.0\d MB\n$/);
  });

  it('counts first words in lower case too on request, unless they are names', () => {
    write('cases.txt', 'The cat saw Rex.\nRex saw the cat.\n');
    const probability = (file: string, words: string): number => {
      const { code, out, errors } = lm('query', file, words);
      assert.equal(code, 0, errors);
      return Number(out.split('\t')[0]);
    };
    const build = (file: string, ...options: string[]) => {
      const { code, errors } = lm('build', 'cases.txt', '-o', file, '--min-count', '1', ...options);
      assert.equal(code, 0, errors);
    };
    build('written.bow-lm');
    build('any.bow-lm', '--any-case');
    assert.ok(probability('any.bow-lm', 'the cat') > probability('written.bow-lm', 'the cat'));
    // A name has no probability of its own in lower case: `rex` is looked up as `Rex`.
    assert.equal(probability('any.bow-lm', 'rex'), probability('any.bow-lm', 'Rex'));
  });

  it('answers for the words of a sentence, whatever the format of the model', () => {
    assert.equal(lm('build', 'raw.txt', '-o', 'b.arpa', '--arpa', '--min-count', '1').code, 0);
    assert.equal(lm('build', 'b.arpa', '-o', 'b.bow-lm').code, 0);
    const { code, out } = lm('query', 'b.bow-lm', "It's a zebra.");
    assert.equal(code, 0);
    const words = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t').slice(1).join(' '));
    assert.deepEqual(words, ['It', "'s", 'a', 'zebra <unk>', '.', '</s>', 'total']);
    assert.equal(lm('query', 'b.arpa', "It's a zebra.").out, out);
  });

  it('measures perplexity and counts unknown words', () => {
    assert.equal(lm('build', 'raw.txt', '-o', 'c.bow-lm', '--min-count', '1').code, 0);
    const { code, out } = lm('perplexity', 'c.bow-lm', 'text.tok.txt');
    assert.equal(code, 0);
    assert.match(
      out,
      /^text\.tok\.txt: perplexity \d+\.\d\d, .*; 2 sentences, 11 words, 2 of them/,
    );
  });

  it('tells of lines that are not UTF-8, and goes on', () => {
    write('bad.txt', Uint8Array.of(0x61, 10, 0x62, 0xff, 10, 0x63, 10));
    const { code, errors } = lm('build', 'bad.txt', '-o', 'd.bow-lm');
    assert.equal(code, 0);
    assert.match(errors, /^bad\.txt:2: is not UTF-8; the line is left out\nbad\.txt: 2 sentences/);
    const measured = lm('perplexity', 'd.bow-lm', 'bad.txt');
    assert.match(measured.errors, /^bad\.txt:2: is not UTF-8; the line is left out/);
    assert.match(measured.out, /2 sentences \(left out: 1 not UTF-8\)/);
    const strict = lm('perplexity', 'd.bow-lm', 'bad.txt', '--strict');
    assert.deepEqual([strict.code, strict.out], [1, '']);
    assert.match(strict.errors, /^bowline: bad\.txt:2: is not UTF-8: correct the file/);
  });

  it('refuses what it cannot use, in one sentence, and writes nothing', () => {
    write('empty.txt', '\n');
    write('bad.arpa', '\\data\\\nngram 1=1\n\n\\1-grams:\n-1 a\n\n\\end\\\n');
    const refused = (pattern: RegExp, ...args: string[]): void => {
      const { code, out, errors } = lm(...args);
      assert.equal(code, 2);
      assert.equal(out, '');
      assert.match(errors, pattern);
    };
    const output = ['-o', 'refused.bow-lm'];
    refused(/^bowline: empty\.txt: has no sentence\n$/, 'build', 'empty.txt', ...output);
    refused(/^bowline: none\.txt: .*no such file/, 'build', 'none.txt', ...output);
    refused(/^bowline: bad\.arpa:7: the vocabulary has no <unk>/, 'build', 'bad.arpa', ...output);
    refused(/^bowline: raw\.txt: This is not a Bowline model/, 'query', 'raw.txt', 'a');
    refused(/cannot be written/, 'build', 'raw.txt', '-o', 'no/such/folder.bow-lm');
    refused(/order/, 'build', 'raw.txt', ...output, '--order', '6');
    refused(/prune/, 'build', 'raw.txt', ...output, '--prune', 'x');
    assert.ok(!existsSync(join(folder, 'refused.bow-lm')));
    assert.ok(!existsSync(join(folder, 'refused.bow-lm.new')));
  });

  it('refuses a damaged model, and an ARPA file with its line', () => {
    assert.equal(lm('build', 'raw.txt', '-o', 'g.bow-lm').code, 0);
    const bytes = readFileSync(join(folder, 'g.bow-lm'));
    const changed = (at: number): Uint8Array => {
      const copy = Uint8Array.from(bytes);
      copy[at] ^= 8;
      return copy;
    };
    write('cut.bow-lm', bytes.subarray(0, bytes.length - 9));
    write('flipped.bow-lm', changed(bytes.length - 9));
    const other = Uint8Array.from(bytes);
    other[8] ^= 8;
    write('version.bow-lm', other);
    write('nan.arpa', '\\data\\\nngram 1=1\n\n\\1-grams:\nnan <unk>\n\n\\end\\\n');
    for (const [name, message] of [
      ['cut.bow-lm', /^bowline: cut\.bow-lm: This model is truncated: .*\n$/],
      [
        'flipped.bow-lm',
        /^bowline: flipped\.bow-lm: The part "n-grams" of this model is damaged: .*\n$/,
      ],
      ['version.bow-lm', /^bowline: version\.bow-lm: This file has version \d+, .*\n$/],
      ['nan.arpa', /^bowline: nan\.arpa:5: "nan" is not a finite number\n$/],
    ] as const) {
      const { code, errors } = lm('query', name, 'a dog');
      assert.equal(code, 2);
      assert.match(errors, message);
    }
  });

  it('makes the same bytes of the same text', () => {
    const bytes = ['e.bow-lm', 'f.bow-lm'].map((name) => {
      lm('build', 'raw.txt', '-o', name);
      return readFileSync(join(folder, name));
    });
    assert.deepEqual(bytes[0], bytes[1]);
  });
});
