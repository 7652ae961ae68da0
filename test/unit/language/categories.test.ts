import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { findMalformation } from '../../../server/src/bag/malformation.ts';
import { check } from '../../../server/src/language/checks/check.ts';
import { completionsAt } from '../../../server/src/language/features/completion.ts';
import { hoverAt } from '../../../server/src/language/features/hover.ts';
import { chosenTags, hasOpenTags } from '../../../server/src/language/features/keep-tags.ts';
import { semanticTokensOf } from '../../../server/src/language/features/semantic-tokens.ts';
import { toBag } from '../../../server/src/language/meaning/to-bag.ts';
import { setHead } from '../../../server/src/language/features/edit-arc.ts';
import { insertExpectation } from '../../../server/src/language/features/insert-expectation.ts';
import {
  removablesOf,
  superfluous,
} from '../../../server/src/language/features/remove-constraints.ts';
import { removalOf } from '../../../server/src/language/writing/deletions.ts';
import { parse, parsePart, reparse } from '../../../server/src/language/tree/parser.ts';
import type { DiagnosticCode, TextEdit } from '../../../server/src/language/tree/diagnostic.ts';
import { edited } from '../../../server/src/language/writing/edited.ts';
import { writeBag } from '../../../server/src/language/writing/write-bag.ts';
import { withoutModel } from '../support/check-options.ts';
import { ccgBow } from './random-bow.ts';
import {
  assertProblems,
  bagWith,
  fixed,
  knowledge,
  knowledgeOfLemmas,
  problemsIn,
} from './fixture.ts';

const ccg = (words: string): string => `grammar: ccg\n\n${bagWith(words)}`;
const bagOf = (words: string): Bag => toBag(parse(ccg(words)).bags[0]);
const transitive = '(S[dcl]\\NP)/NP';

describe('with grammar: ccg, what stands behind a slash', () => {
  const given = (category: string, tag: string | null = null) => ({ category, tag });
  for (const [written, tags, categories] of [
    [`saw/${transitive}`, [], [given(transitive)]],
    [`saw/(${transitive})`, [], [given(transitive)]],
    ['saw/S\\NP/NP', [], [given('(S\\NP)/NP')]],
    ['saw/VBD', ['VBD'], undefined],
    [`saw/VBD:${transitive}`, [], [given(transitive, 'VBD')]],
    [`"saw"#2/VBD:${transitive}?`, [], [given(transitive, 'VBD')]],
    ['saw/NN|VBD:S[dcl]\\NP|N', ['NN'], [given('S[dcl]\\NP', 'VBD'), given('N')]],
    ['saw/N|(N)|N', [], [given('N')]],
    [',/,', [], [given(',')]],
    ['-/:', [], [given(':')]],
    ['-/:::', [], [given(':', ':')]],
    ['./.:.', [], [given('.', '.')]],
    ['(/-LRB-:LRB', [], [given('LRB', '-LRB-')]],
    ['she/NP', [], [given('NP')]],
    ['dog/NN', ['NN'], undefined],
    ['she', [], undefined],
  ] as const) {
    it(`is read: ${written}`, () => {
      assertProblems(ccg(written), []);
      const { words, grammar } = bagOf(written);
      assert.equal(grammar, 'ccg');
      assert.deepEqual(words[0].tags, tags);
      assert.deepEqual(words[0].categories, categories);
    });
  }

  it('is that of each alternative of a group without its own', () => {
    const { words } = bagOf('( a | an/DT )/NP/N');
    assert.deepEqual(words, [
      { form: 'a', tags: [], categories: [given('NP/N')] },
      { form: 'an', tags: ['DT'] },
    ]);
  });

  it('makes a bag that is well-formed, whatever is written', () => {
    const part = fc.constantFrom(
      '(',
      ')',
      'S',
      'NP',
      '[dcl]',
      '/',
      '\\',
      ':',
      'VBD',
      '|',
      ',',
      '[conj]',
    );
    const suffix = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
    let sound = 0;
    fc.assert(
      fc.property(suffix, (written) => {
        const file = parse(ccg(`x/${written}`));
        if (!check(file, withoutModel).isValid(0)) return;
        sound++;
        assert.equal(findMalformation(toBag(file.bags[0])), null);
      }),
      { numRuns: 3000 },
    );
    assert.ok(sound > 100, String(sound));
  });
});

describe('without grammar: ccg', () => {
  it('a bag has no grammar, and no categories', () => {
    const bag = toBag(parse(bagWith('she/NP saw/VBD')).bags[0]);
    assert.ok(!('grammar' in bag));
    assert.deepEqual(bag.words, [
      { form: 'she', tags: ['NP'] },
      { form: 'saw', tags: ['VBD'] },
    ]);
  });

  for (const category of [transitive, 'S[dcl]\\NP', `VBD:${transitive}`, `VBD/${transitive}`]) {
    it(`${category} is told to need it`, () => {
      assertProblems(bagWith(`she saw/⟦${category}⟧ him`), [['missing-grammar', 'grammar: ccg']]);
    });
  }

  it('that is all that a bag with several categories is told, even with a malformed one', () => {
    const told: [DiagnosticCode, string][] = [['missing-grammar', 'set `grammar: ccg`']];
    assertProblems(bagWith('she/NP saw/⟦(S\\NP)/NP⟧ him/NP tea/N'), told, { knowledge });
    assertProblems(bagWith('she/NP saw/⟦(S\\Np)/NP⟧ him/S\\NP'), told, { knowledge });
    assertProblems(bagWith('she saw/⟦S\\Np⟧'), told, { knowledge });
    assertProblems(bagWith('she/NP saw/⟦S\\NP⟧ tea/⟦NNX⟧'), ['missing-grammar', 'unknown-tag'], {
      knowledge,
    });
  });

  it('a section of categories needs it, and stands elsewhere', () => {
    for (const content of ['saw (S\\NP)/NP', '\n    saw := (S\\NP)/NP\n    she NP']) {
      const source = bagWith('she saw', '', `  ⟦cats:⟧ ${content}`);
      assertProblems(source, [
        ['missing-grammar', '`grammar: ccg` above the first bag. There is no'],
      ]);
      const mended = fixed(source, 'Set `grammar: ccg`');
      assert.deepEqual(
        problemsIn(mended).map(({ code, message }) => [code, message]),
        [
          [
            'unknown-section',
            'There is no section `cats:`: a category follows the slash of its word in `words:`, as in `saw/(S[dcl]\\NP)/NP`.',
          ],
        ],
      );
    }
  });

  const bag = bagWith(`saw/${transitive}`);
  for (const [before, after] of [
    ['', 'grammar: ccg\n\n'],
    ['tagset: xpos # why\n\n', 'tagset: xpos # why\ngrammar: ccg\n\n'],
    ['grammar: dependency # why\n', 'grammar: ccg # why\n'],
    ['search: beam\r\ntagset: xpos\r\n', 'search: beam\r\ntagset: xpos\r\ngrammar: ccg\r\n'],
  ]) {
    it(`a fix adds it: ${JSON.stringify(before)}`, () => {
      const mended = fixed(before + bag, 'Set `grammar: ccg`');
      assert.equal(mended, after + bag);
      assert.deepEqual(problemsIn(mended), []);
    });
  }

  it('the fix is right in a file whose first lines have changed since', () => {
    const checked = check(parse(bag), withoutModel);
    assert.equal(checked.count(), 1);
    const text = `tagset: xpos\n${bag}`;
    const file = reparse(checked.file, text, { start: 0, oldEnd: 0, newEnd: 13 });
    const [{ fixes }] = check(file, withoutModel, checked).diagnostics();
    assert.equal(edited(text, fixes![0].edits), `tagset: xpos\ngrammar: ccg\n${bag}`);
  });
});

describe('a category that cannot be read', () => {
  for (const [written, message] of [
    ['saw/⟦(⟧(S[dcl]\\NP)/NP', 'this bracket is not closed'],
    ['saw/VBD:⟦(⟧S[dcl]\\NP', 'this bracket is not closed'],
    ['saw/S[dcl]\\NP⟦)⟧/NP', 'this bracket was not opened'],
    ['saw/S⟦[dlc]⟧\\NP', '"dlc" is no feature of S'],
    ['saw/N⟦[dcl]⟧', '"dcl" is no feature of N'],
    ['saw/(S\\⟦NX⟧)/NP', '"NX" is no category'],
    ['saw/S\\NP⟦/⟧', 'expected a category'],
    ['saw/NN|S⟦\\⟧', 'expected a category'],
    ['saw/S\\NP/⟦(⟧', 'expected a category'],
    ['the/NP⟦[nb]⟧/N', 'does not have CCGbank\'s feature "nb". Did you mean `NP/N`?'],
  ]) {
    it(`is told with its place: ${written}`, () => {
      assertProblems(ccg(written), [['bad-category', message]]);
    });
  }

  for (const [written, mended] of [
    ['((S[dcl]\\NP)/NP', '((S[dcl]\\NP)/NP)'],
    ['S[dcl]\\NP)/NP', 'S[dcl]\\NP/NP'],
    ['S[dlc]\\NP', 'S[dcl]\\NP'],
    ['N[dcl]/N', 'N/N'],
    ['(S\\nP/NP', '(S\\NP/NP)'],
    ['(S[dcl\\NP)/NP', '(S[dcl]\\NP)/NP'],
    ['VBD:S[dlc\\NP', 'VBD:S[dcl]\\NP'],
    ['VBD:(s[DCL]\\NPP)/NP', 'VBD:(S[dcl]\\NP)/NP'],
    ['S\\NP/', 'S\\NP'],
    ['NP[nb]/N', 'NP/N'],
    ['DT:NP[nb]/N[num]', 'DT:NP/N'],
    ['(S[frg]\\NP[nb]/S[X]', '(S\\NP/S)'],
    ['VBD/(S[dcl]\\NP)/NP', 'VBD:(S[dcl]\\NP)/NP'],
    ['IN/NP\\NP/NP', 'IN:NP\\NP/NP'],
    ['DT/NP/N', 'DT:NP/N'],
    ['S[inf]\\NP', 'S[b]\\NP'],
    ['S[pass]\\NP', 'S[pss]\\NP'],
    ['S[past]\\NP', 'S[dcl]\\NP'],
  ]) {
    it(`is mended if it is clear how: ${written}`, () => {
      assert.equal(fixed(ccg(`saw/${written}`), `Write \`${mended}\``), ccg(`saw/${mended}`));
    });
  }

  for (const written of ['S\\NP/(', '(((((S']) {
    it(`has no fix if much is wrong: ${written}`, () => {
      const [{ code, fixes }] = problemsIn(ccg(`saw/${written}`));
      assert.deepEqual([code, fixes], ['bad-category', undefined]);
    });
  }

  it('is told once, and not as a tag', () => {
    const codes = problemsIn(ccg('she/NP[nb] led'), { knowledge }).map(({ code }) => code);
    assert.deepEqual(codes, ['bad-category']);
  });

  it('is mended by a category that the model has', () => {
    const source = ccg('led/(s\\NP');
    assert.equal(fixed(source, 'Write `S[dcl]\\NP`', { knowledge }), ccg('led/S[dcl]\\NP'));
    const marked = ccg('led/(⟦s⟧\\NP');
    assertProblems(marked, [['bad-category', '. Did you mean `S[dcl]\\NP`?']], { knowledge });
    const group = fixed(ccg('( led | x )/(s\\NP'), 'Write `S[dcl]\\NP`', { knowledge });
    assert.equal(group, ccg('( led | x )/S[dcl]\\NP'));
    const closed = fixed(ccg('led/(S[dcl]\\NP'), 'Write `(S[dcl]\\NP)`', { knowledge });
    assert.equal(closed, ccg('led/(S[dcl]\\NP)'));
    const tagged = ccg('led/VBD:(S\\NP');
    const mended = fixed(tagged, 'Write `VBD:S[dcl]\\NP`', { knowledge });
    assert.deepEqual(problemsIn(mended, { knowledge }), []);
  });

  it('is written in capitals, also if it could be a tag', () => {
    const source = ccg('she/⟦np⟧ led');
    assertProblems(source, [['unknown-tag', '`np` is neither a tag nor a category']], {
      knowledge,
    });
    assert.equal(fixed(source, 'Change to `NP`', { knowledge }), ccg('she/NP led'));
  });

  it('is a slash of the word where nothing else looks like a category', () => {
    assertProblems(ccg('1⟦/⟧2/CD'), ['stray-slash']);
    assert.equal(fixed(ccg('1/2/CD'), 'Write `"1/2"/CD`'), ccg('"1/2"/CD'));
  });
});

describe('what a model knows of categories', () => {
  const known = { knowledge };
  it('finds those that it does not have, and offers one of the word’s that differs by a feature', () => {
    assertProblems(ccg('led/⟦S\\NP⟧'), [['unknown-category', 'Did you mean `S[dcl]\\NP`?']], known);
    const mend = (written: string, near: string): string =>
      fixed(ccg(written), `Change to \`${near}\``, known);
    assert.equal(mend('led/S\\NP', 'S[dcl]\\NP'), ccg('led/S[dcl]\\NP'));
    assert.equal(mend('x/VBN:S[ng]\\NP', 'S[pss]\\NP'), ccg('x/VBN:S[pss]\\NP'));
    assert.equal(mend('a/NP\\N', 'NP/N'), ccg('a/NP/N'));
    const counts = new Map([...knowledge.categories!.counts, ['S[b]/NP', 1]]);
    const ofOthers = { ...knowledge, categories: { ...knowledge.categories!, counts } };
    for (const model of [knowledge, ofOthers]) {
      const mended = fixed(ccg('led/S[dcl]/NP'), 'Change to `S[dcl]\\NP`', { knowledge: model });
      assert.equal(mended, ccg('led/S[dcl]\\NP'));
    }
  });

  it('finds those that were never seen with their word, or with their tag', () => {
    assertProblems(
      ccg(`team/⟦NP/N⟧ new/VBD:⟦NP/N⟧ led/VBD:${transitive} newer/N`),
      [
        ['unseen-category', 'never seen `team` with the category `NP/N`, only with `N`, `N/N`.'],
        ['unseen-category', 'the tag `VBD` with the category `NP/N`'],
      ],
      known,
    );
  });

  it('names what it has seen instead, if there is anything', () => {
    const message = (words: string): string => problemsIn(ccg(words), known)[0].message;
    assert.equal(
      message('new/NN:NP/N'),
      'The model has never seen the tag `NN` with the category `NP/N`, only with `N`, `N/N`. Check it.',
    );
    assert.equal(
      message('new/NNS:N'),
      'The model has never seen the tag `NNS` with the category `N`. Check it.',
    );
  });

  it('is not needed: a model may have none', () => {
    const without = { knowledge: { ...knowledge, categories: null } };
    assertProblems(ccg('led/S\\NP team/NP/N'), [], without);
  });

  it('finds tags beside categories that are none', () => {
    assertProblems(ccg(`led/⟦VBX⟧:${transitive}`), [['unknown-tag', '`VBX`']], known);
    const glued = ccg('team/N, led');
    assert.equal(fixed(glued, 'Write `team/N ,`', known), glued.replace('N,', 'N ,'));
    assert.equal(
      fixed(ccg(`led/VBX:${transitive}`), 'Change to `VBD`', known),
      ccg(`led/VBD:${transitive}`),
    );
  });
});

describe('the editor', () => {
  const at = (source: string): { text: string; offset: number } => {
    const marked = ccg(source);
    return { text: marked.replace('‸', ''), offset: marked.indexOf('‸') };
  };
  const hover = (source: string): readonly string[] => {
    const { text, offset } = at(source);
    return hoverAt(parse(text), offset, knowledge)?.paragraphs ?? [];
  };

  for (const [category, description] of [
    [
      transitive,
      `${transitive} takes an NP to its right, then an NP to its left, and gives S[dcl]: a declarative clause.`,
    ],
    ['NP/N', 'NP/N takes an N to its right and gives NP: a noun phrase.'],
    ['N/N', 'N/N modifies an N to its right.'],
    [
      '((S\\NP)\\(S\\NP))/NP',
      '((S\\NP)\\(S\\NP))/NP takes an NP to its right and modifies an S\\NP to its left.',
    ],
    ['PP', 'PP: a prepositional phrase as a complement.'],
    ['S[conj]', 'S[conj]: the second half of a coordination of S.'],
  ]) {
    it(`says what ${category} takes and gives`, () => {
      assert.equal(hover(`x/‸${category}`)[0], description);
    });
  }

  it('says how often a category was seen, and with which words', () => {
    assert.equal(
      hover(`led/${transitive}‸`)[1],
      'The model has seen it 12 times, most often with “led”. It has seen “led” with it 12 times.',
    );
    assert.match(hover('a/N‸')[1], /It has never seen “a” with it\.$/);
    assert.equal(hover('a/S[q]‸')[1], 'The model has no category S[q].');
  });

  it('says of a tag with a category both, and of a word the categories that it had', () => {
    const both = hover(`led/V‸BD:${transitive}`);
    assert.match(both[0], /^VBD: verb/);
    assert.ok(both.includes('The model has seen “led” as VBD 20 times.'));
    assert.ok(both.some((one) => one.startsWith(`${transitive} takes`)));
    assert.equal(hover('te‸am')[1], 'Its categories were N 8 times, N/N once.');
  });

  const offered = (source: string): { labels: string[]; typed: string } => {
    const { text, offset } = at(source);
    const { range, items } = completionsAt(parse(text), offset, knowledge);
    return { labels: items.map(({ label }) => label), typed: text.slice(range.start, range.end) };
  };

  it('offers the categories of a word first, then those of its tag, then all, then tags', () => {
    const { labels, typed } = offered('led/(S‸');
    assert.equal(typed, '(S');
    assert.deepEqual(labels.slice(0, 3), [transitive, 'S[dcl]\\NP', 'S[pss]\\NP']);
    assert.deepEqual(labels.slice(3, 8), ['NP/N', '.', 'N', 'N/N', 'VBD']);
    assert.deepEqual(offered('new/VBN:‸').labels.slice(0, 2), ['S[pss]\\NP', 'NP/N']);
    assert.equal(offered(`led/VBN|VBD:(S[‸`).typed, '(S[');
    assert.ok(!offered('led/VBD:‸').labels.includes('VBN'));
  });

  it('colours a tag, the colon, and the category', () => {
    const text = ccg(`led/NN|VBD:${transitive}?`);
    const tokens = semanticTokensOf(parse(text), { start: 0, end: text.length });
    const shown = tokens.map(({ start, end, type }) => `${text.slice(start, end)} ${type}`);
    assert.deepEqual(shown.slice(4), [
      'led variable',
      'NN type',
      '| operator',
      'VBD type',
      ': operator',
      `${transitive} type`,
      '? operator',
    ]);
  });

  it('keeps the tags of a realization with the categories that may go with them', () => {
    const text = ccg(`led/NN|VBD|VBD:${transitive}|S[dcl]\\NP|VBN:S[pss]\\NP team/N a/DT:NP/N .`);
    const [bag] = parse(text).bags;
    assert.ok(hasOpenTags(bag));
    const tokens = ['VBD', 'NN', 'DT', '.'].map((tag, word) => ({ word, tag }));
    const edits = chosenTags(bag, tokens).map(({ edit }) => edit);
    const kept = edited(bag.text, edits);
    // A full stop as a tag would be read as a category.
    assert.equal(kept, bagWith(`led/VBD|VBD:${transitive}|VBD:S[dcl]\\NP team/NN:N a/DT:NP/N .`));
  });
});

describe('a bag with categories that is written', () => {
  const tag = fc.constantFrom('NN', 'VBD', '-LRB-', 'PRP$', "''");
  const category = fc.constantFrom(transitive, 'NP/N', 'N', ',', ':', 'S[dcl][conj]', 'LRB');
  const word = fc.record({
    form: fc.constantFrom('a', 'a', 'b c', ',', '/', ':', '-', '"', '@x', 'root'),
    tags: fc.subarray(['NN', 'VBD', '-LRB-']),
    categories: fc.uniqueArray(
      fc.record({ category, tag: fc.option(tag) }, { noNullPrototype: true }),
      {
        maxLength: 3,
        selector: ({ category, tag: one }) => `${category} ${one}`,
      },
    ),
  });

  it('is the same when it is read', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (drawn) => {
        const words = drawn.map(({ form, tags, categories }) =>
          categories.length === 0 ? { form, tags } : { form, tags, categories },
        );
        const bag = { words, arcs: [], root: null };
        const text = `grammar: ccg\n\n${writeBag({ ...bag, name: null, comments: [], expect: [] })}`;
        assert.deepEqual(
          problemsIn(text).filter(({ severity }) => severity === 'error'),
          [],
          text,
        );
        assert.deepEqual(toBag(parse(text).bags[0]).words, words);
      }),
    );
  });
});

describe('an edit of the grammar', () => {
  const sources = ['', 'grammar: dependency\n', 'grammar: ccg\n', 'grammar: cgc\n'];
  for (const before of sources) {
    for (const after of sources.filter((one) => one !== before)) {
      it(`reads every bag anew: ${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
        const bags = bagWith(`led/${transitive}`) + bagWith('saw/(S\\NP');
        const edit = { start: 0, oldEnd: before.length, newEnd: after.length };
        assert.deepEqual(reparse(parse(before + bags), after + bags, edit), parse(after + bags));
      });
    }
  }
});

describe('what an editor changes in a bag with categories', () => {
  it('leaves its words as they are, whatever they are given', () => {
    let withCategories = 0;
    let moved = 0;
    fc.assert(
      fc.property(ccgBow, fc.nat(), fc.nat(), (text, draw, other) => {
        const [bag] = parse(text).bags;
        const { words, grammar } = toBag(bag);
        assert.equal(grammar, 'ccg');
        if (words.some(({ categories }) => categories)) withCategories++;
        const keeps = (edits: readonly TextEdit[]): void => {
          const after = toBag(parsePart(edited(bag.text, edits), bag.grammar).bags[0]);
          assert.deepEqual([after.words, after.grammar], [words, grammar], text);
        };
        const [dependent, head] = [draw % words.length, other % words.length];
        const edit = setHead(bag, dependent, dependent === head ? 'root' : head);
        if (edit !== null && 'range' in edit) {
          moved++;
          keeps([edit]);
        }
        for (const removable of removablesOf(bag)) keeps(removalOf(bag, [removable]));
        const expectation = insertExpectation(bag, words.map(({ form }) => form).join(' '));
        if (expectation !== null) keeps([expectation]);
      }),
      { numRuns: 500 },
    );
    assert.ok(withCategories > 300 && moved > 100, `${withCategories} ${moved}`);
  });

  it('is tried with the grammar', async () => {
    const [bag] = parse(
      `grammar: ccg\n${bagWith(`Kim/NP saw/${transitive} Sandy`, '    saw -> Kim')}`,
    ).bags;
    const tried: Bag[] = [];
    await superfluous(bag, (one) => {
      tried.push(one);
      return Promise.resolve([]);
    });
    assert.equal(tried.length, 2);
    for (const { grammar, words } of tried) {
      assert.equal(grammar, 'ccg');
      assert.deepEqual(words[1].categories, [{ category: transitive, tag: null }]);
    }
  });

  it('keeps the tags that a realization chose, beside its categories', () => {
    fc.assert(
      fc.property(ccgBow, fc.constantFrom('X', 'Y', 'Z'), (text, tag) => {
        const [bag] = parse(text).bags;
        const { words } = toBag(bag);
        const tokens = words.map((_, word) => ({ word, tag }));
        const edits = chosenTags(bag, tokens).map(({ edit }) => edit);
        const after = toBag(parsePart(edited(bag.text, edits), bag.grammar).bags[0]).words;
        words.forEach((before, word) => {
          const { tags, categories = [] } = after[word];
          const given = new Set([...tags, ...categories.map((one) => one.tag)]);
          assert.equal(given.size, 1, text);
          // A tag that was given is not replaced.
          const was = [...before.tags, ...(before.categories ?? []).map((one) => one.tag)];
          if (new Set(was).size !== 1 || was[0] === null) assert.deepEqual([...given], [tag]);
          const kept = (before.categories ?? []).filter(
            (one) => one.tag === null || given.has(one.tag),
          );
          assert.deepEqual(
            categories.map(({ category }) => category),
            kept.map(({ category }) => category),
            text,
          );
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('what is probably meant as a category', () => {
  const known = { knowledge };

  for (const [written, title, mended] of [
    ['led/TV', 'Change to `(S[dcl]\\NP)/NP`', `led/${transitive}`],
    ['led/IV', 'Change to `S[dcl]\\NP`', 'led/S[dcl]\\NP'],
    ['led/S/NP', 'Change to `S[dcl]\\NP`', 'led/S[dcl]\\NP'],
    ['led/(S\\NP) / NP', 'Write `(S[dcl]\\NP)/NP`', `led/${transitive}`],
    ['led/(S[dcl] \\ NP) / NP a', 'Write `(S[dcl]\\NP)/NP`', `led/${transitive} a`],
    ['led/VBD:(S[dcl]\\NP) /NP a', 'Write `VBD:(S[dcl]\\NP)/NP`', `led/VBD:${transitive} a`],
    ['led/(S_dcl\\NP)/NP', 'Write `(S[dcl]\\NP)/NP`', `led/${transitive}`],
    ['led/(S\\\\NP)/NP', 'Write `(S[dcl]\\NP)/NP`', `led/${transitive}`],
    ['a/np/n', 'Write `NP/N`', 'a/NP/N'],
    ['team/n', 'Change to `N`', 'team/N'],
    ['team/N:NN', 'Change to `NN:N`', 'team/NN:N'],
    ['led/(S\\NP)/NP:VBD', 'Write `VBD:(S[dcl]\\NP)/NP`', `led/VBD:${transitive}`],
  ]) {
    it(`is told, and can be written so: ${written}`, () => {
      assert.equal(problemsIn(ccg(written), known).length, 1);
      assert.equal(fixed(ccg(written), title, known), ccg(mended));
      assert.deepEqual(problemsIn(ccg(mended), known), []);
    });
  }

  it('is judged by the forms of a lemma', () => {
    const { lemmas } = knowledgeOfLemmas;
    const candidates = () => [{ form: 'led', tag: 'VBD', count: 1 }];
    const counts = new Map([['S[adj]\\NP', 99], ...knowledge.categories!.counts]);
    const model = {
      ...knowledgeOfLemmas,
      lemmas: { ...lemmas!, candidates },
      categories: { ...knowledge.categories!, counts },
    };
    const source = ccg('@be[Tense=Past]/S\\NP');
    const mended = fixed(source, 'Change to `S[dcl]\\NP`', { knowledge: model });
    assert.equal(mended, ccg('@be[Tense=Past]/S[dcl]\\NP'));
  });

  it('leaves words alone that have no category between them', () => {
    assert.deepEqual(problemsIn(ccg('a/NP/N team / led'), known), []);
    assert.deepEqual(problemsIn(bagWith('led/VBD / a'), known), []);
  });
});

describe('entries of a lexicon in `words:`', () => {
  const all = 'Write `/` in place of each `:=`';
  const bag = (sign: string): string =>
    ccg(`\n    she${sign}NP\n    saw${sign}${transitive}\n    .${sign}.`);

  it('become words with categories or tags', () => {
    assert.deepEqual(problemsIn(bag(' := ')).length, 3);
    assert.equal(fixed(bag(' := '), all), bag('/'));
    assert.equal(fixed(ccg('she := NP'), 'Write `she/NP`'), ccg('she/NP'));
    assert.equal(fixed(bagWith('she := PRP saw := VBD'), all), bagWith('she/PRP saw/VBD'));
  });

  it('are words otherwise', () => {
    for (const words of ['x := 5', 'x := y', ':= NP', 'x :=']) {
      assert.deepEqual(problemsIn(bagWith(words)), []);
    }
  });
});
