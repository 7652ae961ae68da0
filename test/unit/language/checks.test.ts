import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse, reparse } from '../../../server/src/language/tree/parser.ts';
import type { CategoryKnowledge, Knowledge } from '../../../server/src/language/facts/knowledge.ts';
import { wordsOf } from '../../../server/src/language/tree/syntax.ts';
import { edited } from '../../../server/src/language/writing/edited.ts';
import { assertProblems, bagWith, fixed, knowledge, marked, problemsIn } from './fixture.ts';
import { hostileTexts } from './hostile.ts';
import { withoutModel } from '../support/check-options.ts';

const options = withoutModel;

/** A set that knows how often it was gone through. */
class CountingSet extends Set<string> {
  searches = 0;

  override [Symbol.iterator]() {
    this.searches++;
    return super[Symbol.iterator]();
  }
}

/** What a model knows, and how often it is asked. */
class CountingKnowledge implements Knowledge {
  readonly tags = new CountingSet(knowledge.tags);
  readonly labels = new CountingSet(knowledge.labels);
  forms = 0;
  pairs = 0;
  categoryForms = 0;
  readonly lemmas = null;
  readonly categories: CategoryKnowledge = {
    ...knowledge.categories!,
    ofWord: (form) => {
      this.categoryForms++;
      return knowledge.categories!.ofWord(form);
    },
  };

  tagsOf(form: string) {
    this.forms++;
    return knowledge.tagsOf(form);
  }

  arcCount() {
    this.pairs++;
    return 0;
  }

  arcStatistics() {
    return knowledge.arcStatistics('', '');
  }
}

describe('the work of the checks', () => {
  for (const [what, text] of hostileTexts(100_000)) {
    it(`is bounded for ${what}`, () => {
      const asked = new CountingKnowledge();
      const file = parse(text);
      const bags = file.bags.length;
      const problems = check(file, {
        ...withoutModel,
        maxWords: 500,
        knowledge: asked,
      }).diagnostics();
      const words = file.bags.reduce((sum, bag) => sum + wordsOf(bag).length, 0);
      // Each bag has three lists: of its form, of its constraints, and of the rest.
      assert.ok(problems.length <= 300 * bags + 100, `${problems.length} problems`);
      // Once for each word of `words:`, and in up to three cases as an end of arcs.
      assert.ok(asked.forms <= 4 * words, `${asked.forms} forms`);
      // Once for each word, and once for each that is looked for among all categories.
      assert.ok(asked.categoryForms <= words + 20 * bags, `${asked.categoryForms} forms`);
      assert.ok(asked.pairs <= words * asked.tags.size ** 2, `${asked.pairs} pairs of tags`);
      assert.ok(asked.tags.searches + asked.labels.searches <= 20 * bags);
      for (const { fixes = [], related = [], message } of problems) {
        assert.ok(fixes.reduce((sum, { edits }) => sum + edits.length, 0) <= 24);
        assert.ok(related.length <= 12);
        assert.ok(message.length < 1000);
      }
    }).timeout(120_000);
  }

  it('ends with the problems that are told', () => {
    const asked = new CountingKnowledge();
    check(parse(bagWith('led/NN '.repeat(400))), {
      ...withoutModel,
      maxWords: 500,
      knowledge: asked,
    }).diagnostics();
    assert.ok(asked.forms <= 102, `${asked.forms} forms`);
  });

  it('indexes no more words by a fix than a few', () => {
    const titles = (count: number) =>
      problemsIn(bagWith(`${'a '.repeat(count)}b`, 'b -> a')).flatMap(({ fixes = [] }) =>
        fixes.map(({ edits }) => edits.length),
      );
    assert.deepEqual(titles(2), [3, 3]);
    assert.deepEqual(titles(5), [6, 6, 6, 6]);
    assert.deepEqual(titles(23), [24]);
    assert.deepEqual(titles(24), []);
  });

  it('compares the first unknown words with those of the bag, and no more', () => {
    const problems = problemsIn(bagWith('Talcott', 'Talcot -> Talcot\n'.repeat(50)));
    assert.equal(problems.length, 100);
    assert.deepEqual(
      problems.map(({ message }) => message.includes('Did you mean')),
      problems.map((_, i) => i < 20),
    );
  });

  it('compares the first wrong expectations with the bag, and no more', () => {
    const others = 'a b c d e f g h i j'.split(' ');
    // Each line has the other words in another order, and each fix makes it a sentence of the bag.
    const lines = others.flatMap((first) =>
      [0, 1, 2, 3, 4].map((by) => {
        const rest = others.filter((word) => word !== first);
        const turned = [...rest.slice(by), ...rest.slice(0, by)];
        return `\n    teams breads ${[first, ...turned].join(' ')}`;
      }),
    );
    const problems = problemsIn(
      bagWith(`team bread ${others.join(' ')}`, '', `  expect:${lines.join('')}`),
    );
    const titles = ['Change to `team`, `bread`', 'Write `teams` and `breads` in `words:`'];
    assert.deepEqual(
      problems.map(({ fixes = [] }) => fixes.map(({ title }) => title)),
      Array.from({ length: 50 }, (_, i) => (i < 20 ? titles : [])),
    );
  });
});

describe('an expected sentence', () => {
  it('is expected once: a line that says it again may be deleted', () => {
    const source = "bag {\n  words: I do n't .\n  expect:\n    I do n't .\n    ⟦I don't.⟧\n}\n";
    assertProblems(source, [['duplicate-expectation', 'expected already']]);
    const [{ fixes = [] }] = problemsIn(source);
    assert.equal(
      edited(marked(source).text, fixes[0].edits),
      "bag {\n  words: I do n't .\n  expect:\n    I do n't .\n}\n",
    );
    const misspelt = '    ⟦tee⟧ and tea. she likes it\n    ⟦tee and tea . she likes it⟧';
    assertProblems(bagWith('she likes tea and it .', '', `  expect:\n${misspelt}`), [
      ['expectation-mismatch', 'has `tee`, which the bag lacks'],
      'duplicate-expectation',
    ]);
  });

  it('has a line of its own', () => {
    for (const [before, after] of [
      ['    ⟦the dog barks. barks the dog.⟧', '    the dog barks.\n    barks the dog.'],
      ['    ⟦the dog barks . barks the dog .⟧', '    the dog barks .\n    barks the dog .'],
    ]) {
      const source = bagWith('the dog barks .', '', `  expect:\n${before}`);
      assertProblems(source, [['expectation-mismatch', 'this line has several']]);
      assert.equal(
        fixed(source, 'Write each sentence on a line of its own'),
        bagWith('the dog barks .', '', `  expect:\n${after}`),
      );
    }
    // Capitals at the start of each sentence have warnings of their own.
    const capitals = bagWith('dogs bark .', '', '  expect:\n    ⟦Dogs bark. Bark dogs.⟧');
    assertProblems(capitals, [['expectation-mismatch', 'this line has several']]);
    // One of the two is no sentence of the bag.
    const source = bagWith('the dog barks .', '', '  expect:\n    the dog barks. A ⟦cat⟧ barks.');
    assert.doesNotMatch(problemsIn(source)[0].message, /several/);
  });
});

describe('a bag over the size limit', () => {
  it('is refused, with the limit and its setting', () => {
    const many = Array.from({ length: 500 }, (_, i) => `w${i}`).join(' ');
    const source = bagWith(many).replace('words:', '⟦words:⟧');
    assertProblems(source, [
      ['too-many-words', 'has 500 words, and the limit is 100: split it, or raise the limit'],
    ]);
    assert.match(problemsIn(source)[0].message, /`bowline\.maxWords`/);
    assert.deepEqual(problemsIn(source, { maxWords: 500 }), []);
  });
});

describe('the errors of a bag', () => {
  const errorsOf = (source: string, bag: number): string[][] => {
    const { text } = marked(source);
    const errors = check(parse(text), options).errors(bag);
    return errors.map(({ code, range }) => [code, text.slice(range.start, range.end)]);
  };

  it('are none where there are only warnings', () => {
    const warned = 'bag {\n  words: a b\n  expect:\n    ⟦a⟧\n}\n';
    assertProblems(warned, ['expectation-mismatch']);
    assert.deepEqual(errorsOf(warned, 0), []);
  });

  it('are its own, without warnings', () => {
    const rest = 'words: a b\n  deps:\n    a -> x\n    y -> b\n  expect:\n    a\n}\n';
    assert.deepEqual(errorsOf(`bag {\n  words: a z/\n}\nbag {\n  ${rest}`, 1), [
      ['unknown-word', 'x'],
      ['unknown-word', 'y'],
    ]);
  });

  it('begin with what it shares with others: a name', () => {
    assert.deepEqual(errorsOf('bag n {\n  words: a\n}\nbag n {\n  words: a z/\n}\n', 1), [
      ['duplicate-name', 'n'],
      ['stray-slash', '/'],
    ]);
  });

  it('begin with what holds for the whole file: a value of a setting', () => {
    assert.deepEqual(errorsOf('language: xx\nbag {\n  words: a z/\n}\n', 0), [
      ['unknown-value', 'xx'],
      ['stray-slash', '/'],
    ]);
  });
});

describe('the errors outside all bags', () => {
  const errorsOutside = (text: string): string[] =>
    check(parse(text), options)
      .errorsOutside()
      .map(({ code, range }) => `${code}: ${text.slice(range.start, range.end)}`);

  it('are a wrong setting only where there is no bag, since it is an error of each bag', () => {
    assert.deepEqual(errorsOutside('language: xx\n'), ['unknown-value: xx']);
    assert.deepEqual(errorsOutside('language: xx\nbag {\n  words: a\n}\n'), []);
  });

  it('are what stands behind a bag, at its place in the file', () => {
    const bag = 'bag {\n  words: a\n}\n';
    assert.deepEqual(errorsOutside(`${bag}note\n${bag}`), ['outside-bag: note']);
  });
});

describe('checks', () => {
  it('count every problem, shown or not', () => {
    const text = 'langauge: en\nbag n {\n  words: a z/\n}\nbag n {\n  words: a/\n}\nnote\n';
    const checked = check(parse(text), options);
    assert.deepEqual(
      checked.diagnostics().map(({ code }) => code),
      ['unknown-setting', 'stray-slash', 'duplicate-name', 'stray-slash', 'outside-bag'],
    );
    assert.equal(checked.diagnostics(2).length, 2);
    assert.equal(checked.count(), 5);
  });

  it('stop at a limit', () => {
    const file = parse('bag {\n}\n'.repeat(50));
    assert.equal(check(file, options).diagnostics().length, 50);
    assert.equal(check(file, options).diagnostics(10).length, 10);
  });

  it('do not look at bags behind a limit', () => {
    const asked = new CountingKnowledge();
    const file = parse('bag {\n  words: a/NN\n}\n'.repeat(5));
    const checked = check(file, { ...withoutModel, knowledge: asked });
    assert.equal(checked.diagnostics(2).length, 2);
    assert.equal(asked.forms, 2);
  });

  it('look at one bag more at a time, until all are checked', () => {
    const asked = new CountingKnowledge();
    const file = parse('bag {\n  words: a/NN\n}\n'.repeat(3));
    const checked = check(file, { ...withoutModel, knowledge: asked });
    checked.errors(1);
    const looks = [1, 2, 3].map(() => [checked.checkNext(), asked.forms]);
    assert.deepEqual(looks, [
      [true, 2],
      [true, 3],
      [false, 3],
    ]);
  });

  it('do not look again at bags that an edit leaves alone', () => {
    const bag = (words: string): string => `bag {\n  words: ${words}\n}\n`;
    const asked = new CountingKnowledge();
    const checks = { ...withoutModel, knowledge: asked };
    const text = bag('a/DT') + bag('team/NN') + bag('led/VBD');
    const former = check(parse(text), checks);
    former.diagnostics();
    assert.ok(asked.forms > 0);

    asked.forms = 0;
    const start = text.indexOf('team');
    const longer = text.replace('team', 'led team');
    const file = reparse(former.file, longer, { start, oldEnd: start, newEnd: start + 4 });
    const checked = check(file, checks, former);
    assert.deepEqual(
      checked.diagnostics(),
      check(parse(longer), { ...checks, knowledge }).diagnostics(),
    );
    assert.equal(asked.forms, 1, 'the one word with a tag in the changed bag');

    asked.forms = 0;
    assert.equal(check(file, { ...checks }, checked), checked);
    checked.diagnostics();
    checked.errors(0);
    checked.expectations(2);
    assert.equal(asked.forms, 0);
  });

  it('do not look again at bags before and behind one that comes or goes', () => {
    const bag = (words: string): string => `bag {\n  words: ${words}\n}\n`;
    const asked = new CountingKnowledge();
    const checks = { ...withoutModel, knowledge: asked };
    const [first, second, third] = [bag('a/NN'), bag('team/DT'), bag('led/NN')];
    const start = first.length;
    const end = start + second.length;
    for (const [before, after, edit, looks] of [
      [first + third, first + second + third, { start, oldEnd: start, newEnd: end }, 1],
      [first + second + third, first + third, { start, oldEnd: end, newEnd: start }, 0],
      [first + second + third, second + third, { start: 0, oldEnd: start, newEnd: 0 }, 0],
    ] as const) {
      const former = check(parse(before), checks);
      former.diagnostics();
      asked.forms = 0;
      const checked = check(reparse(former.file, after, edit), checks, former);
      assert.deepEqual(
        checked.diagnostics(),
        check(parse(after), { ...checks, knowledge }).diagnostics(),
      );
      assert.equal(asked.forms, looks);
    }
  });

  it('follow their options', () => {
    const file = parse(bagWith('a b c'));
    assert.equal(check(file, { ...withoutModel, maxWords: 2 }).diagnostics().length, 1);
    assert.equal(check(file, { ...withoutModel, maxWords: 3 }).diagnostics().length, 0);
  });

  it('tell no more than an author can read in one bag', () => {
    const problems = problemsIn(bagWith('a/ '.repeat(1000)), { maxWords: 10_000 });
    assert.equal(problems.length, 100);
    assert.match(problems[99].message, /More like it are not shown\.$/);
  });
});

describe('a bag with a few slips', () => {
  const folder = join(import.meta.dirname, '../../../examples');
  const examples = readdirSync(folder)
    .filter((name) => name.endsWith('.bow'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const grammar = text.includes('\ngrammar: ccg') ? 'grammar: ccg\n' : '';
      return (text.match(/^bag .*\{$[^]*?^\}$/gm) ?? []).map((bag) => grammar + bag);
    });
  const small = ['dogs bark .', '[ the dog ] barks', '@dog ( bark | sleep )', 'dogs? bark'].map(
    (words) => bagWith(words, '', '  order: first dogs\n  expect: dogs bark .\n'),
  );
  const signs = ['(', ')', '[', ']', '|', '{', '}', '"', '?', '/', '#', '@', ':', '->', '<', ','];
  const others = ['\n', '\u00a0', '\u00a0#1 ', 'expect:'];
  const slip = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    isApart: fc.boolean(),
    length: fc.constantFrom(0, 0, 1, 2, 20),
    written: fc.constantFrom('', ...signs, ...signs.map((sign) => ` ${sign} `), ...others),
  });
  const slips = fc.array(slip, { minLength: 1, maxLength: 3 });

  it('is checked, whatever they are, and so is the bag below', () => {
    assert.ok(examples.length > 20);
    fc.assert(
      fc.property(fc.constantFrom(...small, ...examples), slips, (bag, made) => {
        let text = bag;
        for (const { at, isApart, length, written } of made) {
          const near = Math.floor(at * text.length);
          const start = isApart ? near + Math.max(0, text.slice(near).search(/\s/)) : near;
          text = text.slice(0, start) + written + text.slice(start + length);
        }
        const file = parse(`${text}\nbag below { words: hi }\n`);
        const checked = check(file, { ...options, knowledge });
        assert.ok(checked.diagnostics().every(({ range }) => range.start <= range.end));
        for (const bag of file.bags.keys()) checked.expectations(bag);
      }),
      { numRuns: 3000 },
    );
  }).timeout(60_000);

  for (const words of ['dogs bark . (', '[ dogs bark ] (', '@dog bark (', '(', 'dogs bark ( |']) {
    it(`may end in a group without words: ${words}`, () => {
      for (const line of ['order: first dogs', 'deps: bark -> dogs', 'expect: dogs bark .']) {
        const problems = problemsIn(bagWith(words, '', `  ${line}\n`));
        assert.ok(problems.some(({ severity }) => severity === 'error'));
      }
    });
  }
});
