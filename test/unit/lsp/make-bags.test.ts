import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { toBag } from '../../../server/src/language/meaning/to-bag.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { expectationsOf } from '../../../server/src/language/tree/syntax.ts';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type {
  ArcChoices,
  KeptParts,
  MadeBags,
  MakeBagsParams,
  MakeBagsResult,
} from '../../../server/src/lsp/protocol.ts';
import { encodeParser } from '../../../server/src/parser/parser-model.ts';
import { tokenizeRaw } from '../../../server/src/text/normalise.ts';
import { splitSentences } from '../../../server/src/text/sentences.ts';
import { bundleWorker } from '../hosts/fake.ts';
import { tinyParserModel } from '../support/tiny-parser.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///a.bow';
const everything: KeptParts = { tags: true, arcs: true, labels: true };
const words: KeptParts = { tags: false, arcs: false, labels: false };

describe('the language server, asked to make bags of a text', () => {
  let worker: string;
  let removeWorker: () => void;
  let parser: Uint8Array;
  let extension: string;
  let removeExtension: () => void;
  let editor: Editor;

  const parserPath = (): string => join(extension, 'models', 'en-ewt.bow-parser');

  before(() => {
    const source = new URL('../../../server/src/hosts/node/worker.ts', import.meta.url);
    ({ script: worker, remove: removeWorker } = bundleWorker(source));
    parser = encodeParser(tinyParserModel());
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
    writeFileSync(parserPath(), parser);
  });
  after(() => {
    removeWorker();
    removeExtension();
  });
  beforeEach(async () => {
    editor = new Editor({ worker, poolSize: 2 });
    editor.settings = { realizeOn: 'never' };
    await editor.start(extension);
  });
  afterEach(() => editor.stop());

  const cancellation = (): CancellationTokenSource => new CancellationTokenSource();
  const asking = (
    text: string,
    params: Partial<MakeBagsParams> = {},
    { token } = cancellation(),
  ): Promise<MakeBagsResult> =>
    editor.client.sendRequest(
      messages.makeBags,
      {
        ...{ text, name: 'notes.txt', firstLine: 0, isLines: false, progress: 'bags' },
        ...{ keep: everything, arcsOf: null, into: null, ...params },
      } satisfies MakeBagsParams,
      token,
    );
  const making = async (text: string, params?: Partial<MakeBagsParams>): Promise<MadeBags> => {
    const made = await asking(text, params);
    assert.ok(!('problem' in made), 'problem' in made ? made.problem : '');
    return made;
  };
  const problem = async (text: string, params?: Partial<MakeBagsParams>): Promise<string> => {
    const made = await asking(text, params);
    assert.ok('problem' in made);
    return made.problem;
  };
  const isParserOpened = (): boolean => editor.log.some((line) => line.includes('bow-parser'));
  /** The sentences that the bags expect. */
  const expected = (content: string): string[] =>
    parse(content).bags.flatMap((bag) =>
      expectationsOf(bag).map(({ start, end }) => bag.text.slice(start, end)),
    );

  it('writes what the parser finds, as far as it is kept', async () => {
    const text = 'The old cat sleeps .';
    const all = await making(text);
    assert.equal(all.summary, '1 bag from notes.txt');
    assert.match(
      all.content,
      /^# 1 bag from notes\.txt\.\n\ntagset: xpos\n\nbag The-old-cat \{\n {2}words:\n/,
    );
    assert.match(all.content, / {2}deps:\n {4}root -> /);
    assert.match(all.content, /-nsubj->/);
    assert.match(all.content, / {2}expect:\n {4}The old cat sleeps \.\n\}\n$/);
    const [bag] = parse(all.content).bags.map(toBag);
    assert.equal(bag.arcs.length, 4);
    assert.ok(bag.words.every(({ tags }) => tags.length === 1));

    const arcs = await making(text, { keep: { tags: true, arcs: true, labels: false } });
    assert.doesNotMatch(arcs.content, /-nsubj->/);
    const [unlabelled] = parse(arcs.content).bags.map(toBag);
    const pairs = (arcsOf: Bag): string[] =>
      arcsOf.arcs.map(({ head, dependent }) => `${head} ${dependent}`).sort();
    assert.deepEqual(pairs(unlabelled), pairs(bag));
    const tags = await making(text, { keep: { tags: true, arcs: false, labels: false } });
    assert.equal(tags.content, all.content.replace(/ {2}deps:[^]*(?= {2}expect:)/, ''));
  });

  it('keeps the arcs of chosen words', async () => {
    const arcs = (content: string): string[] =>
      parse(content)
        .bags.map(toBag)
        .map((bag) =>
          [
            ...bag.arcs.map(({ head, dependent, label }) =>
              [bag.words[head].form, label, bag.words[dependent].form].join(' '),
            ),
            ...(bag.root === null ? [] : [`root ${bag.words[bag.root].form}`]),
          ]
            .sort()
            .join(', '),
        );
    const text = `The old cat sleeps .\n\n${'very '.repeat(300)}\n\nCats sleep .`;
    const asked = await editor.client.sendRequest<ArcChoices>(messages.arcChoices, {
      ...{ text, name: 'notes.txt', progress: 'p' },
    });
    assert.ok('sentences' in asked);
    const [first, long, last] = asked.sentences;
    assert.deepEqual(
      first.map(({ form, head, label }) => `${form} ${label} ${head}`),
      ['The det cat', 'old amod cat', 'cat nsubj sleeps', 'sleeps root null', '. punct sleeps'],
    );
    assert.deepEqual(long, []);
    assert.equal(last.length, 3);
    const made = await making(text, { arcsOf: [[0, 2], [1], [1]] });
    assert.deepEqual(arcs(made.content), ['cat det The, sleeps nsubj cat', 'root sleep']);
    const { content } = await making(text, { arcsOf: [[3]] });
    assert.deepEqual(arcs(content), ['root sleeps', '']);
  });

  it('offers no words of a text that has too many, or none', async () => {
    const choices = async (text: string): Promise<string> => {
      const found = await editor.client.sendRequest<ArcChoices>(messages.arcChoices, {
        ...{ text, name: 'notes.txt', progress: 'p' },
      });
      assert.ok('problem' in found);
      return found.problem;
    };
    assert.equal(await choices(' \n'), 'There is no sentence in notes.txt.');
    assert.match(await choices('Cats sleep .\n\n'.repeat(340)), /more than 1,000 words/);
    await editor.configure({ realizeOn: 'never', parser: 'none' });
    assert.match(await choices('Cats sleep .'), /^The setting bowline\.parser is "none"/);
  });

  it('does not open the parser for words alone', async () => {
    const made = await making('Dogs bark. Cats sleep.', { keep: words });
    assert.deepEqual(expected(made.content), ['Dogs bark .', 'Cats sleep .']);
    assert.match(made.content, /words:\n {4}\. bark Dogs\n/);
    assert.ok(!isParserOpened());
  });

  it('opens the parser at the first sentence to parse, once', async () => {
    await Promise.all([making('Dogs bark.'), making('Cats sleep.')]);
    await making('Birds sing.');
    const opened = editor.log.filter((line) => line.includes('bow-parser'));
    assert.equal(opened.length, 1);
  });

  it('says what to do if there is no sentence or no text', async () => {
    for (const text of ['', ' \t\r\n\u00a0\u200b\n']) {
      assert.equal(await problem(text), 'There is no sentence in notes.txt.');
    }
    assert.equal(await problem('\x7fELF\0\0'), 'notes.txt is not a text.');
    assert.ok(!isParserOpened());
  });

  it('refuses long sentences, with their lines and the limit', async () => {
    const text = `Dogs bark.\r\n\r\n${'very '.repeat(299)}much\r\n\r\nCats sleep.`;
    const made = await making(text, { firstLine: 10 });
    assert.deepEqual(made.refused, [
      { line: 12, reason: 'the sentence has 300 words; the limit is 200' },
    ]);
    assert.equal(made.summary, '2 bags from notes.txt (left out: 1 over 200 words)');
    assert.match(made.content, /^# Line 13: the sentence has 300 words; the limit is 200\.$/m);
    assert.deepEqual(expected(made.content), ['Dogs bark .', 'Cats sleep .']);
    assert.equal((await making(text, { keep: words })).bags, 3, 'nothing is parsed');
    const long = await making('very '.repeat(1_000_000));
    assert.deepEqual(
      long.refused.map(({ reason }) => reason),
      ['the sentence has 4,999,999 characters; the limit is 20,000'],
    );
  });

  it('takes each line of a file for a sentence', async () => {
    const text = '\ufeffIt rains. Dogs bark\r\n\r\nover there\rCats sleep.\n';
    const made = await making(text, { isLines: true });
    assert.deepEqual(expected(made.content), [
      'It rains . Dogs bark',
      'over there',
      'Cats sleep .',
    ]);
    const found = await making(text);
    assert.deepEqual(expected(found.content), [
      'It rains .',
      'Dogs bark',
      'over there Cats sleep .',
    ]);
  });

  it('makes bags of other languages, emoji and right-to-left text', async () => {
    const lines = [
      'Der Hund schläft .',
      '犬が 寝る 。',
      'הכלב ישן .',
      '👩‍👩‍👧 😀 !!',
      '} { / " # ->',
      '# bag x {',
    ];
    const made = await making(lines.join('\n'), { isLines: true });
    assert.equal(made.bags, lines.length);
    const { bags, names } = parse(made.content);
    assert.equal(new Set(names).size, lines.length);
    assert.deepEqual(
      bags.map((bag) => bag.diagnostics),
      lines.map(() => []),
    );
    for (const [i, line] of lines.entries()) {
      const forms = toBag(bags[i]).words.map(({ form }) => form);
      assert.deepEqual(forms.sort(), tokenizeRaw(line).sort());
    }
    const ordered = [
      ...expected(made.content),
      ...made.content.matchAll(/^# Not expected.*: (.*)$/gm),
    ];
    assert.equal(ordered.length, lines.length, 'the order of the words is kept');
  });

  it('keeps the tokens of any text, in order', async () => {
    const piece = fc.constantFrom(
      'Dogs',
      'bark',
      "don't",
      'end.',
      '😀',
      'שלום',
      '#1',
      '{',
      '}',
      'a/b',
      '"q"',
      '->',
      '\n',
      '\r\n\r\n',
      'expect:',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
        const text = pieces.join(' ');
        const sentences = splitSentences(text).map((sentence) => tokenizeRaw(sentence));
        if (sentences.length === 0) return;
        const made = await making(text);
        const bags = parse(made.content).bags.map(toBag);
        assert.equal(bags.length, sentences.length);
        for (const [i, forms] of sentences.entries()) {
          const written = bags[i].words.map(({ form }) => form);
          assert.deepEqual(written.sort(), [...forms].sort());
          assert.equal(bags[i].arcs.length, forms.length - 1);
          const inOrder = forms.join(' ');
          const isKept = made.content
            .split('\n')
            .some((line) => line.trim() === inOrder || line.endsWith(`otherwise: ${inOrder}`));
          assert.ok(isKept, inOrder);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('writes into a file after the bag at the cursor, with new names', async () => {
    const file = 'bag Dogs-bark {\r\n  words: dogs bark\r\n}\r\nbag two { words: x }\r\n';
    await editor.open(uri, file);
    const { edits } = await making('Dogs bark. Dogs bark.', {
      into: { uri, line: 1 },
      keep: words,
    });
    assert.ok(edits);
    assert.equal(edits.version, 1);
    const [{ range, newText }] = edits.edits;
    assert.deepEqual(range.start, { line: 2, character: 1 });
    assert.doesNotMatch(newText, /[^\r]\n|tagset/);
    const lines = file.split('\r\n');
    const after = [...lines.slice(0, 2), lines[2] + newText, ...lines.slice(3)].join('\r\n');
    const { names, bags } = parse(after);
    assert.deepEqual(names, ['Dogs-bark', 'Dogs-bark-2', 'Dogs-bark-3', 'two']);
    assert.ok(bags.every(({ diagnostics }) => diagnostics.length === 0));
    const last = await making('Dogs bark.', { into: { uri, line: 99 }, keep: words });
    assert.equal(last.edits!.edits[0].range.start.line, 3);
  });

  it('writes into a file without bags', async () => {
    await editor.open(uri, '');
    const empty = await making('Dogs bark.', { into: { uri, line: 0 } });
    assert.match(empty.edits!.edits[0].newText, /^bag Dogs-bark \{/);
    const settings = 'file:///settings.bow';
    await editor.open(settings, '# mine\nsearch: beam\n');
    const { edits } = await making('Dogs bark.', { into: { uri: settings, line: 0 } });
    assert.deepEqual(edits!.edits[0].range.start, { line: 1, character: 12 });
    assert.match(edits!.edits[0].newText, /^\n\nbag Dogs-bark/);
  });

  it('makes a new file if the file was closed', async () => {
    const made = await making('Dogs bark.', { into: { uri, line: 0 } });
    assert.equal(made.edits, null);
    assert.equal(made.bags, 1);
  });

  it('reports the progress of a long text, and can be cancelled at once', async () => {
    const stop = cancellation();
    const text = 'The old dog saw the cat .\n'.repeat(10_000);
    const result = asking(text, { isLines: true }, stop);
    await editor.until('a part is read', () => editor.progress.length > 2);
    const { done, total } = editor.progress.at(-1)!.value as unknown as Record<string, number>;
    assert.ok(0 < done && done < total && total === text.length);
    const started = performance.now();
    stop.cancel();
    await assert.rejects(result, /Making bags was cancelled/);
    assert.ok(performance.now() - started < 1000);
    assert.equal((await making('Dogs bark.')).bags, 1, 'the workers are free again');
  });

  it('answers other requests while it makes bags of the words of a long file', async () => {
    const text = 'The old dog saw the cat .\n'.repeat(10_000);
    const ended = new AbortController();
    const result = making(text, { isLines: true, keep: words }).finally(() => ended.abort());
    let answers = 0;
    while (!ended.signal.aborted) {
      await editor.client.sendRequest(messages.bagAt, { uri, line: 0 });
      answers++;
    }
    assert.equal((await result).bags, 10_000);
    assert.ok(answers > 5, `${answers} answers`);
  });

  it('names the setting of a parser that cannot be used, until it can be used', async () => {
    await editor.configure({ realizeOn: 'never', parser: 'models/other' });
    const wrong = await asking('Dogs bark.');
    assert.ok('problem' in wrong);
    assert.equal(wrong.setting, 'bowline.parser');
    assert.match(
      wrong.problem,
      /^The parser at .*other cannot be used: there is no such file\. Correct the setting bowline\.parser/,
    );
    writeFileSync(join(extension, 'models', 'other'), parser);
    assert.equal((await making('Dogs bark.')).bags, 1);
    rmSync(join(extension, 'models', 'other'));
    await editor.configure({ realizeOn: 'never', parser: 'models/en-ewt.bow-model' });
    assert.match(await problem('Dogs bark.'), /en-ewt\.bow-model cannot be used: /);
    assert.ok(existsSync(parserPath()));
    await editor.configure({ realizeOn: 'never' });
    assert.equal((await making('Dogs bark.')).bags, 1);
  });
});
