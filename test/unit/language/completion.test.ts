import assert from 'node:assert/strict';
import { completionsAt } from '../../../server/src/language/features/completion.ts';
import { hoverAt } from '../../../server/src/language/features/hover.ts';
import { parse } from '../../../server/src/language/parser.ts';
import { knowledge } from './fixture.ts';

/** What can be typed at `‸`, and what it takes the place of. */
function offered(source: string): { labels: string[]; typed: string } {
  const offset = source.indexOf('‸');
  const text = source.replace('‸', '');
  const { range, items } = completionsAt(parse(text), offset, knowledge);
  return {
    labels: items.map(({ label }) => label),
    typed: text.slice(range.start, range.end),
  };
}

const bag = (...lines: string[]): string => ['bag a {', ...lines, '}', ''].join('\n');

describe('what is offered', () => {
  it('is the settings that are not there yet, their values, and a bag', () => {
    assert.deepEqual(offered('tagset: xpos\nla‸\n').labels, [
      'language',
      'search',
      'grammar',
      'bag',
    ]);
    assert.deepEqual(offered('tagset: ‸\n').labels, ['xpos']);
  });

  it('is the sections that are not there yet, where a line begins', () => {
    assert.deepEqual(offered(bag('  words: a b', '  ‸')).labels, ['deps:', 'order:', 'expect:']);
    assert.deepEqual(offered(bag('  wo‸')).labels, ['words:', 'deps:', 'order:', 'expect:']);
  });

  it('is the tags of a word behind its slash, those seen with it first', () => {
    const { labels, typed } = offered(bag('  words: led/V‸'));
    assert.deepEqual(labels.slice(0, 3), ['VBD', 'VBN', 'NN']);
    assert.equal(typed, 'V');
    assert.equal(offered(bag('  words: led#2/VBD|‸')).typed, '');
  });

  it('is the words of the bag in deps: and order:, as they can be named', () => {
    const words = '  words: led "a team" of of x#1 x#2';
    assert.deepEqual(offered(bag(words, '  deps:', '    led -> ‸')).labels, [
      'led',
      '"a team"',
      'x#1',
      'x#2',
    ]);
    assert.deepEqual(offered(bag(words, '  order:', '    fi‸')).labels.slice(-3, -1), [
      'last',
      'deps:',
    ]);
    assert.ok(offered(bag(words, '  deps:', '    ‸')).labels.includes('root'));
  });

  it('is the labels of the treebank after a dash', () => {
    const { labels, typed } = offered(bag('  words: a b', '  deps:', '    a -ns‸'));
    assert.deepEqual(labels, ['nsubj', 'obj', 'nmod', 'nsubj:pass']);
    assert.equal(typed, '-ns');
  });

  it('is the words that a line of expect: does not have yet', () => {
    const words = '  words: the dog "New York" the cat';
    assert.deepEqual(offered(bag(words, '  expect:', '    the dog ‸')).labels.slice(0, 3), [
      'New York',
      'the',
      'cat',
    ]);
  });

  it('is nothing in a comment', () => {
    assert.deepEqual(offered(bag('  words: a # b/‸')).labels, []);
  });
});

describe('what is told of a place', () => {
  const told = (source: string): readonly string[] => {
    const offset = source.indexOf('‸');
    return hoverAt(parse(source.replace('‸', '')), offset, knowledge)?.paragraphs ?? [];
  };

  it('is how often a word was seen with its tags, or that it was not', () => {
    assert.deepEqual(told(bag('  words: l‸ed/VBD')), [
      'The model has seen “led” as VBD 20 times, VBN 3 times.',
    ]);
    assert.match(told(bag('  words: qu‸x'))[0], /“qux” is not a word that the model has seen/);
    assert.equal(told(bag('  words: a led', '  deps: l‸ed -> a')).length, 1);
  });

  it('is how often an arc was seen, with which labels, and on which side', () => {
    const [seen, where] = told(bag('  words: team/NN led/VBD', '  deps: led -‸> team'));
    assert.match(seen, /tag VBD as the head of one of tag NN 7 times: nsubj 4 times, obj 3 times/);
    assert.match(where, /before its head in 57 of 100, and next to it in 100/);
    assert.match(
      told(bag('  words: team/NN the/DT', '  deps: the -‸> team'))[0],
      /never seen a word of tag DT/,
    );
  });

  it('is nothing elsewhere, or without a model', () => {
    assert.deepEqual(told(bag('  wor‸ds: a')), []);
    const text = bag('  words: led');
    assert.equal(hoverAt(parse(text), text.indexOf('led'), null), null);
  });
});
