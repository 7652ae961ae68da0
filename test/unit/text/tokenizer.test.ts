import assert from 'node:assert/strict';
import fc from 'fast-check';
import { normalise, retokenize, tokenizeRaw } from '../../../server/src/text/normalise.ts';
import { tokenize } from '../../../server/src/text/tokenizer.ts';

/** Text and its tokens, as English-EWT has them. */
function splits(cases: Record<string, string>): void {
  for (const [text, tokens] of Object.entries(cases)) {
    assert.deepEqual(tokenize(text).join(' '), tokens);
  }
}

describe('the tokenizer', () => {
  it('takes clitics from their hosts', () => {
    splits({
      "I don't think it's Tom's.": "I do n't think it 's Tom 's .",
      "We can't; you'll see, I'd say they're late":
        "We ca n't ; you 'll see , I 'd say they 're late",
      "the Beatles' songs": "the Beatles ' songs",
      'I cannot, and dont wanna': 'I can not , and do nt wan na',
      'don’t': 'do n’t',
    });
  });

  it('leaves clitics that stand alone, and words and years cut short, whole', () => {
    splits({
      "do n't it 's": "do n't it 's",
      "get 'em in '72 or the '60s": "get 'em in '72 or the '60s",
      "the 1960's": "the 1960's",
    });
  });

  it('splits compounds at their hyphens, but joins prefixes', () => {
    splits({
      'a well-known state-of-the-art tool': 'a well - known state - of - the - art tool',
      'non-stop anti-war e-mail by co-workers': 'non-stop anti-war e-mail by co-workers',
      'either and/or both': 'either and / or both',
    });
  });

  it('splits punctuation, and keeps runs of it', () => {
    splits({
      'He said "Yes!" (twice).': 'He said " Yes ! " ( twice ) .',
      'Well... what?! No!!!': 'Well ... what ?! No !!!',
      'inflation--inflation': 'inflation -- inflation',
      'fun :) really': 'fun :) really',
    });
  });

  it('keeps the period of an abbreviation, but not where it ends the text', () => {
    splits({
      'Mr. Smith of the U.S. Army': 'Mr. Smith of the U.S. Army',
      'No. 5 says no. Yes': 'No. 5 says no . Yes',
      'cats, dogs, etc.': 'cats , dogs , etc .',
    });
  });

  it('keeps addresses, file names, dates, times and telephone numbers whole', () => {
    splits({
      'See http://a.b/c-d?e=f, or www.x.com.': 'See http://a.b/c-d?e=f , or www.x.com .',
      'Write to (me@example.com).': 'Write to ( me@example.com ) .',
      'open final-2.doc': 'open final-2.doc',
      'on 11/28/2000 at 7:30, call 713-853-3989': 'on 11/28/2000 at 7:30 , call 713-853-3989',
    });
  });

  it('splits ranges, units and currencies from their numbers', () => {
    splits({
      'in 1969-1970, 5-10 pages': 'in 1969 - 1970 , 5 - 10 pages',
      '$5,000.50 at 10pm, 35mm': '$ 5,000.50 at 10 pm , 35 mm',
      'US$4.5 or 50%': 'US$ 4.5 or 50 %',
    });
  });

  it('has no tokens for no text', () => {
    assert.deepEqual(tokenize(''), []);
    assert.deepEqual(tokenize(' \t\n\u00a0'), []);
  });

  it('leaves whole what is longer than any word, whatever it is made of', () => {
    for (const mark of [')', '(', "n't", '-', 'a.']) {
      const long = mark.repeat(20_000);
      assert.deepEqual(tokenize(`so ${long} .`), ['so', long, '.']);
    }
  });

  it('loses and adds nothing but white space, whatever the text', () => {
    const pieces = [
      "n't",
      "'s",
      '-',
      '...',
      '"',
      'Mr.',
      'http://a.b',
      '5:00',
      '$',
      'a',
      'é',
      '’',
      '/',
    ];
    const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme' })));
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join('');
        const tokens = tokenize(text);
        assert.equal(tokens.join(''), text.replace(/\s/gu, ''));
        assert.ok(tokens.every((token) => token !== ''));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the normaliser', () => {
  it('writes quotes, apostrophes, brackets and ellipses in one way', () => {
    assert.equal(normalise("`` a '' “b” ‘c’ it’s"), '" a " "b" \'c\' it\'s');
    assert.equal(normalise('-LRB- x -RRB- -LSB- y -RSB-'), '( x ) ( y )');
    assert.equal(normalise('wait…  now\u00a0then '), 'wait... now then');
  });

  it('repairs punctuation that was read in a wrong encoding', () => {
    assert.equal(normalise('¡§No¡¨ it¡¦s¡X'), '"No" it\'s--');
  });

  it('is done once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(normalise(normalise(text)), normalise(text));
      }),
    );
  });

  it('gives raw text the conventions of English-EWT', () => {
    assert.deepEqual(tokenizeRaw('“It’s”'), ['"', 'It', "'s", '"']);
  });

  it('gives tokenised text them too', () => {
    const text = "'' I Do n't Care '' is a River-class , non - stop song at 3 : 04 .";
    assert.equal(
      retokenize(text).join(' '),
      '" I Do n\'t Care " is a River - class , non-stop song at 3:04 .',
    );
  });
});
