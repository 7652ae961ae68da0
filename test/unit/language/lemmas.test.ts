import assert from 'node:assert/strict';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse, toBag } from '../../../server/src/language/index.ts';
import { withoutModel } from '../support/check-options.ts';
import { completionsAt } from '../../../server/src/language/features/completion.ts';
import { hoverAt } from '../../../server/src/language/features/hover.ts';
import { assertProblems, fixed, knowledgeOfLemmas, problemsIn } from './fixture.ts';

const withLemmas = { knowledge: knowledgeOfLemmas };
const bagWith = (words: string, more = ''): string => `bag b {\n  words: ${words}\n${more}}\n`;
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

  it('is no inflected form, which is offered as a lemma with its tag', () => {
    const source = bagWith('they ⟦@was⟧/VBD late');
    assertProblems(source, [['inflected-lemma', '`was` is a form of `be`']], withLemmas);
    assert.equal(fixed(source, 'Change to `@be`', withLemmas), bagWith('they @be/VBD late'));
    assert.equal(
      fixed(bagWith('they @was late'), 'Change to `@be/VBD`', withLemmas),
      bagWith('they @be/VBD late'),
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
  });

  it('is named without its features, and a form is no name', () => {
    const source = (name: string) =>
      bagWith('they @be[Tense=Past] late', `  deps: late -> ${name}\n`);
    assertProblems(source('⟦@be[Tense=Past]⟧'), [['unknown-word', 'write `@be`']]);
    assert.equal(fixed(source('@be[Tense=Past]'), 'Change to `@be`'), source('@be'));
    const two = (name: string) =>
      bagWith('@be[Tense=Past]#1 and @be#2 late', `  deps: late -> ${name}\n`);
    assert.equal(fixed(two('@be[Tense=Past]#1'), 'Change to `@be#1`'), two('@be#1'));
    assertProblems(source('⟦were⟧'), [['unknown-word', 'name a lemma by its `@`, as in `@be`']]);
    assert.equal(fixed(source('were'), 'Change to `@be`'), source('@be'));
  });

  it('has features between bars, and a tag behind a slash', () => {
    for (const [written, meant] of [
      ['[Tense=Past,Number=Plur]', '[Tense=Past|Number=Plur]'],
      ['{Tense=Past}', '[Tense=Past]'],
      ['[Tense=Past, Number=Plur]', '[Tense=Past|Number=Plur]'],
      ['[ Tense = Past Number=Plur,Sing ]', '[Tense=Past|Number=Plur,Sing]'],
      ['[VBD]', '/VBD'],
    ]) {
      const source = bagWith(`he @be${written} late`);
      const [{ code, message }] = problemsIn(source);
      assert.deepEqual([code, message.includes(`rite \`${meant}\``)], ['bad-features', true]);
      assert.equal(fixed(source, `Write \`${meant}\``), bagWith(`he @be${meant} late`));
    }
    for (const unclear of [
      '@be[Number=Plur man ] late',
      '@be[VBD]#1',
      '@be#1[Tense=Past Number=Plur',
    ]) {
      const [{ code, fixes }] = problemsIn(bagWith(`he ${unclear}`));
      assert.deepEqual([code, fixes], ['bad-features', undefined], unclear);
    }
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
    assertProblems(expecting('they @be late', 'they were so late'), [
      ['expectation-mismatch', 'more words than the bag'],
    ]);
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
  });

  it('shows its forms where the pointer rests on it', () => {
    const file = parse(bagWith('they @be[Number=Plur|Tense=Past] late'));
    const hover = hoverAt(file, file.text.indexOf('@be') + 1, knowledgeOfLemmas);
    assert.deepEqual(hover?.paragraphs.slice(1), [
      'Here: “were” (VBD) 3 times.',
      'Its forms by tag: VBD were, was; VB be.',
    ]);
  });

  it('is completed with features, and after = with their values', () => {
    const labels = (written: string): string[] => {
      const text = bagWith(written);
      const offset = text.indexOf(written) + written.length;
      return completionsAt(parse(text), offset, knowledgeOfLemmas).items.map(({ label }) => label);
    };
    assert.deepEqual(labels('@be[Te'), ['Number=', 'Tense=', 'VerbForm=']);
    assert.deepEqual(labels('@be[Tense=Past|Number='), ['Number=Plur', 'Number=Sing']);
  });
});
