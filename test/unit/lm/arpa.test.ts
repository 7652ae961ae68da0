import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ArpaError, readArpa, writeArpa } from '../../../server/src/lm/build/arpa.ts';
import { BackoffQuery, type BackoffModel } from '../../../server/src/lm/build/backoff-model.ts';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { contextsOf, corpora, estimate, toySentences } from './toy.ts';

const write = (model: BackoffModel): string => [...writeArpa(model)].join('');

/** A small file as another toolkit might write it. */
const foreign = `Some words before it.

\\data\\
ngram 1=5
ngram  2 = 3

\\1-grams:
-1.2  b  -0.3
-99   <s>  -0.2
-0.5  </s>
-0.7  a  -0.1
-2    <UNK>

\\2-grams:
-0.4 b </s>
-0.25 <s> b
-1e-1 a b

\\end\\
`;

describe('an ARPA file', () => {
  it('holds a model: write, read and write again, and it has the same bytes', () => {
    for (const order of [1, 2, 3, 5]) {
      const text = write(estimate(toySentences, order, { threshold: 1e-4 }));
      assert.equal(write(readArpa(text)), text);
    }
  });

  it('gives the same answers as the model, to 1e-6', () => {
    fc.assert(
      fc.property(corpora, fc.integer({ min: 1, max: 3 }), (sentences, order) => {
        const query = new BackoffQuery(estimate(sentences, order));
        const again = new BackoffQuery(readArpa(write(query.model)));
        assert.deepEqual(again.model.vocabulary.words, query.model.vocabulary.words);
        for (const context of contextsOf(query.model, 2)) {
          for (let w = 0; w < query.model.vocabulary.words.length; w++) {
            const difference = again.logProb(w, context) - query.logProb(w, context);
            assert.ok(Math.abs(difference) < 1e-6);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('may come from another toolkit: blanks, any order, no weights, <UNK>, line ends', () => {
    const blanks = foreign.replaceAll('\n', ' \t\r\n');
    const indented = `\n${foreign.replaceAll(/^(?=.)/gm, ' \t ')}`;
    const texts = [foreign, foreign.trimEnd(), foreign.replaceAll('\n', '\r\n'), blanks, indented];
    for (const text of texts) {
      const query = new BackoffQuery(readArpa(text));
      const { vocabulary } = query.model;
      assert.deepEqual(vocabulary.words, ['b', '<s>', '</s>', 'a', '<unk>']);
      const [a, b] = [vocabulary.id('a'), vocabulary.id('b')];
      assert.equal(query.logProb(b, [vocabulary.begin]), -0.25);
      assert.equal(query.logProb(b, [a]), -0.1);
      assert.equal(query.logProb(a, [b]), -0.3 - 0.7);
      assert.equal(query.logProb(vocabulary.id('zebra'), [a]), -0.1 - 2);
    }
  });

  it('may write the unknown word as <UNK> in longer n-grams, too', () => {
    const query = new BackoffQuery(readArpa(foreign.replace('a b', 'a <UNK>')));
    const { vocabulary } = query.model;
    assert.equal(query.logProb(vocabulary.unknown, [vocabulary.id('a')]), -0.1);
  });

  const refused = (text: string, line: number, message: RegExp): void => {
    assert.throws(
      () => readArpa(text),
      (error) => error instanceof ArpaError && error.line === line && message.test(error.message),
      message.source,
    );
  };
  const without = (text: string): string => {
    assert.ok(foreign.includes(text));
    return foreign.replace(text, '');
  };
  const instead = (text: string, other: string): string => {
    assert.ok(foreign.includes(text));
    return foreign.replace(text, other);
  };

  it('with a section missing is refused, with the line', () => {
    refused('', 1, /no section "\\data\\"/);
    refused(without('\\data\\\n'), 18, /no section "\\data\\"/);
    refused(without('ngram 1=5\nngram  2 = 3\n'), 5, /no number of n-grams/);
    refused(without('\\1-grams:\n'), 7, /expected "\\1-grams:", found "-1.2/);
    refused(foreign.slice(0, foreign.indexOf('\\2-grams')) + '\\end\\\n', 14, /expected "\\2-gr/);
    refused(without('\\end\\\n'), 18, /ends before "\\end\\"/);
    const header = foreign.slice(0, foreign.indexOf('\n\\1-grams'));
    refused(header, 5, /expected "\\1-grams:", found the end of the file$/);
  });

  it('with a wrong count is refused', () => {
    refused(instead('ngram 1=5', 'ngram 1=6'), 14, /"\\1-grams:" has 5 n-grams.*says 6/);
    refused(instead('2 = 3', '2 = 2'), 19, /"\\2-grams:" has 3 n-grams.*says 2/);
    refused(instead('ngram 1=5', 'ngram 1=five'), 4, /expected "ngram 1=…"/);
    refused(instead('ngram  2', 'ngram 3'), 5, /expected "ngram 2=…"/);
  });

  it('with a line of garbage is refused', () => {
    refused(
      instead('-0.5  </s>', 'garbage'),
      10,
      /expected a logarithm, 1 word .* found "garbage"/,
    );
    refused(instead('-0.5  </s>', 'x  </s>'), 10, /"x" is not a finite number/);
    refused(instead('-0.5  </s>', '0.5  </s>'), 10, /above one/);
    refused(instead('-0.7  a  -0.1', '-0.7  a  b'), 11, /"b" is not a finite number/);
    for (const ngram of ['zebra </s>', 'b zebra']) {
      refused(
        instead('-0.4 b </s>', `-0.4 ${ngram}`),
        15,
        /^"zebra" is not among the 1-grams: add it, or delete the n-gram$/,
      );
    }
    refused(instead('-0.25 <s> b', '-0.25 b </s>'), 16, /"b <\/s>" is there twice/);
    refused(instead('-0.7  a', '-0.7  b'), 11, /"b" is there twice/);
  });

  it('with a number that is not finite, or beyond reason, is refused', () => {
    for (const number of [
      'nan',
      'NaN',
      'inf',
      '-Infinity',
      '1e999',
      '-1e999',
      '0x1',
      '1,5',
      '--1',
    ]) {
      refused(instead('-0.5  </s>', `${number} </s>`), 10, /is not a finite number/);
      refused(instead('a  -0.1', `a ${number}`), 11, /is not a finite number/);
    }
    refused(instead('a  -0.1', 'a 100'), 11, /back-off weight 10\^100 is beyond/);
  });

  it('may write a number as C does', () => {
    for (const number of ['-0.5', '-.5', '-5e-1', '-50E-2', '-00.5', '-5.e-1', '-.50', '-5e-01']) {
      const { vocabulary, tables } = readArpa(instead('-0.5  </s>', `${number} </s>`));
      assert.equal(tables[0].logProb[vocabulary.end], -0.5, number);
    }
  });

  it('is quoted in messages by no more than the beginning of a line', () => {
    refused(without('\\1-grams:\n').replace('-1.2', 'x'.repeat(100)), 7, /found "x{60}"/);
  });

  it('may write zero as -inf, -99 or less', () => {
    for (const zero of ['-inf', '-99', '-1e9']) {
      const query = new BackoffQuery(readArpa(instead('-2    <UNK>', `${zero} <unk>`)));
      assert.equal(query.logProb(query.model.vocabulary.unknown, []), -99);
    }
  });

  it('with a back-off weight behind the longest n-grams is refused, unless it is 0', () => {
    refused(
      instead('-0.4 b </s>', '-0.4 b </s> -0.2'),
      15,
      /^"-0\.2" stands where .* the longest n-grams have none$/,
    );
    readArpa(instead('-0.4 b </s>', '-0.4 b </s> 0'));
    refused(instead('-0.4 b </s>', '-0.4 b </s> -0.2 -0.3'), 15, /perhaps a back-off weight/);
    refused(instead('-0.4 b </s>', '-0.4 b'), 15, /2 words and perhaps/);
  });

  it('with a section that the header does not name, or one twice, is refused', () => {
    const extra = instead('\\end\\', '\\3-grams:\n-1 b b b\n\n\\end\\');
    refused(extra, 19, /expected "\\end\\", found "\\3-grams:"/);
    refused(instead('\\2-grams:', '\\1-grams:'), 14, /expected "\\2-grams:"/);
    refused(instead('ngram  2 = 3', 'ngram 1=5\nngram 2=3'), 5, /expected "ngram 2=…"/);
  });

  it('of a higher order than models have is refused, with the highest', () => {
    const counts = [1, 2, 3, 4, 5, 6].map((n) => `ngram ${n}=1`).join('\n');
    refused(`\\data\\\n${counts}\n\n\\1-grams:\n`, 9, /order 6, and .* at most order 5/);
  });

  it('may have sections without n-grams, and text after its end', () => {
    const text = foreign.slice(0, foreign.indexOf('-0.4 b')).replace('2 = 3', '2 = 0');
    const model = readArpa(`${text}\n\\end\\\nno more`);
    assert.equal(model.tables[1].word.length, 0);
    const packed = new LanguageModel(encodeLanguageModel(model, null));
    assert.deepEqual(packed.sizes, [5, 0]);
    const state = packed.startState();
    packed.query(state, packed.wordId('a'), packed.startState());
  });

  it('with an n-gram whose beginning is missing is refused', () => {
    const text = write(estimate([['a', 'b', 'c']], 3));
    const line = text.split('\n').findIndex((row) => /\ta b(\t|$)/.test(row));
    const rows = text.split('\n').toSpliced(line, 1).join('\n').replace('ngram 2=4', 'ngram 2=3');
    assert.throws(() => readArpa(rows), /its beginning "a b" is not among the 2-grams/);
  });

  it('without <unk>, <s> or </s> is refused', () => {
    const fewer = foreign.replace('ngram 1=5', 'ngram 1=4');
    refused(
      fewer.replace('-2    <UNK>\n', ''),
      13,
      /the vocabulary has no <unk>: .* \(SRILM: -unk\)/,
    );
    refused(
      fewer.replace('-99   <s>  -0.2\n', ''),
      13,
      /the vocabulary has no <s>: add it to the 1-grams$/,
    );
    refused(
      fewer.replace('-0.5  </s>\n', ''),
      13,
      /the vocabulary has no <\/s>: add it to the 1-grams$/,
    );
  });

  it('may be anything at all: it is read, or refused with a line', () => {
    const rows = foreign.split('\n');
    fc.assert(
      fc.property(fc.nat(rows.length - 1), fc.string(), (at, row) => {
        try {
          readArpa(rows.toSpliced(at, 1, row).join('\n'));
        } catch (error) {
          assert.ok(error instanceof ArpaError && error.line <= rows.length, String(error));
        }
      }),
      { numRuns: 500 },
    );
  });
});
