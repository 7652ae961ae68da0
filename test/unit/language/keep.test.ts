import assert from 'node:assert/strict';
import fc from 'fast-check';
import { selectionsOf } from '../../../server/src/bag/selections.ts';
import { countViolations } from '../../../server/src/evaluate/violations.ts';
import { keepArcs } from '../../../server/src/language/features/keep-arcs.ts';
import { chosenTags, keepTags } from '../../../server/src/language/features/keep-tags.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import type { TextEdit } from '../../../server/src/language/tree/diagnostic.ts';
import type { BagNode } from '../../../server/src/language/tree/syntax.ts';
import { toBag } from '../../../server/src/language/meaning/to-bag.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import type { Realization } from '../../../server/src/realize/realizer.ts';
import { randomModel } from '../support/random-model.ts';
import { bagWith } from './fixture.ts';
import { errorsIn, validBow } from './random-bow.ts';
import { edited } from '../../../server/src/language/writing/edited.ts';
import { cases } from '../support/thorough.ts';

type Tokens = Realization['tokens'];

/** A realization in the writing `0/X<1 1/Y<0`: place in the bag, tag, head's place in the realization. */
function tokens(text: string): Tokens {
  return text.split(' ').map((one) => {
    const [, word, tag, head] = /^(\d+)\/(.+)<(\d+)$/.exec(one)!;
    const given = { tag: false, head: false, label: false };
    return { word: Number(word), form: '', tag, head: Number(head), label: null, given };
  });
}

function tagged(text: string, realization: string): string {
  const edits = chosenTags(parse(text).bags[0], tokens(realization)).map(({ edit }) => edit);
  return edited(text, edits);
}

function attached(text: string, realization: string): string {
  return edited(text, keepArcs(parse(text).bags[0], tokens(realization)));
}

describe('keeping the tags of a realization', () => {
  it('gives each word whose tag is open or narrowed the one that was chosen', () => {
    assert.equal(
      tagged(
        bagWith('the led/VBN|VBD of#2? "a b"#1 dog/NN'),
        '0/DT<5 1/VBD<0 2/IN<2 3/NN<2 4/NN<2',
      ),
      bagWith('the/DT led/VBD of#2/IN? "a b"#1/NN dog/NN'),
    );
  });

  it('gives a tag to the alternative that is used, and leaves the others open', () => {
    assert.equal(
      tagged(bagWith('( a | an ) dog'), '1/DT<2 2/NN<0'),
      bagWith('( a | an/DT ) dog/NN'),
    );
    assert.equal(tagged(bagWith('( a | an )/DT|IN'), '0/DT<0'), bagWith('( a/DT | an )/DT|IN'));
    assert.equal(tagged(bagWith('( a | an )/DT'), '0/DT<0'), bagWith('( a | an )/DT'));
  });

  it('gives a lemma its tag after its features and its index', () => {
    const text = bagWith('they @be[Tense=Past]? ( @late | @be#2 )');
    assert.equal(
      tagged(text, '0/PRP<2 1/VBD<0 3/VB<2'),
      bagWith('they/PRP @be[Tense=Past]/VBD? ( @late | @be#2/VB )'),
    );
    assert.equal(
      attached(bagWith('they @be[Tense=Past] @be'), '0/PRP<2 1/VBD<0 2/VB<2'),
      bagWith('they @be[Tense=Past]#1 @be#2', '    root -> @be#1\n    @be#1 -> they @be#2'),
    );
  });

  it('writes no tag that would be read as something else', () => {
    for (const tag of ['A|B', 'N?', 'S/NP', 'X#1', '']) {
      const chosen = [{ word: 0, tag }];
      assert.deepEqual(chosenTags(parse(bagWith('a')).bags[0], chosen), [], tag);
    }
  });
});

describe('keeping the tags of a realization with categories', () => {
  const chosen = (
    words: string,
    given: Parameters<typeof chosenTags>[1],
    kept?: Parameters<typeof chosenTags>[2],
  ): string => {
    const text = `grammar: ccg\n\n${bagWith(words)}`;
    const file = parse(text);
    const [bag] = file.bags;
    const own = edited(
      bag.text,
      chosenTags(bag, given, kept).map(({ edit }) => edit),
    );
    assert.deepEqual(errorsIn(text.replace(bag.text, own)), []);
    return own;
  };

  it('writes each with its category, and leaves nothing else to choose', () => {
    const given = [
      { word: 0, tag: 'DT', category: 'NP/N' },
      { word: 1, tag: 'VBD', category: 'S[dcl]\\NP' },
      { word: 2, tag: 'NN', category: 'N' },
      { word: 3, tag: '.', category: '.' },
    ];
    assert.equal(
      chosen('the led/VBD|VBN:S[pss]\\NP dog/NN:N ./.', given),
      bagWith('the/DT:NP/N led/VBD:S[dcl]\\NP dog/NN:N ./.:.'),
    );
  });

  it('keeps the categories that go with a tag where none was chosen', () => {
    assert.equal(
      chosen('led/VBN:S[pss]\\NP|VBD:S[dcl]\\NP', [{ word: 0, tag: 'VBD' }]),
      bagWith('led/VBD:S[dcl]\\NP'),
    );
  });

  it('writes tags alone, and the category too where a tag alone would be read as one', () => {
    const given = [
      { word: 0, tag: 'NN', category: 'N' },
      { word: 1, tag: ',', category: 'conj' },
      { word: 2, tag: '.', category: '.' },
    ];
    assert.equal(chosen('dog , .', given, 'tags'), bagWith('dog/NN ,/,:conj ./.:.'));
    assert.equal(chosen('dog ,/,|conj ./NN', given, 'tags'), bagWith('dog/NN ,/,:,|,:conj ./NN'));
  });

  it('writes no tag that would be read as a category where none was chosen', () => {
    assert.equal(chosen('dog ,', [{ word: 1, tag: ',' }]), bagWith('dog ,'));
    assert.equal(chosen('dog ,/,|conj', [{ word: 1, tag: ',' }]), bagWith('dog ,/,:,|,:conj'));
  });
});

describe('keeping the arcs of a realization', () => {
  it('writes those that are not given, from the root down, in a new section after the words', () => {
    assert.equal(
      attached(
        'bag {\n  words: dog the slept .\n  order:\n    the < dog\n}\n',
        '1/X<2 0/X<3 2/X<0 3/X<3',
      ),
      'bag {\n  words: dog the slept .\n  deps:\n    root -> slept\n    slept -> dog .\n    dog -> the\n' +
        '  order:\n    the < dog\n}\n',
    );
  });

  it('adds them to the section that is there', () => {
    assert.equal(
      attached(bagWith('dog the slept', '    slept -nsubj-> dog # why'), '1/X<2 0/X<3 2/X<0'),
      bagWith('dog the slept', '    slept -nsubj-> dog # why\n    root -> slept\n    dog -> the'),
    );
    assert.equal(
      attached(bagWith('a b', '    root -> a\n    a -> b'), '0/X<0 1/X<1'),
      bagWith('a b', '    root -> a\n    a -> b'),
    );
  });

  it('indexes words that are repeated', () => {
    assert.equal(
      attached(bagWith('of of#1 of/IN? ('.replace('(', '"("')), '0/X<0 1/X<1 2/X<1 3/X<3'),
      bagWith('of#2 of#1 of#3/IN? "("', '    root -> of#2\n    of#2 -> of#1 of#3\n    of#3 -> "("'),
    );
    assert.equal(
      attached('bag {\n  words: a a\n}\n', '0/X<0 1/X<1'),
      'bag {\n  words: a#1 a#2\n  deps:\n    root -> a#1\n    a#1 -> a#2\n}\n',
    );
  });

  it('leaves out what the given arcs exclude, though they speak of words that are left out', () => {
    assert.equal(
      attached(bagWith('a b? c', '    b -> a'), '0/X<2 2/X<0'),
      bagWith('a b? c', '    b -> a\n    root -> c'),
    );
    assert.equal(
      attached(bagWith('a b?', '    root -> b'), '0/X<0'),
      bagWith('a b?', '    root -> b'),
    );
  });

  it('writes order lines with them, and indices for both', () => {
    const [bag] = parse('bag {\n  words: the/DT dog the/DT\n}\n').bags;
    const chosen = tokens('0/DT<2 1/NN<0 2/DT<2');
    const order = [{ relation: 'right-before', words: [0, 1] }] as const;
    assert.equal(
      edited(bag.text, keepArcs(bag, chosen, order)),
      'bag {\n  words: the#1/DT dog the#2/DT\n  deps:\n    root -> dog\n    dog -> the#1 the#2\n' +
        '  order:\n    the#1 << dog\n}\n',
    );
    assert.equal(
      edited(bag.text, keepTags(bag, chosen, [...order, { relation: 'last', words: [2] }])),
      'bag {\n  words: the#1/DT dog/NN the#2/DT\n  order:\n    the#1 << dog\n    last the#2\n}\n',
    );
  });

  it('stays in its bag where the brace stands at the end of a line', () => {
    assert.equal(
      attached('bag {\n  words: a b }\n', '0/X<0 1/X<1'),
      'bag {\n  words: a b \n  deps:\n    root -> a\n    a -> b\n}\n',
    );
  });
});

describe('what is kept of random realizations', () => {
  const realizer = createRealizer({ model: randomModel(7), languageModel: null });

  /** The part of a bag that a realization uses, and the realization in its places. */
  function selected(bag: BagNode, realization: Realization) {
    const used = realization.tokens.map(({ word }) => word).sort((a, b) => a - b);
    const selection = [...selectionsOf(toBag(bag))].find(
      ({ places }) => places.join() === used.join(),
    );
    assert.ok(selection, 'its words are used together');
    const renamed = realization.tokens.map((token) => ({
      ...token,
      word: selection.places.indexOf(token.word),
    }));
    return { bag: selection.bag, realization: { ...realization, tokens: renamed } };
  }

  /** Fixes something, and asserts that the bag is sound and admits the realization still. */
  function fixed(text: string, edits: readonly TextEdit[], realization: Realization): string {
    const after = edited(text, edits);
    assert.deepEqual(errorsIn(after), [], after);
    const file = parse(after);
    assert.equal(file.bags.length, 1);
    const { bag, realization: renamed } = selected(file.bags[0], realization);
    assert.equal(countViolations(bag, renamed), 0, after);
    return after;
  }

  it('is admitted by the bag, which gives all of it, and gives the realization again', () => {
    let whole = 0;
    let fixes = 0;
    let tried = 0;
    fc.assert(
      fc.property(validBow, fc.nat(), (text, draw) => {
        tried++;
        const [bag] = parse(text).bags;
        const { realizations } = realizer.realize(toBag(bag), { beam: 16, results: 8 }, NEVER);
        if (realizations.length === 0) return;
        const realization = realizations[draw % realizations.length];
        const tags = chosenTags(bag, realization.tokens).map(({ edit }) => edit);
        const withTags = fixed(text, tags, realization);
        const [tagged] = parse(withTags).bags;
        for (const { word, tag } of realization.tokens) {
          assert.deepEqual(toBag(tagged).words[word].tags, [tag], withTags);
        }
        const arcs = keepArcs(tagged, realization.tokens);
        const after = fixed(withTags, arcs, realization);
        const [frozen] = parse(after).bags;
        assert.deepEqual(keepArcs(frozen, realization.tokens), [], 'there is nothing left to fix');
        assert.deepEqual(chosenTags(frozen, realization.tokens), []);
        fixed(text, keepArcs(bag, realization.tokens), realization);
        if (tags.length + arcs.length > 0) fixes++;
        if (toBag(bag).choices.length > 0) return;
        whole++;
        assert.equal(toBag(frozen).arcs.length, realization.tokens.length - 1, after);
        const again = realizer.realize(toBag(frozen), { beam: 256, results: 100 }, NEVER);
        const texts = again.realizations.map((one) => one.text);
        if (texts.length < 100) assert.ok(texts.includes(realization.text), after);
      }),
      { numRuns: cases(5_000) },
    );
    assert.ok(fixes >= tried / 2, `${fixes} of ${tried} files had something to fix`);
    assert.ok(whole >= tried / 5, `${whole} of ${tried} bags had no choices`);
  });
});
