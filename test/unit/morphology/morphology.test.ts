import { NO_FORM_CHOICE } from '../../../server/src/morphology/form-choice.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inCaseOf } from '../../../server/src/morphology/case.ts';
import { Morphology, type FormCount } from '../../../server/src/morphology/morphology.ts';

const PAST = 'Tense=Past|VerbForm=Fin';
const PART = 'Tense=Past|VerbForm=Part';

function row(lemma: string, tag: string, features: string, form: string, count: number): FormCount {
  return { lemma, tag, features, form, count };
}

const counts = [
  row('Bush', 'NNP', 'Number=Sing', 'bush', 9),
  row('New', 'NNP', 'Degree=Pos', 'new', 3),
  row('be', 'NN', 'Number=Sing', 'be', 1),
  row('be', 'VBD', `Number=Plur|${PAST}`, 'were', 50),
  row('be', 'VBD', `Number=Sing|${PAST}`, 'was', 80),
  row('be', 'VBD', `Number=Sing|${PAST}`, 'were', 3),
  row('be', 'VBD', `Number=Sing|${PAST}`, 'wsa', 1),
  row('bush', 'NN', 'Number=Sing', 'bush', 4),
  row('cat', 'NN', 'Number=Sing', 'cat', 5),
  row('cat', 'NNS', 'Number=Plur', 'cats', 1),
  row('cat', 'NNS', 'Number=Plur', 'catz', 1),
  row('find', 'VBD', PAST, 'found', 7),
  row('find', 'VBN', PART, 'found', 6),
  row('found', 'VBD', PAST, 'founded', 2),
  row('found', 'VBN', PART, 'founded', 2),
  row('not', 'RB', '_', "n't", 40),
  row('not', 'RB', '_', 'not', 60),
  row('not', 'RB', '_', 'nto', 1),
  row('take', 'VB', 'VerbForm=Inf', 'take', 20),
  row('tent', 'NNS', 'Number=Plur|Typo=Yes', 'tnets', 9),
  row('you', 'PRP', 'Abbr=Yes|Case=Nom', 'u', 4),
  row('you', 'PRP', 'Case=Acc', 'you', 9),
];
const irregular = [
  { lemma: 'take', tag: 'VBD', form: 'took' },
  { lemma: 'mouse', tag: 'NNS', form: 'mice' },
];
const morphology = new Morphology({
  rules: 'english',
  counts,
  irregular,
  choice: NO_FORM_CHOICE,
  choiceInTree: null,
});

const told = (lemma: string, tag: string | null, features = ''): string =>
  morphology
    .candidates(lemma, tag === null ? [] : [tag], features)
    .map(({ form, tag: of, count, source }) => `${form}/${of} ${source} ${count}`)
    .join(', ');

describe('the forms of a lemma', () => {
  it('are counted for the lemma, tag and features, in any order of the features', () => {
    assert.equal(told('be', 'VBD', `Number=Plur|${PAST}`), 'were/VBD counts 50');
    assert.equal(
      told('be', 'VBD', `VerbForm=Fin|Tense=Past|Number=Sing`),
      'was/VBD counts 80, were/VBD counts 3',
    );
  });

  it('without a tag have the features among others, even if some form has only these', () => {
    assert.match(told('be', null, 'Number=Sing'), /^was\/VBD counts 80/);
  });

  it('are misspelt only for a word that is known to be misspelt', () => {
    assert.equal(told('tent', 'NNS', 'Number=Plur'), 'tents/NNS rules 0');
    assert.equal(told('tent', 'NNS'), 'tents/NNS rules 0');
    assert.equal(told('tent', 'NNS', 'Typo=Yes'), 'tnets/NNS counts 9');
  });

  it('are the lemma for a misspelt word whose misspelling was not seen', () => {
    assert.equal(told('take', 'VBD', `${PAST}|Typo=Yes`), 'take/VBD rules 0');
  });

  it('are abbreviations of a word that is known to be abbreviated, and of no other', () => {
    assert.equal(told('you', 'PRP', 'Case=Acc'), 'you/PRP counts 9');
    assert.equal(told('you', 'PRP', 'Abbr=Yes|Case=Acc'), 'u/PRP counts 4');
    assert.equal(told('cat', 'NN', 'Abbr=Yes|Number=Sing'), 'cat/NN counts 5');
    assert.equal(told('you', 'PRP'), 'you/PRP counts 9, u/PRP counts 4');
  });

  it('of an open tag are also the unseen forms of its other tags', () => {
    assert.equal(told('take', null), 'take/VB counts 20, took/VBD irregular 0, taked/VBN rules 0');
    const [seen, unseen] = morphology.candidates('take', [], '');
    assert.ok(unseen.weight < seen.weight);
  });

  it('of several tags compete by how often each has been seen', () => {
    const [seen, other] = morphology.candidates('find', ['VBD', 'NNS'], '');
    assert.deepEqual([seen.form, other.form], ['found', 'finds']);
    assert.ok(other.weight < seen.weight, `${other.weight} < ${seen.weight}`);
  });

  it('leave out features that training has not seen, if the tag is open', () => {
    assert.equal(told('be', null, 'Foo=Bar'), told('be', null));
  });

  it('need to be seen twice, and in a hundredth of the cases', () => {
    assert.equal(told('not', 'RB', '_'), "not/RB counts 60, n't/RB counts 40");
    const many = new Morphology({
      rules: null,
      counts: [
        row('a', 'DT', '_', 'a', 297),
        row('a', 'DT', '_', 'an', 2),
        row('a', 'DT', '_', 'aa', 3),
      ],
      irregular: [],
      choice: NO_FORM_CHOICE,
      choiceInTree: null,
    });
    // 2 of 302 are less than a hundredth, and 3 of 302 are too.
    assert.deepEqual(
      many.candidates('a', ['DT'], '').map(({ form }) => form),
      ['a'],
    );
  });

  it('count together, in any case of the lemma, or those with some tags', () => {
    assert.equal(morphology.countOf('be', ['VBD']), 134);
    assert.equal(morphology.countOf('Be', ['VBD', 'VBD']), 134);
    assert.equal(morphology.countOf('not', []), 101);
    assert.equal(morphology.countOf('not', ['NN']), 0);
    assert.equal(morphology.countOf('blorf', []), 0);
  });

  it('are at least one: of forms that are seen once, the regular one', () => {
    assert.equal(told('cat', 'NNS', 'Number=Plur'), 'cats/NNS counts 1');
  });

  it('are found by some of their features, or by the tag if the features are new', () => {
    assert.equal(told('be', 'VBD', 'Number=Plur'), 'were/VBD counts 50');
    assert.equal(told('be', 'VBD', 'Mood=Sub'), 'was/VBD counts 80, were/VBD counts 53');
    assert.equal(told('be', 'VBD'), 'was/VBD counts 80, were/VBD counts 53');
    // Person is new; number still decides.
    assert.equal(told('be', 'VBD', 'Number=Plur|Person=3'), 'were/VBD counts 50');
  });

  it('come from the table, then from the rules, if the counts do not know them', () => {
    assert.equal(told('take', 'VBD', PAST), 'took/VBD irregular 0');
    assert.equal(told('retake', 'VBD', PAST), 'retook/VBD irregular 0');
    assert.equal(told('co-found', 'VBD', PAST), 'co-founded/VBD rules 0');
    assert.equal(told('take', 'VBZ'), 'takes/VBZ rules 0');
    assert.equal(told('stop', 'VBG'), 'stopping/VBG rules 0');
    assert.equal(told('with', 'IN'), 'with/IN rules 0');
  });

  it('of a word in a name are those of a verb or an adjective, if its features say so', () => {
    assert.equal(told('Take', 'NNP', 'VerbForm=Ger'), 'Taking/NNP rules 0');
    assert.equal(told('Find', 'NNP', PART), 'Found/NNP counts 0');
    assert.equal(told('Great', 'NNP', 'Degree=Cmp'), 'Greater/NNP rules 0');
    assert.equal(told('New', 'NNP', 'Degree=Pos'), 'New/NNP counts 3');
    assert.equal(told('New', 'NNP', 'Degree=Cmp'), 'Newer/NNP rules 0');
    assert.equal(told('Bush', 'NNP', 'Number=Plur'), 'Bush/NNP counts 9');
    assert.equal(told('take', 'VB', 'Degree=Cmp'), 'take/VB counts 20');
  });

  it('have the tags of the features if no tag is given', () => {
    assert.equal(told('be', null, 'Number=Plur'), 'were/VBD counts 50, bes/NNS rules 0');
    assert.equal(told('take', null, 'Tense=Past'), 'took/VBD irregular 0, taked/VBN rules 0');
    assert.equal(told('cat', null, 'Number=Plur'), 'cats/NNS counts 1');
    assert.equal(
      told('dodo', null, 'Number=Sing'),
      'dodo/NN rules 0, dodo/NNP rules 0, dodoed/VBD rules 0',
    );
  });

  it('have a tag that the features ask for, though the lemma was seen as another part of speech', () => {
    assert.equal(told('cat', null, PAST), 'catted/VBD rules 0');
    assert.equal(told('cat', null, 'Foo=Bar'), told('cat', null));
  });

  it('keep to the case of the lemma', () => {
    assert.equal(told('Bush', 'NNP', 'Number=Sing'), 'Bush/NNP counts 9');
    assert.equal(told('Bush', null), 'Bush/NNP counts 9');
    assert.equal(told('bush', null), 'bush/NN counts 4, bushes/NNS rules 0');
    assert.equal(told('Take', 'VBD'), 'Took/VBD irregular 0');
    assert.equal(told('USA', 'NNPS'), 'USAs/NNPS rules 0');
    for (const [lemma, form, written] of [
      ['I', 'me', 'me'],
      ['I', 'i', 'I'],
      ['iPhone', 'iphones', 'iPhones'],
      ['Person', 'people', 'People'],
      ['be', 'were', 'were'],
    ]) {
      assert.equal(inCaseOf(lemma, form), written);
    }
  });

  it('are never none, for any word, tag and features', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom(...counts.map(({ lemma }) => lemma)));
    const tag = fc.oneof(fc.constant(null), fc.constantFrom('VBD', 'NNS', 'NNP', 'RB', 'odd'));
    const features = fc.constantFrom('', '_', PAST, 'Number=Plur', 'Odd=Yes', 'odd');
    fc.assert(
      fc.property(word, tag, features, (lemma, of, given) => {
        const found = morphology.candidates(lemma, of === null ? [] : [of], given);
        assert.ok(found.length > 0);
        if (of !== null) for (const candidate of found) assert.equal(candidate.tag, of);
        const names = found.map((candidate) => `${candidate.form}\t${candidate.tag}`);
        assert.equal(new Set(names).size, names.length);
        for (let i = 1; i < found.length; i++) assert.ok(found[i - 1].count >= found[i].count);
      }),
    );
  });

  it('without rules are the lemma where nothing is known', () => {
    const plain = new Morphology({
      rules: null,
      counts,
      irregular: [],
      choice: NO_FORM_CHOICE,
      choiceInTree: null,
    });
    assert.equal(plain.candidates('Dog', ['NNS'], '')[0].form, 'Dog');
    assert.equal(plain.candidates('find', ['VBD'], '')[0].form, 'found');
  });
});

describe('the lemmas of a form', () => {
  const readings = (form: string, tag: string | null): string =>
    morphology
      .lemmasOf(form, tag)
      .map(({ lemma, tag: of, source }) => `${lemma}/${of} ${source}`)
      .join(', ');

  it('are those that training has seen it with, the most frequent first', () => {
    assert.equal(readings('found', 'VBD'), 'find/VBD counts');
    assert.equal(readings('Was', null), 'be/VBD counts');
    assert.equal(readings('bush', null), 'Bush/NNP counts, bush/NN counts');
    const [were] = morphology.lemmasOf('were', 'VBD');
    assert.deepEqual([were.count, were.features], [53, `Number=Plur|${PAST}`]);
  });

  it('are found by the table and by the rules, known lemmas first', () => {
    assert.equal(readings('mice', 'NNS'), 'mouse/NNS irregular');
    assert.equal(readings('Took', null), 'Take/VBD irregular');
    assert.ok(readings('taking', 'VBG').startsWith('take/VBG rules'));
    assert.ok(readings('stopped', 'VBD').startsWith('stop/VBD rules'));
    assert.equal(morphology.lemmasOf('stopped', 'VBD')[0].features, PAST);
    assert.equal(readings('stopped', null), '');
  });
});

describe('a paradigm', () => {
  const shown = (lemma: string, tag: string | null = null): string =>
    morphology
      .paradigm(lemma, tag)
      .map(({ tag: of, forms }) => `${of} ${forms.map(({ form }) => form).join('/')}`)
      .join(', ');

  it('has the forms of all tags that go with the tags of the lemma', () => {
    assert.equal(shown('cat'), 'NN cat, NNS cats');
    assert.equal(shown('take'), 'VB take, VBP take, VBZ takes, VBD took, VBN taked, VBG taking');
    assert.equal(
      shown('be')
        .split(', ')
        .find((of) => of.startsWith('VBD')),
      'VBD was/were',
    );
    assert.equal(shown('not'), "RB not/n't");
  });

  it('of an unknown lemma needs its tag', () => {
    assert.equal(shown('blog'), '');
    assert.equal(shown('blog', 'NN'), 'NN blog, NNS blogs');
    assert.equal(shown('beautiful', 'JJ'), 'JJ beautiful');
  });
});

describe('the features of a tag', () => {
  it('are offered by name, with the values that were seen', () => {
    const offered = [...morphology.featuresOf('VBD')].map(([name, all]) => [name, ...all]);
    assert.deepEqual(offered, [
      ['Number', 'Plur', 'Sing'],
      ['Tense', 'Past'],
      ['VerbForm', 'Fin'],
    ]);
    assert.deepEqual([...morphology.featuresOf('RB')], []);
    assert.ok(morphology.featuresOf(null).get('VerbForm')!.has('Inf'));
  });
});
