const most = 500;

/** Words so alike and so long that a comparison of two takes its longest. */
const alike = Array.from({ length: most }, (_, i) => `a${1000 + i}bcdefghijklmnopqrstuvwxyzabcdef`);
const stranger = '0000a0000bcdefghijklmnopqrstuvwxyzabcdef';

const indexed = Array.from({ length: most - 1 }, (_, i) => `a#${i + 1}`).join(' ');

function bag(words: string, ...rest: string[]): string {
  return ['bag {', `words: ${words}`, ...rest, '}', ''].join('\n');
}

/**
 * Files of about so many characters in bags of at most 500 words, for which a check that looks at
 * everything anew for each line, word or tag takes minutes.
 */
export function hostileTexts(length: number): readonly (readonly [string, string])[] {
  const fill = (piece: string, size = length) => piece.repeat(Math.ceil(size / piece.length));
  return [
    ['wrong expectations', bag(alike.join(' '), 'expect:', fill(`${stranger}\n`))],
    ['expectations on a line', bag('x', fill('expect: x '))],
    [
      'misspelt headers on a line',
      bag('a b', `deps: ${fill('a -> b dep: a -> b expet: a deps: ')}`),
    ],
    ['headers without a colon', bag('a', 'expect: a', fill('order\n deps\n'))],
    ['an expectation of quotation marks', bag('x', `expect: ${fill('"', 3 * length)}`)],
    ['expectations of one letter', bag(alike.join(' '), 'expect:', fill('x\n'))],
    [
      'an expectation of two long words',
      bag('x', 'expect:', `${fill('a', length / 3)} ${fill('a', length / 2)}`),
    ],
    ['unknown tags of a word', bag(`a/${fill('QQ|')}QQ`)],
    ['unseen tags of a word', bag(`led/${fill('NN|')}NN`)],
    ['seen tags of a word', bag(`led/${fill('VBD|')}VBD`)],
    [
      'an arc between words of many tags',
      bag(`a/${fill('NN|', length / 2)}NN b/${fill('DT|', length / 2)}DT`, 'deps: a -> b'),
    ],
    ['ambiguous references', bag(`${'a '.repeat(most - 1)} b`, 'deps:', fill('b -> a\n'))],
    [
      'a line of ambiguous references',
      bag(`${'a '.repeat(most - 1)} b`, `deps: b -> ${fill('a ')}`),
    ],
    ['ambiguous references to indexed words', bag(`${indexed} b`, 'deps:', fill('b -> a\n'))],
    ['the same arc', bag(`${indexed} b`, 'deps:', fill('b -> a#498\n'))],
    ['unknown references', bag(alike.join(' '), 'deps:', fill(`${stranger} -> x\n`))],
    ['spaces before a second arc', bag('a b c d', `deps: a -> b,${fill(' ')}c d -> a`)],
    ['chains that repeat a word', bag('a b a', 'order:', fill('a < b < a\n'))],
    ['unknown labels', bag('a b', 'deps:', fill('a -nsbuj-> b\n'))],
    [
      'cycles',
      bag(
        alike.join(' '),
        'deps:',
        alike.join(' -> '),
        fill(`${alike[most - 1]} -> ${alike[0]}\n`),
      ),
    ],
    ['bags of one index', fill(bag('a#1 '.repeat(most)))],
    [
      'bags of ambiguous references',
      fill(bag(`${'a '.repeat(20)}b`, 'deps:', fill('b -> a\n', 140))),
    ],
    [
      'bags of unknown references',
      fill(bag(alike.slice(0, 100).join(' '), 'deps:', fill(`${stranger} -> x\n`, 900))),
    ],
    ['unknown categories of a word', `grammar: ccg\n${bag(`a/${fill('S\\NP|')}N`)}`],
    ['unseen categories of a word', `grammar: ccg\n${bag(`a/${fill('DT:N|')}N`)}`],
    ['brackets of a category', `grammar: ccg\n${bag(`a/${fill('(')}`)}`],
    ['atoms of a category', `grammar: ccg\n${bag(`a/${fill('N/')}N`)}`],
    ['colons before a category', `grammar: ccg\n${bag(`a/${fill(':')}(N`)}`],
    ['a long name in a category', `grammar: ccg\n${bag(`a/N/${fill('N')}`)}`],
    ['categories without their grammar', bag(`a/${fill('S\\NP|')}N`)],
    ['bars without brackets', bag(fill('a | '))],
    ['a long row of bars', bag(`( a${fill('|')}x b| )`)],
    ['words in a group without bars', bag(`( ${fill('a, ')} )`)],
    ['words in a chunk that is not closed', bag(`[ ${fill('a] ')}`)],
    ['brackets in a word', bag(`a${fill('[(')} b ]`)],
    ['tags behind a comma', bag(`led/${fill('NN,')}NN`)],
    ['a list in braces', bag(`{ ${'a,'.repeat(60)}a q } b`)],
    ['abbreviations', bag('Mr Jones left', 'expect:', `${fill('Mr. ')}Jones left.`)],
    ['alternatives in quotes', bag(fill('"a"|"b" '))],
    ['many question marks', bag(`can you ${fill('!')}x?`)],
    ['comments that begin with a number', bag(`${'a '.repeat(9)}${fill('a #1 a\n')}`)],
    [
      'brackets with wrong expectations',
      bag(
        `( a b ) [ c d ] ( e ) ${alike.slice(0, 90).join(' ')}`,
        'expect:',
        fill(`${stranger}\n`),
      ),
    ],
    [
      'brackets with a few wrong expectations',
      bag(
        `( a b ) ( c d ) ( e ) ${alike.slice(0, 90).join(' ')}`,
        'expect:',
        `${stranger}\n`.repeat(40),
      ),
    ],
    ['settings', fill('a: b\n', length / 2) + fill('tagset: xpos\n', length / 2)],
  ];
}
