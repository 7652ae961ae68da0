import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Knowledge } from '../../../server/src/language/facts/knowledge.ts';
import { lemmaOrForm, type Rewriting } from '../../../server/src/language/index.ts';
import type { ChosenForm } from '../../../server/src/language/features/lemma-and-form.ts';
import { toBag } from '../../../server/src/language/meaning/to-bag.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { wordsOf } from '../../../server/src/language/tree/syntax.ts';
import { edited } from '../../../server/src/language/writing/edited.ts';
import { cases } from '../support/thorough.ts';
import { bagWith, knowledge, knowledgeOfLemmas } from './fixture.ts';
import { errorsIn, validBow } from './random-bow.ts';

/** The rewriting that is offered at a place of a bag. */
function offered(
  text: string,
  at: string,
  chosen: readonly ChosenForm[] | null = null,
  known: Knowledge | null = knowledgeOfLemmas,
): Rewriting | null {
  return lemmaOrForm(parse(text), text.indexOf(at), known, chosen);
}

function rewritten(
  text: string,
  at: string,
  title: string,
  chosen?: readonly ChosenForm[],
): string {
  const rewriting = offered(text, at, chosen);
  assert.equal(rewriting?.title, title);
  return edited(text, rewriting.edits);
}

describe('a word written as a lemma', () => {
  it('has the features and the tag by which the lemma has its form', () => {
    assert.equal(
      rewritten(bagWith('the teams late'), 'teams', 'Write as lemma: `@team[Number=Plur]/NNS`'),
      bagWith('the @team[Number=Plur]/NNS late'),
    );
  });

  it('keeps its index, its tags and its question mark, and its references name the lemma', () => {
    const text = bagWith(
      'they was#2/VBD? late ( was#3 | were )/VBD',
      '    was#2 -> late they',
      '  order:\n    was#2 < late\n  expect: they was late were',
    );
    assert.equal(
      rewritten(text, 'was#2 ->', 'Write as lemma: `@be[Number=Sing|Tense=Past]/VBD`'),
      text
        .replace('was#2/VBD?', '@be[Number=Sing|Tense=Past]#2/VBD?')
        .replace('was#2 ->', '@be#2 ->')
        .replace('was#2 <', '@be#2 <'),
    );
    assert.equal(
      rewritten(text, 'was#3', 'Write as lemma: `@be[Number=Sing|Tense=Past]`'),
      text.replace('was#3', '@be[Number=Sing|Tense=Past]#3'),
      'the tag of a group stays that of the lemma',
    );
  });

  it('gets an index where another word is the same lemma, and so does that one if it is named', () => {
    const text = bagWith('they @be[Tense=Past] was late', '    @be -> they\n    was -> late');
    assert.equal(
      rewritten(text, 'was', 'Write as lemma: `@be[Number=Sing|Tense=Past]/VBD`'),
      bagWith(
        'they @be[Tense=Past]#1 @be[Number=Sing|Tense=Past]#2/VBD late',
        '    @be#1 -> they\n    @be#2 -> late',
      ),
    );
  });

  it('is not offered without a model with lemmas, or for words that no lemma gives', () => {
    const text = bagWith('they was/VB "was late" blorf');
    assert.equal(offered(text, 'was/VB'), null, 'no lemma has this form with this tag');
    assert.equal(offered(text, '"was late"'), null);
    assert.equal(offered(text, 'blorf'), null);
    assert.equal(offered(bagWith('was'), 'was', null, null), null);
    assert.equal(offered(bagWith('was'), 'was', null, knowledge), null);
    assert.equal(offered(bagWith("we're late"), "we're"), null);
  });

  it('is not offered with features that brackets cannot hold', () => {
    const layered: Knowledge = {
      ...knowledge,
      lemmas: {
        ...knowledgeOfLemmas.lemmas!,
        lemmasOf: (form, tag) =>
          knowledgeOfLemmas
            .lemmas!.lemmasOf(form, tag)
            .map((one) => ({ ...one, features: 'Number[psor]=Sing' })),
        candidates: (_, [tag]) => [{ form: 'was', tag, count: 1 }],
      },
    };
    assert.equal(offered(bagWith('was late'), 'was', null, layered), null);
  });

  it('has the tag that the first realization chose', () => {
    const source = bagWith('they lead late');
    const lead = (tag: string) => ({ lemma: 'lead', tag, features: '_', form: 'lead', count: 9 });
    const both = {
      ...knowledgeOfLemmas,
      tagsOf: () =>
        new Map([
          ['NN', 9],
          ['VBP', 1],
        ]),
      lemmas: {
        ...knowledgeOfLemmas.lemmas!,
        candidates: (_: string, [tag]: readonly string[]) => [lead(tag)],
        lemmasOf: (_: string, tag: string | null) =>
          tag === null ? [lead('NN'), lead('VBP')] : [lead(tag)],
      },
    };
    assert.equal(offered(source, 'lead', null, both)?.title, 'Write as lemma: `@lead/NN`');
    const chosen = [{ word: 1, form: 'lead', tag: 'VBP' }];
    assert.equal(offered(source, 'lead', chosen, both)?.title, 'Write as lemma: `@lead/VBP`');
  });
});

describe('a lemma written as its form', () => {
  const text = bagWith('they @be[Tense=Past]#1/VBD? late', '    @be -> late');
  it('is the form that the first realization has, with the lemma’s index and tag', () => {
    const chosen = [
      { word: 2, form: 'late', tag: 'RB' },
      { word: 1, form: 'were', tag: 'VBD' },
    ];
    assert.equal(
      rewritten(text, '@be ->', 'Write its form: `were`', chosen),
      bagWith('they were#1/VBD? late', '    were#1 -> late'),
    );
    assert.equal(
      rewritten(bagWith('do @not come'), '@not', 'Write its form: `ca n’t/#`', [
        { word: 1, form: 'ca n’t/#', tag: 'RB' },
      ]),
      bagWith('do "ca n’t/#" come'),
    );
  });

  it('is not offered without a realization, or if the first leaves the lemma out', () => {
    assert.equal(offered(text, '@be['), null);
    assert.equal(offered(text, '@be[', [{ word: 2, form: 'late', tag: 'RB' }]), null);
  });
});

describe('a word rewritten as a lemma or as a form', () => {
  /** Every word is a form of each of these lemmas, some of which the bag may have as words. */
  const knowing = (lemma: string, features: string): Knowledge => ({
    ...knowledge,
    tagsOf: () => null,
    lemmas: {
      ...knowledgeOfLemmas.lemmas!,
      lemmasOf: (_, tag) => [{ lemma, tag: tag ?? 'X', features, count: 1 }],
      candidates: (_, tags) =>
        ['a', 'b', 'c', 'of', '?', '(', 'x#1', '"', 'root', '1/2', 'a b'].map((form) => ({
          form,
          tag: tags.at(0) ?? 'X',
          count: 1,
        })),
    },
  });

  it('says the same otherwise, in random bags with several lemmas', () => {
    let lemmas = 0;
    let forms = 0;
    let repeated = 0;
    fc.assert(
      fc.property(
        validBow,
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('a', 'b', 'be')), { maxLength: 4 }),
        fc.constantFrom('_', 'Number=Sing', 'Number=Sing|Tense=Past'),
        fc.tuple(fc.nat(), fc.constantFrom('a', 'b', 'a b', 'root', '"', '@be', '?')),
        (source, steps, features, [last, form]) => {
          let text = source;
          const rewrite = (
            word: number,
            known: Knowledge,
            chosen: readonly ChosenForm[],
            become: (word: number) => object,
          ): boolean => {
            const file = parse(text);
            const [bag] = file.bags;
            const { start } = wordsOf(bag)[word];
            const rewriting = lemmaOrForm(file, file.starts[0] + start, known, chosen);
            if (rewriting === null) return false;
            const before = toBag(bag);
            text =
              text.slice(0, file.starts[0]) +
              edited(bag.text, rewriting.edits) +
              text.slice(file.starts[0] + bag.text.length);
            const { bags } = parse(text);
            assert.equal(bags.length, file.bags.length);
            const plain = { form: '', tags: before.words[word].tags };
            const rewrittenWord = { ...plain, ...become(word) };
            assert.deepEqual(toBag(bags[0]), {
              ...before,
              words: before.words.with(word, rewrittenWord),
            });
            assert.deepEqual(errorsIn(text), []);
            return true;
          };
          const nodes = wordsOf(parse(text).bags[0]);
          for (const [nth, lemma] of steps) {
            const word = nth % nodes.length;
            const node = wordsOf(parse(text).bags[0])[word];
            if (node.kind === 'lemma') continue;
            const { tags } = toBag(parse(text).bags[0]).words[word];
            const written = features === '_' ? '' : features;
            const done = rewrite(word, knowing(lemma, features), [], () => ({
              form: lemma,
              features: written,
              tags: tags.length > 0 ? tags : ['X'],
            }));
            assert.ok(done, 'every word has a lemma here');
            const names = wordsOf(parse(text).bags[0]).map((one) => one.form);
            if (names.filter((one) => one === `@${lemma}`).length > 1) repeated++;
            lemmas++;
          }
          const word = last % nodes.length;
          if (wordsOf(parse(text).bags[0])[word].kind !== 'lemma') return;
          assert.ok(rewrite(word, knowledge, [{ word, form, tag: 'X' }], () => ({ form })));
          forms++;
        },
      ),
      { numRuns: cases(1_000), seed: 1 },
    );
    assert.ok(forms > lemmas / 5 && repeated > lemmas / 10, `${lemmas} ${forms} ${repeated}`);
  }).timeout(60_000);
});
