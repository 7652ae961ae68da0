import assert from 'node:assert/strict';
import fc from 'fast-check';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse, toBag, writeAdditions } from '../../../server/src/language/index.ts';
import { isAllowed, isTreeOf, permutations, projectiveTrees } from '../support/brute-force.ts';
import { withoutModel } from '../support/check-options.ts';
import { cases } from '../support/thorough.ts';
import { completionsAt } from '../../../server/src/language/features/completion.ts';
import { hoverAt } from '../../../server/src/language/features/hover.ts';
import { applyFix, assertProblems, fixed, knowledgeOfLemmas, problemsIn } from './fixture.ts';

const withLemmas = { knowledge: knowledgeOfLemmas };
const bagWith = (words: string, more = ''): string => `bag b {\n  words: ${words}\n${more}}\n`;
/** A model that gives lemmas only these forms. */
const withForms = (forms: Readonly<Record<string, readonly string[]>>) => ({
  knowledge: {
    ...knowledgeOfLemmas,
    lemmas: {
      ...knowledgeOfLemmas.lemmas!,
      isKnown: () => true,
      lemmasOf: () => [],
      candidates: (lemma: string) =>
        (forms[lemma] ?? [lemma]).map((form) => ({ form, tag: 'NN', count: 1 })),
    },
  },
});
const expecting = (words: string, sentence: string): string =>
  bagWith(words, `  expect:\n    ⟦${sentence}⟧\n`);

describe('a lemma', () => {
  it('is a word of the bag with its features, sorted by name', () => {
    const [node] = parse(bagWith('they @be[Tense=Past|Number=Plur]/VBD late @team')).bags;
    assert.deepEqual(toBag(node).words, [
      { form: 'they', tags: [] },
      { form: 'be', features: 'Number=Plur|Tense=Past', tags: ['VBD'] },
      { form: 'late', tags: [] },
      { form: 'team', features: '', tags: [] },
    ]);
  });

  it('alone makes the checks read what the model knows about lemmas', () => {
    let reads = 0;
    const counting = {
      ...knowledgeOfLemmas,
      get lemmas() {
        reads++;
        return knowledgeOfLemmas.lemmas;
      },
    };
    const read = (words: string): void => {
      const file = parse(bagWith(words, '  order: cats < dog\n  expect: they are late\n'));
      const checked = check(file, { ...withoutModel, knowledge: counting });
      checked.errors(0);
      checked.expectations(0);
    };
    read('they are late');
    assert.equal(reads, 0);
    read('they @be late');
    assert.notEqual(reads, 0);
  });

  it('is judged without a model only by its syntax', () => {
    assertProblems(bagWith('they @was[Any=Thing] late'), []);
  });

  it('has features and values that words can have, or else the nearest is offered', () => {
    const source = bagWith('they @be[⟦Tens⟧=Past] late');
    assertProblems(source, [['unknown-feature', 'Did you mean `Tense`?']], withLemmas);
    assert.equal(
      fixed(source, 'Change to `Tense`', withLemmas),
      bagWith('they @be[Tense=Past] late'),
    );
    assertProblems(
      bagWith('they @be[⟦num⟧=Plur] late'),
      [['unknown-feature', 'Did you mean `Number`?']],
      withLemmas,
    );
    assertProblems(
      bagWith('they @be[⟦Mood⟧=Plur] late'),
      [['unknown-feature', 'It can have Number, Tense, VerbForm.']],
      withLemmas,
    );
    assertProblems(
      bagWith('they @be[Number=⟦Sin⟧|Tense=Past]/VBD late'),
      [
        [
          'unknown-feature',
          'A word with the tag VBD does not have the feature Number with the value `Sin`',
        ],
      ],
      withLemmas,
    );
    assertProblems(
      bagWith('they @be[⟦VerbForm⟧=Inf]/VBD late'),
      [['unknown-feature', 'It can have Number, Tense.']],
      withLemmas,
    );
  });

  it('has its features checked in linear time', () => {
    const features = Array.from({ length: 40_000 }, () => 'Num=Pl').join('|');
    const start = performance.now();
    assert.equal(problemsIn(bagWith(`they @be[${features}] late`), withLemmas).length, 100);
    assert.ok(performance.now() - start < 2000);
  });

  it('is no inflected form, which is offered as a lemma with its tag', () => {
    const source = bagWith('they ⟦@was⟧/VBD late');
    assertProblems(source, [['inflected-lemma', '`was` is a form of `be`']], withLemmas);
    assert.equal(fixed(source, 'Change to `@be`', withLemmas), bagWith('they @be/VBD late'));
    assert.equal(
      fixed(bagWith('they @was late'), 'Change to `@be/VBD`', withLemmas),
      bagWith('they @be/VBD late'),
    );
    assert.equal(
      fixed(bagWith('they @was#2? late'), 'Change to `@be#2/VBD`', withLemmas),
      bagWith('they @be#2/VBD? late'),
    );
  });

  it('that the model does not know is told, with the form that the rules give', () => {
    assertProblems(
      bagWith('the ⟦@blorf⟧[Number=Plur] slept'),
      [['unseen-lemma', 'its form is probably `blorfs`']],
      withLemmas,
    );
  });

  it('that was seen is a form if it was ten times as often a form', () => {
    const seen = (lemma: string, count: number) => ({
      ...{ lemma, tag: 'NNS', features: 'Number=Plur', form: 'dogs', count },
    });
    const reported = (forms: number, lemmas: number): number =>
      problemsIn(bagWith('the @dogs slept'), {
        knowledge: {
          ...knowledgeOfLemmas,
          lemmas: {
            ...knowledgeOfLemmas.lemmas!,
            isKnown: () => true,
            lemmasOf: () => [seen('dogs', lemmas), seen('dog', forms)],
          },
        },
      }).length;
    assert.deepEqual([reported(10, 1), reported(9, 1), reported(30, 4)], [1, 0, 0]);
  });

  it('gives its capitals to its forms, and a sentence with others is not expected', () => {
    assertProblems(
      expecting('the @team @be late', 'the Teams were late'),
      [['expectation-mismatch', 'Write `teams` instead of `Teams`, since a form has the capitals']],
      withLemmas,
    );
    // Training has seen `team`, and `Team` never.
    const capital = expecting('the @Team @be late', 'the teams were late');
    const mended = expecting('the @team @be late', 'the teams were late').replace(/[⟦⟧]/g, '');
    assert.equal(fixed(capital, 'Write `@team`', withLemmas), mended);
    const other = expecting('the @Team @be late', 'the Teams were late').replace(/[⟦⟧]/g, '');
    assert.equal(fixed(capital, 'Change to `Teams`', withLemmas), other);
    const name = expecting('write to @team', 'write to @team');
    assertProblems(name, [['expectation-mismatch', 'write `"@team"` in `words:`']], withLemmas);
  });

  it('is named by its @, and has its index behind its features', () => {
    const source = bagWith('he @be[Tense=Past] and @be late', '  deps: late -> ⟦@be⟧\n');
    assertProblems(source, [
      [
        'ambiguous-reference',
        '`@be` occurs 2 times in `words:`: give each an index there, as in `@be[Tense=Past]#1`',
      ],
    ]);
    assert.equal(
      fixed(source, 'Index the words, and refer to `@be#2`'),
      bagWith('he @be[Tense=Past]#1 and @be#2 late', '  deps: late -> @be#2\n'),
    );
    const turned = bagWith('he @be⟦#1⟧[Tense=Past] late');
    assertProblems(turned, [['suffix-order', 'write `@be[Tense=Past]#1`']]);
    assert.equal(
      fixed(turned, 'Put the index behind the features'),
      bagWith('he @be[Tense=Past]#1 late'),
    );
    assert.equal(problemsIn(turned)[0].fixes?.[0].isSafe, true);
    assertProblems(bagWith('he @be⟦#1⟧[Tense=Past]⟦#x⟧ late'), [
      ['suffix-order', 'write `@be[Tense=Past]#1`'],
      'text-after-quote',
    ]);
    const twice = bagWith('he @be⟦#1⟧[Tense=Past]#2 late', '  order: he < @be#2\n');
    assertProblems(twice, [['suffix-order', 'one index, behind its features: delete `#1`']]);
    assert.equal(fixed(twice, 'Delete `#1`'), twice.replace(/⟦.*⟧/u, ''));
    // References find the word, and nothing else is wrong.
    const named = (one: string, other: string): string =>
      bagWith(
        `he @be${one} late and they @be${other} too`,
        '  order: he < @be#1\n  expect: he was late and they were too\n',
      );
    assertProblems(
      named('⟦#1⟧[Tense=Past|Number=Sing]', '⟦#2⟧[Tense=Past|Number=Plur]/VBD'),
      [
        ['suffix-order', 'write `@be[Tense=Past|Number=Sing]#1`'],
        ['suffix-order', 'write `@be[Tense=Past|Number=Plur]#2`'],
      ],
      withLemmas,
    );
    assert.equal(
      fixed(
        named('[Tense=Past|Number=Sing]#1', '#2[Tense=Past|Number=Plur]/VBD'),
        'Put the index behind the features',
      ),
      named('[Tense=Past|Number=Sing]#1', '[Tense=Past|Number=Plur]#2/VBD'),
    );
  });

  it('is named in quotes if it has other signs than letters', () => {
    const source = (name: string) => bagWith('the @U.S. late', `  deps: late -> ${name}\n`);
    assertProblems(source('⟦c⟧'), [['unknown-word', 'as in `"@U.S."`']]);
    assert.deepEqual(problemsIn(fixed(source('c'), 'Change to `"@U.S."`')), []);
  });

  it('is indexed for an added line behind its features, in the order of the words', () => {
    const [node] = parse(bagWith('find @he[Case=Nom]/PRP before @he[Case=Acc]/PRP the the')).bags;
    const written = (first: number, second: number) =>
      writeAdditions(node, [{ kind: 'order', relation: 'before', words: [first, second] }])!;
    const { lines, edits } = written(3, 1);
    assert.deepEqual(lines, [
      {
        kind: 'order',
        line: '@he#2 < @he#1',
        indexed: ['@he[Case=Nom]#1/PRP', '@he[Case=Acc]#2/PRP'],
      },
    ]);
    assert.match(
      applyFix(node.text, { title: '', edits }),
      /words: find @he\[Case=Nom\]#1\/PRP before @he\[Case=Acc\]#2\/PRP the the\n/,
    );
    assert.deepEqual(written(5, 1).lines[0].indexed, ['@he[Case=Nom]#1/PRP', 'the#2']);
  });

  it('is named without its features, and a form is no name', () => {
    const source = (name: string) =>
      bagWith('they @be[Tense=Past] late', `  deps: late -> ${name}\n`);
    assertProblems(source('⟦@be[Tense=Past]⟧'), [['unknown-word', 'write `@be`']]);
    assert.equal(fixed(source('@be[Tense=Past]'), 'Change to `@be`'), source('@be'));
    const two = (name: string) =>
      bagWith('@be[Tense=Past]#1 and @be#2 late', `  deps: late -> ${name}\n`);
    for (const name of ['@be[Tense=Past]#1', '@be#1[Tense=Past]']) {
      assert.equal(fixed(two(name), 'Change to `@be#1`'), two('@be#1'));
    }
    assertProblems(source('⟦were⟧'), [['unknown-word', 'name a lemma by its `@`, as in `@be`']]);
    assert.equal(fixed(source('were'), 'Change to `@be`'), source('@be'));
    const fixes = (form: string) =>
      problemsIn(bagWith('the @be @dog @team', `  deps: ${form} -> the\n`), {
        knowledge: knowledgeOfLemmas,
      })
        .find(({ code }) => code === 'unknown-word')!
        .fixes!.map(({ title }) => title);
    assert.deepEqual(fixes('teams'), [
      ...['Change to `@team`', 'Change to `@be`', 'Change to `@dog`', 'Add `teams` to `words:`'],
    ]);
    assert.equal(fixes('x')[0], 'Change to `@be`');
  });

  it('has features between bars, and a tag behind a slash', () => {
    for (const [written, meant] of [
      ['[Tense=Past,Number=Plur]', '[Tense=Past|Number=Plur]'],
      ['{Tense=Past}', '[Tense=Past]'],
      ['[Tense=Past, Number=Plur]', '[Tense=Past|Number=Plur]'],
      ['[ Tense = Past Number=Plur,Sing ]', '[Tense=Past|Number=Plur,Sing]'],
      ['[VBD]', '/VBD'],
      ['[Tense:Past|Number:Plur]', '[Tense=Past|Number=Plur]'],
    ]) {
      const source = bagWith(`he @be${written} late`);
      const [{ code, message }] = problemsIn(source);
      assert.deepEqual([code, message.includes(`rite \`${meant}\``)], ['bad-features', true]);
      assert.equal(fixed(source, `Write \`${meant}\``), bagWith(`he @be${meant} late`));
    }
    const open = bagWith('he @be[Tense=Past late');
    assert.equal(fixed(open, 'Write `[Tense=Past]`'), bagWith('he @be[Tense=Past] late'));
    const several = bagWith('he @be[Tense=Past|Number=Plur,Sing/VBD late');
    assert.equal(
      fixed(several, 'Write `[Tense=Past|Number=Plur,Sing]`'),
      bagWith('he @be[Tense=Past|Number=Plur,Sing]/VBD late'),
    );
    for (const unclear of [
      '@be[Tense=Past|Number= late',
      '@be[Number=Plur man ] late',
      '@be[VBD]#1',
      '@be#1[Tense=Past Number=Plur',
    ]) {
      const [{ code, fixes }] = problemsIn(bagWith(`he ${unclear}`));
      assert.deepEqual([code, fixes], ['bad-features', undefined], unclear);
    }
  });

  it('has its features directly behind it, or one problem says so', () => {
    for (const [written, meant, marked] of [
      ['@be [Tense=Past]', '@be[Tense=Past]', '[Tense=Past]'],
      ['@be/VBD  [Tense=Past]', '@be[Tense=Past]/VBD', '[Tense=Past]'],
      ['@be#1 [Tense=Past]', '@be[Tense=Past]#1', '[Tense=Past]'],
      ['@be [Tense=Past]/VBD?', '@be[Tense=Past]/VBD?', '[Tense=Past]'],
      ['@be [ Tense=Past ]', '@be[Tense=Past]', '[ Tense=Past ]'],
      [
        '@be [Tense=Past, Number=Plur]/VBD',
        '@be[Tense=Past|Number=Plur]/VBD',
        '[Tense=Past, Number=Plur]',
      ],
      ['@be [Tense=Past', '@be[Tense=Past]', '[Tense=Past'],
    ]) {
      const expected = '  expect: they were late\n';
      const source = bagWith(`they ${written.replace(marked, `⟦${marked}⟧`)} late`, expected);
      assertProblems(source, [['bad-features', `write \`${meant}\``]], withLemmas);
      const after = bagWith(`they ${meant} late`, expected);
      assert.equal(fixed(source, `Write \`${meant}\``, withLemmas), after);
    }
    const twice = bagWith('they @be/VBD ⟦[Tense=Past]⟧/VBD late');
    assertProblems(twice, [['bad-features', 'directly behind their lemma.']], withLemmas);
    for (const chunk of ['@be [ they late ]', '@be [ a=b c ]', '@be\n    [ Tense=Past ]']) {
      const codes = problemsIn(bagWith(chunk)).map(({ code }) => code);
      assert.ok(!codes.includes('bad-features'), chunk);
    }
  });

  it('has its features before its tag, or a safe fix puts them there', () => {
    for (const [written, meant] of [
      ['@be/VBD[Tense=Past]', '@be[Tense=Past]/VBD'],
      ['@be#1/VBD[Tense=Past]?', '@be[Tense=Past]#1/VBD?'],
    ]) {
      const source = bagWith(`they ⟦${written}⟧ late`);
      assertProblems(source, [['bad-features', `Write \`${meant}\`.`]], withLemmas);
      const [{ fixes = [] }] = problemsIn(source.replace(/[⟦⟧]/g, ''), withLemmas);
      assert.equal(fixes[0].isSafe, true);
      assert.equal(
        applyFix(bagWith(`they ${written} late`), fixes[0]),
        bagWith(`they ${meant} late`),
      );
    }
  });

  it('comes before a word that is spelt nearly so, where its @ is missing', () => {
    const source = (name: string) => bagWith('the @cat sat', `  deps: sat -> ${name}\n`);
    const [{ fixes = [] }] = problemsIn(source('cat'));
    assert.equal(applyFix(source('cat'), fixes[0]), source('@cat'));
  });

  it('is named with its index, also where the @ is missing', () => {
    const source = (name: string) =>
      bagWith('@be#1 @be[Tense=Past]#2 late', `  deps: late -> ${name}\n`);
    assert.equal(fixed(source('be#2'), 'Change to `@be#2`'), source('@be#2'));
  });

  it('has its own features in a group of alternatives', () => {
    const group = (written: string) => bagWith(`they ${written} late`);
    for (const [written, meant] of [
      ['( @be | @team )⟦[Tense=Past]⟧', '( @be[Tense=Past] | @team[Tense=Past] )'],
      ['( @be#1/VBD | late )⟦[Tense=Past]⟧/VBD?', '( @be[Tense=Past]#1/VBD | late )/VBD?'],
    ]) {
      const message = 'A group has no features: write them behind each lemma in it.';
      assertProblems(group(written), [['bad-features', message]]);
      const text = group(written.replace(/[⟦⟧]/g, ''));
      assert.equal(fixed(text, 'Move the features to each lemma'), group(meant));
    }
    const [{ code, fixes }] = problemsIn(group('( be | team )[Tense=Past]'));
    assert.deepEqual([code, fixes], ['bad-features', undefined]);
  });

  it('has features that were split by white space, and no problem of the parts', () => {
    const expected = '  expect: they were late\n';
    for (const suffix of ['', '/VBD']) {
      const source = bagWith(`they @be⟦[Tense=Past, Number=Plur]⟧${suffix} late`, expected);
      const meant = '[Tense=Past|Number=Plur]';
      assertProblems(source, [['bad-features', `Write \`${meant}\``]], withLemmas);
      const after = bagWith(`they @be${meant}${suffix} late`, expected);
      assert.equal(fixed(source, `Write \`${meant}\``, withLemmas), after);
      assertProblems(after, [], withLemmas);
    }
  });

  it('needs its @, also where its features stand apart, and no fix makes words of these', () => {
    for (const [written, meant] of [
      ['be [Tense=Past]', '@be[Tense=Past]'],
      ['be/VBD [Tense=Past|Number=Plur]', '@be[Tense=Past|Number=Plur]/VBD'],
    ]) {
      const source = bagWith(`they ⟦${written}⟧ late`);
      assertProblems(source, [['perhaps-several', `write \`${meant}\``]], withLemmas);
      assert.equal(fixed(source, `Write \`${meant}\``, withLemmas), bagWith(`they ${meant} late`));
    }
    const [{ message, fixes }] = problemsIn(bagWith('[Tense=Past] they'), withLemmas);
    assert.match(message, /Features stand directly behind a lemma/);
    assert.equal(fixes, undefined);
  });

  it('stands for any word of an expectation', () => {
    assertProblems(expecting('they @be late', 'they were late').replace(/[⟦⟧]/g, ''), []);
    assertProblems(expecting('they? @be late', 'was late').replace(/[⟦⟧]/g, ''), []);
    assertProblems(expecting('they @be late', 'they were'), [
      [
        'expectation-mismatch',
        'This sentence lacks `late`. It needs each word of the bag, and one form of `@be`.',
      ],
    ]);
    assertProblems(expecting('they @be late @be', 'they were'), [
      ['expectation-mismatch', 'and one form of `@be` (2 times).'],
    ]);
    assertProblems(expecting('they @be late', 'they were so late'), [
      ['expectation-mismatch', 'more words than the bag'],
    ]);
    for (const [words, sentence, message] of [
      ['they @be late', 'they were lat', 'This sentence lacks `late`. It needs'],
      ['a b c d e @be', 'was', 'lacks `a`, `b`, `c`, `d`, `e`. It needs'],
      ['a b c d e f g @be', 'was', 'lacks `a`, `b`, `c`, `d`, `e`, 2 more. It needs'],
    ]) {
      assertProblems(expecting(words, sentence), [['expectation-mismatch', message]]);
    }
  });

  it('is told to have no form with its features or tag, if only the lemma itself is left', () => {
    const features = new Map([['Case', new Set(['Gen'])]]);
    const only = (count: number, ending: string) => ({
      knowledge: {
        ...knowledgeOfLemmas,
        lemmas: {
          ...knowledgeOfLemmas.lemmas!,
          isKnown: () => true,
          lemmasOf: () => [],
          featuresOf: () => features,
          candidates: (lemma: string) => [{ form: lemma + ending, tag: 'PRP', count }],
        },
      },
    });
    const told = (words: string, count: number, ending = '') =>
      problemsIn(bagWith(words), only(count, ending)).map(({ code }) => code);
    assert.deepEqual(told('@he[Case=Gen] dog', 0), ['unknown-feature']);
    assert.deepEqual(told('@he/DT dog', 0), ['unseen-tag']);
    assert.deepEqual(told('@he[Case=Gen] @he/DT @he dog', 1), []);
    assert.deepEqual(told('@he/NN dog', 0), []);
    assert.deepEqual(told('@he dog', 0), []);
    // Rules make another form.
    assert.deepEqual(told('@he/DT dog', 0, 'er'), []);
  });

  it('has the irregular form in place of one that an expectation makes by rule', () => {
    const source = expecting('they @be late .', 'they beed late.');
    const mended = expecting('they @be late .', 'they were late.').replace(/[⟦⟧]/g, '');
    assert.equal(fixed(source, 'Change to `were`', withLemmas), mended);
    assert.deepEqual(problemsIn(mended, withLemmas), []);
    // At the beginning of the sentence, the form gets its capital.
    const first = expecting('@be they late .', 'Beed they late.');
    assert.equal(
      fixed(first, 'Change to `Were`', withLemmas),
      expecting('@be they late .', 'Were they late.').replace(/[⟦⟧]/g, ''),
    );
    // A word that the model knows is no form made by rule.
    const titles = problemsIn(expecting('they @be late', 'they bed late'), {
      knowledge: {
        ...knowledgeOfLemmas,
        lemmas: {
          ...knowledgeOfLemmas.lemmas!,
          isKnown: () => true,
          lemmasOf: (form: string) =>
            form === 'bed' ? [{ lemma: 'bed', tag: 'NN', features: '_', form, count: 9 }] : [],
        },
      },
    }).flatMap(({ fixes = [] }) => fixes.map(({ title }) => title));
    assert.ok(!titles.includes('Change to `were`'), titles.join());
    // Neither is a word that does not begin or end as such a form would.
    for (const other of ['fed', 'bees']) {
      assert.deepEqual(
        problemsIn(expecting('they @be late', `they ${other} late`), withLemmas).map(
          ({ fixes }) => fixes,
        ),
        [undefined],
        other,
      );
    }
  });

  it('is no verb because its plural has the form of one', () => {
    const titles = problemsIn(expecting('the @team[Number=Plur] led .', 'the teames led.'), {
      knowledge: {
        ...knowledgeOfLemmas,
        lemmas: {
          ...knowledgeOfLemmas.lemmas!,
          candidates: (lemma: string, tags: readonly string[], features: string) =>
            tags[0] === 'VBZ'
              ? [{ form: 'teames', tag: 'VBZ', count: 0 }]
              : knowledgeOfLemmas.lemmas!.candidates(lemma, tags, features),
        },
      },
    }).flatMap(({ fixes = [] }) => fixes.map(({ title }) => title));
    assert.deepEqual(titles, ['Change to `teams`']);
  });

  it('is compared with the choice of words that is nearest to an expectation', () => {
    for (const [words, sentence, told] of [
      ['the @team led? .', 'the team here .', 'This sentence has `here`'],
      ['the @team led? .', 'the the team .', 'This sentence has `the`'],
      ['the @team ( led | won ) now .', 'the team won .', 'This sentence lacks `now`.'],
      ['they? @be home .', 'were now .', 'This sentence lacks `home`.'],
      ['@be they ( home | there ) .', 'they were home there .', 'This sentence has `there`'],
      // Of more choices than are compared, those of another length are left out.
      ['@be a? b? c? d? e? f? g? .', 'was here .', 'This sentence has `here`'],
    ] as const) {
      assertProblems(expecting(words, sentence), [['expectation-mismatch', told]], withLemmas);
    }
  });

  it('may be expected as it is printed, with a capital and without spaces before marks', () => {
    for (const sentence of ['The teams were late.', 'the teams were late .']) {
      const text = bagWith('the @team @be late .', `  expect: ${sentence}\n`);
      assertProblems(text, [], withLemmas);
      const file = check(parse(text), { ...withoutModel, ...withLemmas });
      assert.deepEqual(file.expectations(0), [
        { text: 'the teams were late .', unreachable: null },
      ]);
    }
  });

  it('is not expected in a form that it does not have', () => {
    assertProblems(
      expecting('the @team @be late', 'the teams stole late'),
      [['expectation-mismatch', 'No lemma of the bag is left for `stole`: `@team` can be `teams`']],
      withLemmas,
    );
    // Each lemma has one form.
    assertProblems(
      expecting('the @team @be late', 'the teams team late'),
      [['expectation-mismatch', 'No lemma of the bag is left for `team`']],
      withLemmas,
    );
    const [{ fixes = [] }] = problemsIn(
      expecting('the @team @be late', 'the teams team late'),
      withLemmas,
    );
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Write `@team`'],
    );
  });

  it('is expected as printed at the beginning of a sentence, whatever names the bag has', () => {
    const berlin = withForms({
      student: ['students'],
      be: ['is', 'was'],
      do: ['does'],
      not: ["n't"],
    });
    for (const [words, sentence, text] of [
      ['@student love @Berlin .', 'Students love Berlin.', 'students love Berlin .'],
      ['@be @I late ?', 'Was I late?', 'was I late ?'],
      ['@do @Peter sleep ?', 'Does Peter sleep?', 'does Peter sleep ?'],
      ['"(" @student love @Berlin . ")"', '(Students love Berlin.)', '( students love Berlin . )'],
      ['@Berlin love @student', 'Berlin love students', 'Berlin love students'],
      [
        '@student "can\'t" love @Berlin',
        "students  can't love   Berlin",
        "students can't love Berlin",
      ],
      ['@Will @will @student', 'Will will student', 'Will will student'],
      ['@Will @will @student', 'Will Will student', 'will Will student'],
      ['@Peter @do @not sleep .', "Peter doesn't sleep.", "Peter does n't sleep ."],
    ]) {
      const forms = words.includes('@will') ? withForms({}) : berlin;
      const source = bagWith(words, `  expect: ${sentence}\n`);
      assertProblems(source, [], forms);
      const file = check(parse(source), { ...withoutModel, ...forms });
      assert.deepEqual(file.expectations(0), [{ text, unreachable: null }], source);
    }
    assertProblems(
      expecting('@be it ok in @French culture ?', 'Is it ok in french culture?'),
      [['expectation-mismatch', 'Write `French` instead of `french`']],
      berlin,
    );
    const inSmall = (sentence: string): string =>
      bagWith('@be it ok in @French culture ?', `  expect: ${sentence}\n`);
    assert.equal(
      fixed(inSmall('Is it ok in french culture?'), 'Change to `French`', berlin),
      inSmall('Is it ok in French culture?'),
    );
  });

  it('has a feature in square brackets, also if it stands as a tag or is named otherwise', () => {
    for (const [written, title, result] of [
      ['@be/Past', 'Write `@be[Tense=Past]`', '@be[Tense=Past]'],
      ['@be#1/past?', 'Write `@be[Tense=Past]`', '@be[Tense=Past]#1?'],
      ['@team[Plur]', 'Write `[Number=Plur]`', '@team[Number=Plur]'],
    ]) {
      const source = bagWith(`they ${written} late`);
      assert.equal(fixed(source, title, withLemmas), bagWith(`they ${result} late`));
    }
  });

  it('gets the capitals that its form has within a sentence', () => {
    const source = (lemma: string) =>
      bagWith(`today ${lemma} sleeps .`, '  expect: Today John sleeps.\n');
    assertProblems(
      source('⟦⟧@john').replace(/[⟦⟧]/g, '').replace('Today John sleeps.', '⟦Today John sleeps.⟧'),
      [['expectation-mismatch', 'Write the lemma `@John` for `John`']],
      withForms({}),
    );
    assert.equal(fixed(source('@john'), 'Write `@John`', withForms({})), source('@John'));
    assertProblems(source('@John'), [], withForms({}));
    const besides = (lemma: string): string =>
      bagWith(`may ${lemma} sleep ?`, '  expect: may MAY sleep ?\n');
    assert.equal(fixed(besides('@May'), 'Write `@MAY`', withForms({})), besides('@MAY'));
  });

  it('is offered in place of a lemma, a tag or a word that keeps the sentence from being made', () => {
    for (const [words, sentence, title, result] of [
      // The lemma has another form.
      ['they @be/VB late', 'they were late', 'Write `@be`', 'they @be late'],
      ['they @be#2/VB late', 'they were late', 'Write `@be#2`', 'they @be#2 late'],
      // The lemma has the form only with a tag.
      ['they saw @be#2', 'they saw bes', 'Write `@be#2/NNS`', 'they saw @be#2/NNS'],
      // It is another lemma.
      ['the @team @dog late', 'the teams were late', 'Write `@be`', 'the @team @be late'],
      // A lemma is missing.
      ['the @team late', 'the teams were late', 'Add `@be` to `words:`', 'the @team late @be'],
      ['the @team late', 'the teams be late', 'Add `@be` to `words:`', 'the @team late @be'],
      ['@team @be late', 'So teams were late', 'Add `so` to `words:`', '@team @be late so'],
      ['the @be late', 'the team were late', 'Add `team` to `words:`', 'the @be late team'],
      ['the @team late', 'the teams so late', 'Add `so` to `words:`', 'the @team late so'],
      // A plain word is a form of it.
      ['the @team be late', 'the teams were late', 'Write `@be` in `words:`', 'the @team @be late'],
    ] as const) {
      const source = (given: string): string => bagWith(given, `  expect: ${sentence}\n`);
      assert.equal(fixed(source(words), title, withLemmas), source(result), words);
      assertProblems(source(result), [], withLemmas);
    }
  });

  it('is offered for a verb that is its own lemma', () => {
    const go = [{ lemma: 'go', tag: 'VBP', features: '_', form: 'go', count: 9 }];
    const lemmas = {
      ...knowledgeOfLemmas.lemmas!,
      isKnown: () => true,
      lemmasOf: (form: string) => (form === 'go' ? go : []),
    };
    const source = (words: string): string => bagWith(words, '  expect: the teams go there\n');
    assert.equal(
      fixed(source('the @team there'), 'Add `@go` to `words:`', {
        knowledge: { ...knowledgeOfLemmas, lemmas },
      }),
      source('the @team there @go'),
    );
  });

  it('is not offered if a line names the other lemma, or if the sentence lacks a word as well', () => {
    for (const [words, more, sentence] of [
      ['the @team @dog late', '  order: @dog < late\n', 'the teams were late'],
      ['the @team late', '', 'the teams were'],
    ]) {
      const source = bagWith(words, `${more}  expect: ${sentence}\n`);
      const found = problemsIn(source, withLemmas);
      const { fixes } = found.find(({ code }) => code === 'expectation-mismatch')!;
      assert.equal(fixes, undefined, words);
    }
  });

  it('is offered for a word without a lemma in the order of likeness', () => {
    const words = '@a @be @do @go @see @think @straightforward';
    assertProblems(
      expecting(words, 'a be do go see think straigthforward'),
      [
        [
          'expectation-mismatch',
          'left for `straigthforward`: `@straightforward` can be `straightforward`; `@a` can be `a`;',
        ],
      ],
      withForms({}),
    );
    assertProblems(
      expecting(words, 'a be do gose see think straightforward'),
      [['expectation-mismatch', 'left for `gose`: `@go` can be `goes`; `@']],
      withForms({ go: ['goes'] }),
    );
    assertProblems(
      expecting('@be @go', 'be wennt'),
      [['expectation-mismatch', 'left for `wennt`: `@go` can be `go`, `went`; `@be` can be `be`.']],
      withForms({ go: ['go', 'went'] }),
    );
    // Equal lemmas are offered once.
    assertProblems(
      expecting('@be @go @be @be', 'be be be gone'),
      [['expectation-mismatch', 'left for `gone`: `@go` can be `goes`; `@be` can be `be`.']],
      withForms({ go: ['goes'] }),
    );
  });

  it('shows its forms where the pointer rests on it', () => {
    const file = parse(bagWith('they @be[Number=Plur|Tense=Past] late'));
    const hover = hoverAt(file, file.text.indexOf('@be') + 1, knowledgeOfLemmas);
    assert.deepEqual(hover?.paragraphs.slice(1), [
      'Here: “were” (VBD) 3 times.',
      'Its forms by tag: VBD were, was; VB be.',
    ]);
  });

  it('has the tag of its likeliest form where the pointer rests on an arrow', () => {
    const file = parse(bagWith('@team @be[Number=Plur|Tense=Past]', '  deps: @be -> @team\n'));
    const hover = hoverAt(file, file.text.indexOf('->'), knowledgeOfLemmas);
    assert.match(hover!.paragraphs[0], /a word of tag VBD as the head of one of tag NNS/);
  });

  it('is completed with features, and after = with their values', () => {
    const labels = (written: string): string[] => {
      const text = bagWith(written);
      const offset = text.indexOf(written) + written.length;
      return completionsAt(parse(text), offset, knowledgeOfLemmas).items.map(({ label }) => label);
    };
    assert.deepEqual(labels('@be[Te'), ['Number=', 'Tense=', 'VerbForm=']);
    assert.deepEqual(labels('@be[Tense=Past|Number='), ['Number=Plur', 'Number=Sing']);
    // The features that forms of the lemma have come first.
    assert.deepEqual(labels('@team['), ['Number=', 'Tense=', 'VerbForm=']);
    assert.deepEqual(labels('@team[Number='), ['Number=Plur', 'Number=Sing']);
  });
});

describe('an expectation of a bag with lemmas', () => {
  const forms = withForms({ dog: ['dogs'], the: ['the'], chase: ['chased'], be: ['is', 'are'] });

  it('keeps to the order, to chunks and to given arcs', () => {
    for (const [words, more, sentence, problem] of [
      [
        'the @dog chased it .',
        '  order: chased < @dog\n',
        'the dogs chased it.',
        ['broken-order', 'breaks `chased < @dog`: no realization'],
      ],
      [
        '@the @dog#1 chased @the @dog#2 .',
        '  order: first chased\n',
        'The dogs chased the dogs.',
        ['broken-order', 'breaks `first chased`'],
      ],
      [
        '[ red dog ] the @chase the cat .',
        '',
        'the red cat chased the dog.',
        ['broken-order', 'breaks `[ red dog ]`'],
      ],
      [
        '"red dog" the @chase the cat',
        '',
        'the red cat chased the dog',
        ['expectation-mismatch', 'keeps `red dog` together'],
      ],
      [
        'a hearing @be scheduled on the issue today .',
        '  deps:\n    hearing -> issue -> on\n    scheduled -> today\n',
        'a hearing is scheduled on the issue today.',
        ['crossing-arcs', '`hearing -> issue` crosses `scheduled -> today`'],
      ],
      [
        'a hearing @be scheduled on the issue today .',
        '  deps:\n    hearing -> issue\n    @be -> today\n',
        'a hearing is scheduled on the issue today.',
        ['crossing-arcs', '`hearing -> issue` crosses `@be -> today`'],
      ],
    ] as const) {
      const source = bagWith(words, `${more}  expect:\n    ⟦${sentence}⟧\n`);
      assertProblems(source, [problem], forms);
      const file = check(parse(source.replace(/[⟦⟧]/g, '')), { ...withoutModel, ...forms });
      assert.match(file.expectations(0)[0].unreachable!, /no realization can|No realization can/);
    }
    const source = bagWith('@be late he', '  order: he < @be\n  expect: is he late\n');
    const file = check(parse(source), { ...withoutModel, ...forms });
    assert.deepEqual(
      file.brokenBy(0, 0).map(({ start, end }) => source.slice(start, end)),
      ['he < @be'],
    );
    assert.deepEqual(file.fixesOf(0, 0), ['Delete `he < @be`']);
  });

  it('is mended with a space where a clitic stands for a word of the bag', () => {
    const source = bagWith('they do not @be late', "  expect: they don't be late\n");
    const { knowledge } = withForms({ be: ['be'] });
    assert.equal(
      fixed(source, 'Change to `not`', { knowledge }),
      source.replace("don't", 'do not'),
    );
  });

  it('is told where a word of the bag has another form if it is a lemma', () => {
    const bag = (word: string): string =>
      bagWith(`${word} apple @be ${word} fruit`, '  expect: ⟦an⟧ apple be a fruit\n');
    const { knowledge } = withForms({ be: ['be'], a: ['a', 'an'] });
    assertProblems(
      bag('a'),
      [
        [
          'expectation-mismatch',
          '`an` is a form of `a`: write `@a` in `words:` for the form that fits.',
        ],
      ],
      { knowledge },
    );
    const source = bag('a').replace(/[⟦⟧]/g, '');
    const after = fixed(source, 'Write `@a` in `words:`', { knowledge });
    assert.equal(after, bag('@a').replace(/[⟦⟧]/g, ''));
    assert.deepEqual(problemsIn(after, { knowledge }), []);
  });

  it('may have a form that an earlier word could have, too', () => {
    const both = withForms({ dog: ['dogs'], see: ['saw', 'sees'], saw: ['saw', 'saws'] });
    for (const sentence of ['the saw sees dogs', 'dogs saw the saws']) {
      assertProblems(bagWith('the @dog @see @saw', `  expect: ${sentence}\n`), [], both);
    }
  });

  it('is told which word it misspells', () => {
    const bag = (word: string): string =>
      bagWith('he @be late now', `  expect: he is ${word} now\n`);
    assertProblems(
      bag('⟦lat⟧'),
      [['expectation-mismatch', '`lat` is not in the bag: did you mean `late`?']],
      forms,
    );
    const [{ fixes = [] }] = problemsIn(bag('lat'), forms);
    assert.equal(applyFix(bag('lat'), fixes[0]), bag('late'));
  });

  it('has the form of a lemma, also before a mark', () => {
    assertProblems(
      bagWith('it @be .', '  expect: ⟦it @be.⟧\n'),
      [['expectation-mismatch', '`@be` stands for a form of `be`: write this form.']],
      forms,
    );
  });

  it('may give a token to any of its lemmas, as trying everything finds', () => {
    const ofLemma = { x: ['p', 'q'], y: ['q', 'r'], z: ['p'] };
    const written = ['@x#1', '@x#2', '@y', '@z', 'q#1', 'q#2'];
    const counts: Record<string, number> = {};
    fc.assert(
      fc.property(
        fc.record({
          names: fc.shuffledSubarray(written, { minLength: 3, maxLength: 5 }),
          chunk: fc.option(fc.nat(3)),
          order: fc.array(
            fc.tuple(fc.constantFrom('<', '<<', 'first', 'last'), fc.nat(), fc.nat()),
            {
              maxLength: 2,
            },
          ),
          arcs: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 3, maxLength: 6 }),
          hasArcs: fc.boolean(),
          isKnown: fc.constantFrom(true, true, false),
          draws: fc.array(fc.nat(), { minLength: 10, maxLength: 10 }),
        }),
        ({ names, chunk, order, arcs, hasArcs, isKnown, draws }) => {
          const size = names.length;
          const at = Math.min(chunk ?? 0, size - 2);
          const line =
            chunk === null || hasArcs
              ? names.join(' ')
              : names
                  .with(at, `[ ${names[at]}`)
                  .with(at + 1, `${names[at + 1]} ]`)
                  .join(' ');
          const name = (word: number): string => names[word % size];
          const heads = new Map(
            arcs.map(([one, other]) => [1 + (one % (size - 1)), other % (1 + (one % (size - 1)))]),
          );
          const more = hasArcs
            ? [...heads].map(([dependent, head]) => `    ${name(head)} -> ${name(dependent)}\n`)
            : order
                .filter(([, one, other]) => one % size !== other % size)
                .map(([relation, one, other]) =>
                  relation.startsWith('<')
                    ? `    ${name(one)} ${relation} ${name(other)}\n`
                    : `    ${relation} ${name(one)}\n`,
                );
          const section =
            more.length === 0 ? '' : `  ${hasArcs ? 'deps' : 'order'}:\n${more.join('')}`;
          // Sentences of random forms of the words, in a random order.
          const tokensOf = (word: number): readonly string[] =>
            names[word].startsWith('@') ? ofLemma[names[word][1] as 'x' | 'y' | 'z'] : ['q'];
          const tokens = [...names.keys()]
            .sort((a, b) => draws[a] - draws[b] || a - b)
            .map((word) => tokensOf(word)[draws[5 + word] % tokensOf(word).length]);
          const source = bagWith(line, `${section}  expect: ${tokens.join(' ')}\n`);
          const options = isKnown ? withForms(ofLemma) : {};
          const codes = problemsIn(source, options).map(({ code }) => code);
          // A bag that contradicts itself is another matter.
          if (codes.some((code) => code !== 'broken-order' && code !== 'crossing-arcs')) return;
          const bag = toBag(parse(source).bags[0]);
          const isPossible = permutations([...names.keys()]).some(
            (words) =>
              words.every((word, i) =>
                isKnown || !names[word].startsWith('@') ? tokensOf(word).includes(tokens[i]) : true,
              ) &&
              isAllowed(bag, words) &&
              projectiveTrees(size).some((tree) => isTreeOf(bag, words, tree)),
          );
          assert.deepEqual(
            codes,
            isPossible ? [] : [hasArcs ? 'crossing-arcs' : 'broken-order'],
            source,
          );
          const kind = codes.at(0) ?? 'possible';
          counts[kind] = (counts[kind] ?? 0) + 1;
        },
      ),
      { numRuns: cases(8_000), seed: 1 },
    );
    assert.ok(
      Object.keys(counts).length === 3 && Object.values(counts).every((n) => n > 20),
      JSON.stringify(counts),
    );
  }).timeout(60_000);
});

describe('another name of a feature', () => {
  const options = { knowledge: knowledgeOfLemmas };

  for (const [written, title, mended] of [
    ['@be[PST]', 'Write `[Tense=Past]`', '@be[Tense=Past]'],
    ['@team[PL]', 'Write `[Number=Plur]`', '@team[Number=Plur]'],
    ['@team[Number=Pl]', 'Change to `Number=Plur`', '@team[Number=Plur]'],
    ['@team[Number=Sg]', 'Change to `Number=Sing`', '@team[Number=Sing]'],
    ['@team[Num=Pl]', 'Change to `Number=Plur`', '@team[Number=Plur]'],
    ['@team/Number=Plur', 'Write `@team[Number=Plur]`', '@team[Number=Plur]'],
    ['@team:Plur', 'Write `@team[Number=Plur]`', '@team[Number=Plur]'],
    ['@team.PL', 'Write `@team[Number=Plur]`', '@team[Number=Plur]'],
    ['team.PL', 'Write `@team[Number=Plur]`', '@team[Number=Plur]'],
    ['be-PST', 'Write `@be[Tense=Past]`', '@be[Tense=Past]'],
  ]) {
    it(`leads to the features: ${written}`, () => {
      assert.equal(fixed(bagWith(written), title, options), bagWith(mended));
      assert.deepEqual(problemsIn(bagWith(mended), options), []);
    });
  }

  it('may mean several features, which the lemma must not have yet', () => {
    const lemmas = { ...knowledgeOfLemmas.lemmas!, featuresOf: (): typeof known => known };
    const known = new Map([
      ['Tense', new Set(['Past'])],
      ['VerbForm', new Set(['Part'])],
    ]);
    const model = { knowledge: { ...knowledgeOfLemmas, lemmas } };
    assert.equal(
      fixed(bagWith('@be[Tense=PastPart]'), 'Change to `Tense=Past|VerbForm=Part`', model),
      bagWith('@be[Tense=Past|VerbForm=Part]'),
    );
    assert.equal(
      fixed(bagWith('@be[Tense=PastPart|VerbForm=Part]'), 'Change to `Past`', model),
      bagWith('@be[Tense=Past|VerbForm=Part]'),
    );
    const third = 'Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin';
    const [{ fixes = [] }] = problemsIn(bagWith('@be[3sg]'));
    assert.equal(fixes[0].edits[0].newText, `[${third}]`);
  });

  it('needs a known lemma, and capitals if it has no `@`', () => {
    for (const word of ['trains.PL', 'team.pl', 'team.XY']) {
      assert.deepEqual(
        problemsIn(bagWith(word), options).filter(({ message }) => message.includes('Features')),
        [],
      );
    }
  });
});

describe('a phrase in quotes with an `@`', () => {
  it('has the `@` before the verb if it ends in a particle', () => {
    const mended = (phrase: string, title: string): string =>
      fixed(bagWith(`he @"${phrase}"`), title);
    assert.equal(mended('look up', 'Write `@look up`'), bagWith('he @look up'));
    assert.equal(mended('train station', 'Write `train @station`'), bagWith('he train @station'));
  });
});
