import assert from 'node:assert/strict';
import fc from 'fast-check';
import { check } from '../../../server/src/language/checks/check.ts';
import { occurrencesAt } from '../../../server/src/language/features/references.ts';
import { renamableAt, renameAt } from '../../../server/src/language/features/rename.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { toBag } from '../../../server/src/language/meaning/to-bag.ts';
import { applyFix, bagWith } from './fixture.ts';
import { withoutModel } from '../support/check-options.ts';

const text = `bag talcott {
  words:
    "Dr. Talcott"/NNP led/VBD a#1 team a#2 . ( in | at )?
  deps:
    led -> "Dr. Talcott" a#1
    team -nsubj-> a#2
  order:
    "Dr. Talcott" << led
    in < at
  expect:
    Dr. Talcott led a team a .
}

bag other {
  words: led
}
`;

/** What the file becomes when what is written at a place gets a new name. */
function renamed(written: string, newName: string, nth = 0): string {
  const at = [...text.matchAll(new RegExp(written.replace(/[.?()|]/g, '\\$&'), 'g'))][nth].index;
  const renaming = renameAt(parse(text), at + 1, newName);
  assert.ok(renaming !== null && 'edits' in renaming);
  return applyFix(text, { title: '', edits: renaming.edits });
}

describe('a word of a bag', () => {
  it('is found wherever deps: and order: name it, in its own bag', () => {
    const at = text.indexOf('led ->');
    const { definition, references } = occurrencesAt(parse(text), at)!;
    const written = [definition, ...references].map(({ start, end }) => [
      text.slice(start, end),
      text.slice(0, start).split('\n').length,
    ]);
    assert.deepEqual(written, [
      ['led', 3],
      ['led', 5],
      ['led', 8],
    ]);
  });

  it('is found in the order of the text', () => {
    const source = 'bag {\n  words: a b\n  order: a < b\n  deps: a -> b\n}';
    const starts = occurrencesAt(parse(source), source.indexOf('a b'))!.references.map(
      ({ start }) => start,
    );
    assert.deepEqual(starts, [source.indexOf('a <'), source.indexOf('a ->')]);
  });

  it('is found by its index where its form is repeated', () => {
    const { definition, references } = occurrencesAt(parse(text), text.indexOf('a#2 .'))!;
    assert.equal(text.slice(definition.start, definition.end), 'a#2');
    assert.deepEqual(
      references.map(({ start, end }) => text.slice(start, end)),
      ['a#2'],
    );
  });

  it('is renamed wherever it is named, in expectations too, and keeps its tag', () => {
    assert.equal(
      renamed('led', 'has led'),
      text
        .replace('led/VBD', '"has led"/VBD')
        .replace('led ->', '"has led" ->')
        .replace('<< led', '<< "has led"')
        .replace('Talcott led a', 'Talcott has led a'),
    );
    assert.equal(
      renamed('"Dr. Talcott"', 'He'),
      text.replaceAll('"Dr. Talcott"', 'He').replace('Dr. Talcott', 'He'),
    );
  });

  for (const [line, old, newName, after] of [
    ['She left "New York".', '"New York"', 'Rome', 'She left "Rome".'],
    ['She left (New York), he said.', '"New York"', 'Rome', 'She left (Rome), he said.'],
    ['New York she left.', '.', '!', 'New York she left!'],
    ['At 9 a.m. she left a town.', 'a', 'the', 'At 9 a.m. she left the town.'],
    ["She left New York's towns.", '"New York"', 'Rome', "She left New York's towns."],
    ['She left at 9.30.', '.', '!', 'She left at 9.30!'],
  ] as const) {
    it(`is renamed in an expectation beside punctuation: ${line}`, () => {
      const source = bagWith('. "New York" a she left', '', `  expect:\n    ${line}`);
      const renaming = renameAt(parse(source), source.indexOf(` ${old} `) + 1, newName);
      assert.ok(renaming !== null && 'edits' in renaming);
      const out = applyFix(source, { title: '', edits: renaming.edits });
      assert.equal(out.split('expect:\n    ')[1].split('\n')[0], after);
    });
  }

  it('is renamed in an expectation that has its form twice, if the words beside it tell which one', () => {
    const words = 'the dog saw the cat .';
    for (const [place, given, expect, after] of [
      [0, words, 'the dog saw the cat.', 'a dog saw the cat.'],
      [12, words, 'the dog saw the cat.', 'the dog saw a cat.'],
      [12, 'the dog saw the .', 'the dog saw the.', 'the dog saw a.'],
      [0, 'the dog the dog', 'the dog the dog', 'the dog the dog'],
      [0, words, 'The cat said the dog saw the cat.', 'The cat said a dog saw the cat.'],
    ] as const) {
      const source = bagWith(given, '', `  expect: ${expect}`);
      const renaming = renameAt(parse(source), source.indexOf(given) + place, 'a');
      assert.ok(renaming !== null && 'edits' in renaming);
      const out = applyFix(source, { title: '', edits: renaming.edits });
      assert.equal(out.split('expect: ')[1].split('\n')[0], after);
    }
  });

  it('gets an index where other words have its new name, and so do they if they are named', () => {
    const out = renamed('team', 'led');
    assert.ok(out.includes('led#1/VBD a#1 led#2 a#2'), out);
    assert.ok(out.includes('led#1 -> "Dr. Talcott" a#1\n    led#2 -nsubj-> a#2'), out);
    assert.ok(out.includes('<< led#1\n'), out);
  });

  it('keeps its index if no other word of its new name has it, and lemmas of this name keep their features', () => {
    const source = bagWith('dog cat#1 @be[Tense=Past]', '    dog -> cat#1\n    dog -> @be');
    const renamedTo = (newName: string): string => {
      const renaming = renameAt(parse(source), source.indexOf('cat'), newName);
      assert.ok(renaming !== null && 'edits' in renaming);
      return applyFix(source, { title: '', edits: renaming.edits });
    };
    assert.equal(
      renamedTo('dog'),
      bagWith('dog#2 dog#1 @be[Tense=Past]', '    dog#2 -> dog#1\n    dog#2 -> @be'),
    );
    assert.equal(
      renamedTo('@be'),
      bagWith('dog "@be"#1 @be[Tense=Past]#2', '    dog -> "@be"#1\n    dog -> @be#2'),
    );
  });

  it('is left as it is in an expectation that would be read as something else', () => {
    for (const [line, old, newName] of [
      ['bag dog .', '.', '{'],
      ['dog bag .', 'dog', '}'],
      ['dog bag .', 'dog', 'deps:'],
    ] as const) {
      const source = bagWith('bag dog .', '', `  expect:\n    ${line}`);
      const renaming = renameAt(parse(source), source.indexOf(old), newName);
      assert.ok(renaming !== null && 'edits' in renaming);
      assert.equal(
        applyFix(source, { title: '', edits: renaming.edits }),
        source.replace(old, `"${newName}"`),
      );
    }
  });

  it('cannot be renamed to nothing, and nothing else can be renamed', () => {
    const file = parse(text);
    assert.deepEqual(renameAt(file, text.indexOf('led'), '  '), {
      problem: 'A name has at least one character.',
    });
    for (const written of ['VBD', 'nsubj', '<<', 'deps:', 'Talcott led']) {
      assert.equal(renamableAt(file, text.indexOf(written) + 1), null, written);
    }
    const lemma = bagWith('@be[Tense=Past]/VBD there', '    @be -> there');
    for (const at of [lemma.indexOf('@be['), lemma.indexOf('@be ->')]) {
      const renamable = renamableAt(parse(lemma), at + 1);
      assert.ok(renamable !== null && 'problem' in renamable);
      assert.match(renamable.problem, /A lemma cannot be renamed/);
      assert.deepEqual(renameAt(parse(lemma), at + 1, '@have'), renamable);
    }
  });

  it('says the same after it is renamed, for random names', () => {
    const name = fc.oneof(
      fc.constantFrom('root', 'first', 'a', '?', '"', 'x#1', 'b/c', '[', '->', 'deps:', 'a b', '#'),
      fc
        .string({ minLength: 1, maxLength: 5 })
        .filter((one) => /\S/.test(one) && !/[\r\n\u2028\u2029\v\f]/.test(one)),
    );
    fc.assert(
      fc.property(
        name,
        fc.constantFrom('led', 'team', '"Dr. Talcott"', 'in |'),
        (newName, written) => {
          const before = toBag(parse(text).bags[0]);
          const file = parse(renamed(written, newName));
          const problems = check(file, withoutModel).diagnostics();
          assert.deepEqual(
            problems.filter(({ severity }) => severity === 'error'),
            [],
          );
          const after = toBag(file.bags[0]);
          const old = written === 'in |' ? 'in' : written.replace(/"/g, '');
          const form = newName.trim().split(/\s+/).join(' ');
          assert.deepEqual(after, {
            ...before,
            words: before.words.map((word) => (word.form === old ? { ...word, form } : word)),
          });
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('the name of a bag', () => {
  it('is renamed, and stays one word that no other bag has', () => {
    const file = parse(text);
    const at = text.indexOf('talcott {');
    assert.deepEqual(renamableAt(file, at), {
      range: { start: at, end: at + 7 },
      name: 'talcott',
    });
    assert.ok(renamed('talcott', 'figure-4').startsWith('bag figure-4 {'));
    for (const name of ['other', 'two words', '"x"', '(', '->', '|', '[', '<', '{', '#4', '']) {
      assert.ok('problem' in renameAt(file, at, name)!, name);
    }
  });

  it('leaves the rest as it was, for random names that it can have', () => {
    const at = text.indexOf('talcott {');
    const syntax = fc.constantFrom('"', '(', '|', '<', '-', '>', '{', '}', '#', 'a', ' ', '\n');
    const name = fc.oneof(fc.string({ unit: syntax, maxLength: 4 }), fc.string({ maxLength: 4 }));
    fc.assert(
      fc.property(name, (newName) => {
        const renaming = renameAt(parse(text), at, newName)!;
        if ('problem' in renaming) return;
        const { bags, names } = parse(applyFix(text, { title: '', edits: renaming.edits }));
        assert.deepEqual(names, [newName.trim(), 'other']);
        assert.deepEqual(bags.map(toBag), parse(text).bags.map(toBag));
      }),
      { numRuns: 1000 },
    );
  });
});
