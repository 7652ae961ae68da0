import assert from 'node:assert/strict';
import { completionsAt } from '../../../server/src/language/features/completion.ts';
import type { Completion } from '../../../server/src/language/features/completion.ts';
import { hoverAt } from '../../../server/src/language/features/hover.ts';
import type { Knowledge } from '../../../server/src/language/facts/knowledge.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { settingKeys, settings } from '../../../server/src/language/tree/settings.ts';
import { applyFix, knowledge } from './fixture.ts';
import { sectionNames } from '../../../server/src/language/tree/section-header.ts';

/** What can be typed at `‸`, and what it takes the place of. */
function offered(
  source: string,
  known: Knowledge = knowledge,
): { items: readonly Completion[]; labels: string[]; typed: string } {
  const offset = source.indexOf('‸');
  const text = source.replace('‸', '');
  const { range, items } = completionsAt(parse(text), offset, known);
  return {
    items,
    labels: items.map(({ label }) => label),
    typed: text.slice(range.start, range.end),
  };
}

/** The file after the completion of a label is taken at `‸`. */
function accepted(source: string, label: string): string {
  const offset = source.indexOf('‸');
  const text = source.replace('‸', '');
  const { range, items } = completionsAt(parse(text), offset, knowledge);
  const item = items.find((one) => one.label === label);
  assert.ok(item?.newText);
  const edits = [{ range, newText: item.newText }, ...item.otherEdits];
  return applyFix(text, { title: '', edits });
}

const bag = (...lines: string[]): string => ['bag a {', ...lines, '}', ''].join('\n');

describe('what is offered', () => {
  it('is the settings that are not there yet, their values, and a bag', () => {
    assert.deepEqual(offered('tagset: xpos\nla‸\n').labels, [
      'language',
      'search',
      'grammar',
      'bag',
      'bag-full',
    ]);
    assert.deepEqual(offered('tagset: ‸\n').labels, ['xpos']);
  });

  it('is a bag behind the end of one, and nothing of the bag that ended', () => {
    const before = bag('  words: a b', '  deps:', '    a -> b');
    assert.deepEqual(offered(`${before}\n‸`).labels, ['bag', 'bag-full']);
    assert.deepEqual(offered(`${before}ba‸`).labels, ['bag', 'bag-full']);
    assert.deepEqual(offered(before.replace('}', '} ‸')).labels, []);
  });

  it('is nothing twice, wherever it is', () => {
    const lines = [
      '',
      '  words: a b/',
      '  deps: a -',
      '    a -> b',
      '  order: first a',
      '  expect:',
    ];
    const text = `language: en\n${bag(...lines, '    a b')}\n`;
    for (let at = 0; at <= text.length; at++) {
      const { labels } = offered(`${text.slice(0, at)}‸${text.slice(at)}`);
      const names = labels.map((label) => label.replace(/:$/, ''));
      assert.equal(new Set(names).size, names.length, names.join());
    }
  });

  it('is a form of each kind in words:, and in no other section', () => {
    const forms = ['phrase', 'alternatives', 'chunk', 'optional'];
    const words = '  words: a b';
    assert.deepEqual(offered(bag(`${words} c‸`)).labels, forms);
    for (const lines of [
      ['  deps:', '    ‸'],
      ['  order:', '    ‸'],
      ['  expect:', '    ‸'],
    ]) {
      const { labels } = offered(bag(words, ...lines));
      assert.ok(!labels.some((label) => [...forms, 'bag'].includes(label)), labels.join());
      assert.equal(labels.includes('arc'), lines[0] === '  deps:');
    }
  });

  it('is the sections that are not there yet, where a line begins', () => {
    const { labels } = offered(bag('  words: a b', '  ‸'));
    assert.deepEqual(labels.slice(0, 3), ['deps:', 'order:', 'expect:']);
    assert.ok(!labels.includes('words:'));
    assert.deepEqual(offered(bag('  wo‸')).labels, ['words:', 'deps:', 'order:', 'expect:']);
  });

  it('is the tags of a word behind its slash, those seen with it first', () => {
    const { labels, typed } = offered(bag('  words: led/V‸'));
    assert.deepEqual(labels.slice(0, 3), ['VBD', 'VBN', 'NN']);
    assert.equal(typed, 'V');
    assert.equal(offered(bag('  words: led#2/VBD|‸')).typed, '');
  });

  it('is unlikely to be a tag that is rare with the word', () => {
    const unlikely = (source: string): string[] =>
      offered(source).items.flatMap(({ label, isUnlikely }) => (isUnlikely ? [label] : []));
    assert.deepEqual(
      ['VBD', 'VBN', 'VB'].map((tag) => unlikely(bag('  words: led/VB‸')).includes(tag)),
      [false, false, true],
    );
    assert.deepEqual(unlikely(bag('  words: qux/VB‸')), []);
    const counts = new Map(Object.entries({ PRP$: 329, PRP: 5, DT: 40 }));
    const known = { ...knowledge, tags: new Set(counts.keys()), tagsOf: () => counts };
    assert.deepEqual(
      offered(bag('  words: his/PRP‸'), known).items.map(({ label, isUnlikely }) => [
        label,
        isUnlikely,
      ]),
      [
        ['PRP$', false],
        ['DT', false],
        ['PRP', true],
      ],
    );
  });

  it('is the sections that are not there yet, wherever the cursor is in a bag on one line', () => {
    assert.deepEqual(offered('bag a { wo‸ }\n').labels, ['words:', 'deps:', 'order:', 'expect:']);
    assert.deepEqual(offered('bag a { words: a b ex‸ }\n').labels.slice(-3), [
      'deps:',
      'order:',
      'expect:',
    ]);
    assert.equal(
      accepted('bag a { words: a b ex‸ }\n', 'expect:'),
      'bag a { words: a b expect:  }\n',
    );
    assert.deepEqual(offered('bag a { words: a b expect: a ‸ }\n').labels.slice(0, 1), ['b']);
    assert.deepEqual(offered('bag a { words: a b deps: a -> ‸ }\n').labels.slice(0, 2), ['a', 'b']);
  });

  it('is the tags of the last word of a phrase', () => {
    for (const phrase of ['"has led"', '"has led"#2', '"a # led"', '"a/b led"']) {
      const { labels, typed } = offered(bag(`  words: a ${phrase}/V‸`));
      assert.deepEqual([labels.slice(0, 2), typed], [['VBD', 'VBN'], 'V'], phrase);
    }
  });

  it('is then the tags of open classes, those of closed ones, and signs: each the most frequent first', () => {
    const tags = new Set(['NN', ',', 'IN', 'VBD', '.', 'JJ', '$']);
    const { labels, items } = offered(bag('  words: led/‸'), { ...knowledge, tags });
    assert.deepEqual(labels, ['VBD', 'VBN', 'NN', 'JJ', 'IN', ',', '.', '$']);
    assert.deepEqual(items.map(({ detail }) => detail).slice(0, 3), [
      'verb, past tense; 20 times with this word',
      'verb, past participle; 3 times with this word',
      'noun, singular or mass',
    ]);
  });

  it('is the words of the bag in deps: and order:, as they can be named', () => {
    const words = '  words: led "a team" of of x#1 x#2';
    assert.deepEqual(offered(bag(words, '  deps:', '    led -> ‸')).labels, [
      'led',
      '"a team"',
      'of#1',
      'of#2',
      'x#1',
      'x#2',
    ]);
    assert.deepEqual(offered(bag(words, '  order:', '    fi‸')).labels.slice(-3, -1), [
      'last',
      'deps:',
    ]);
    assert.ok(offered(bag(words, '  deps:', '    ‸')).labels.includes('root'));
  });

  it('is a repeated word by its index, with which the words are given theirs', () => {
    const written = (word: string): string =>
      bag('  words: he/PRP said he#3/PRP he', '  deps:', `    said -> ${word}`);
    assert.deepEqual(offered(written('he‸')).labels, ['he#1', 'said', 'he#3', 'he#2']);
    const after = (name: string): string =>
      bag('  words: he#1/PRP said he#3/PRP he#2', '  deps:', `    said -> ${name}`);
    assert.equal(accepted(written('h‸'), 'he#2'), after('he#2'));
    assert.equal(
      accepted(written('h‸'), 'he#3'),
      written('he#3'),
      'an index that is there is used',
    );
  });

  it('is the labels of the treebank after a dash', () => {
    const { labels, typed } = offered(bag('  words: a b', '  deps:', '    a -ns‸'));
    assert.deepEqual(labels, ['nsubj', 'obj', 'nmod', 'nsubj:pass']);
    assert.equal(typed, '-ns');
  });

  it('is the labels that were seen from the head first, to the dependent where it is written', () => {
    const seen: Record<string, readonly (readonly [string, number])[]> = {
      'VBD NN': [
        ['obj', 6],
        ['nsubj', 4],
      ],
      'VBD NNS': [['nsubj', 3]],
      'NN DT': [['nmod', 1]],
    };
    const known: Knowledge = {
      ...knowledge,
      arcStatistics: (head, dependent) =>
        (seen[`${head} ${dependent}`] ?? []).map(([label, count]) => ({
          ...{ label, count },
          ...{ left: 0, adjacent: 0 },
        })),
    };
    const at = (line: string): (readonly [string, string | null])[] =>
      offered(bag('  words: led team a qux', '  deps:', `    ${line}`), known).items.map(
        ({ label, detail }) => [label, detail],
      );
    const names: Record<string, string> = {
      ...{ nsubj: 'subject', obj: 'object', nmod: 'noun that modifies a noun' },
      'nsubj:pass': 'subject of a passive',
    };
    const rest = (...labels: string[]): [string, string][] =>
      labels.map((label) => [label, names[label]]);
    assert.deepEqual(at('led -‸'), [
      ['nsubj', 'subject; 7 times from VBD'],
      ['obj', 'object; 6 times from VBD'],
      ...rest('nmod', 'nsubj:pass'),
    ]);
    assert.deepEqual(at('led -‸ team'), [
      ['obj', 'object; 6 times from VBD to NN'],
      ['nsubj', 'subject; 4 times from VBD to NN'],
      ...rest('nmod', 'nsubj:pass'),
    ]);
    assert.deepEqual(at('led -> team -‸> a'), [
      ['nmod', 'noun that modifies a noun; once from NN to DT'],
      ...rest('nsubj', 'obj', 'nsubj:pass'),
    ]);
    for (const line of ['qux -‸', 'root -‸', '-‸ team']) {
      assert.deepEqual(at(line), rest('nsubj', 'obj', 'nmod', 'nsubj:pass'));
    }
  });

  it('is a label with its arrow and one space, after which a dependent may be missing', () => {
    const line = (written: string): string => bag('  words: a b', '  deps:', `    ${written}`);
    for (const [written, isUnfinished] of [
      ['a -o‸', true],
      ['a -o‸ ', true],
      ['a -o‸ # why', true],
      ['a -o‸bj->', true],
      ['a -o‸ b', false],
      ['a -o‸j-> b', false],
    ] as const) {
      const rest = /(?: b| # why)?$/.exec(written)![0].trimStart();
      assert.equal(accepted(line(written), 'obj'), line(`a -obj-> ${rest}`), written);
      const { items } = offered(line(written));
      assert.ok(
        items.every(({ unfinished }) => unfinished === isUnfinished),
        written,
      );
    }
    assert.ok(offered(line('‸')).items.every(({ unfinished }) => !unfinished));
  });

  it('is the words that a line of expect: does not have yet', () => {
    const words = '  words: the dog "New York" the cat';
    assert.deepEqual(offered(bag(words, '  expect:', '    the dog ‸')).labels.slice(0, 3), [
      'New York',
      'the',
      'cat',
    ]);
  });

  it('is nothing in a comment, and plain text has none', () => {
    assert.deepEqual(offered(bag('  words: a # b/‸')).labels, []);
    assert.deepEqual(offered(`${bag('  words: a', '  expect:')}#‸`).labels, []);
    assert.deepEqual(offered('# la‸').labels, []);
    for (const [line, missing] of [
      ['# ‸', 'a'],
      ['a # ‸', 'b'],
    ] as const) {
      assert.equal(offered(bag('  words: a "#" b', '  expect:', `    ${line}`)).labels[0], missing);
    }
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

  it('is how often a word was seen in the only case that training has', () => {
    assert.deepEqual(told(bag('  words: L‸ED')), [
      'The model has seen “led” as VBD 20 times, VBN 3 times. It has not seen “LED”, so it uses this.',
    ]);
    assert.match(told(bag('  words: LED/V‸BN'))[1], /seen “led” as VBN 3 times/);
    assert.match(told(bag('  words: L‸ed'))[0], /“Led” is not a word that the model has seen/);
    assert.match(
      told(bag('  words: TEAM/NN LED', '  deps: LED -‸> TEAM'))[0],
      /tag VBD as the head of one of tag NN 7 times/,
    );
  });

  it('is how often an arc was seen, with which labels, and on which side', () => {
    const [seen, where] = told(bag('  words: team/NN led/VBD', '  deps: led -‸> team'));
    assert.match(seen, /tag VBD as the head of one of tag NN 7 times: nsubj 4 times, obj 3 times/);
    assert.match(where, /before its head in 57 of 100, and next to it in 100/);
    assert.match(
      told(bag('  words: team/NN the/DT', '  deps: the -‸> team'))[0],
      /never seen a word of tag DT/,
    );
    const alike = bag('  words: team/NN x/NN led/VBD', '  deps: led -‸> team x');
    assert.deepEqual(told(alike), [seen, where]);
  });

  it('is how often an arc was seen with the tags of the first sentence', () => {
    const source = bag('  words: team led', '  deps: led -‸> team');
    const chosen = [
      { word: 1, tag: 'DT' },
      { word: 0, tag: 'NN' },
    ];
    const file = parse(source.replace('‸', ''));
    const [seen] = hoverAt(file, source.indexOf('‸'), knowledge, () => chosen)!.paragraphs;
    assert.match(seen, /never seen a word of tag DT as the head of one of tag NN/);
    assert.match(told(source)[0], /tag VBD as the head of one of tag NN 7 times/);
  });

  it('is what a label means, and on which side a dependent of this label stands', () => {
    const [means, seen, where] = told(bag('  words: team/NN led/VBD', '  deps: led -ob‸j-> team'));
    assert.equal(means, 'obj: object.');
    assert.match(seen, /nsubj 4 times, obj 3 times/);
    assert.match(where, /^As obj, the dependent stands before its head in 0 of 100/);
    const [, , never] = told(bag('  words: team/NN led/VBD', '  deps: led -nm‸od-> team'));
    assert.equal(never, 'It has never seen one with the label nmod.');
  });

  it('is that an arc has a word which was not seen', () => {
    assert.match(
      told(bag('  words: led qux', '  deps: led -‸> qux'))[0],
      /^“qux” is not a word that the model has seen: .* Give it a tag to see/,
    );
  });

  it('is the name of a tag, and how often it was seen with its word', () => {
    assert.deepEqual(told(bag('  words: led/V‸BN')), [
      'VBN: verb, past participle.',
      'The model has seen “led” as VBN 3 times.',
    ]);
    assert.equal(told(bag('  words: led/VBD|N‸N'))[1], 'The model has never seen “led” as NN.');
    assert.match(told(bag('  words: qux/N‸N'))[1], /“qux” is not a word that the model has seen/);
    assert.equal(told(bag('  words: "a team"/N‸N'))[1], 'The model has seen “team” as NN 9 times.');
    assert.deepEqual(told(bag('  words: ( a | team )/D‸T')).slice(1), [
      'The model has seen “a” as DT 100 times.',
      'The model has never seen “team” as DT.',
    ]);
    assert.deepEqual(told(bag('  words: led/NO‸UN')), []);
  });

  it('is what sections, settings and keywords are for', () => {
    for (const name of sectionNames) {
      assert.equal(told(bag(`  ${name}‸:`)).length, 1, name);
    }
    for (const key of settingKeys) {
      const { 0: value } = settings[key].values;
      const [, usual] = told(`${key}‸: ${value}\n`);
      const leftOut =
        key === 'search'
          ? 'the setting bowline.search decides; on the command line it is “beam”'
          : `the value is “${value}”`;
      assert.equal(usual, `Without it, ${leftOut}.`);
    }
    assert.deepEqual(told('colour‸: red\n'), []);
    assert.deepEqual(told(bag('  thing‸s:', '    a')), []);
    for (const [line, expected] of [
      ['  deps: ro‸ot -> a', /head of the sentence/],
      ['  deps: root -‸> a', /head of the sentence/],
      ['  order: fi‸rst a', /is the first word of/],
      ['  order: last‸ a', /is the last word of/],
      ['  expect: a ‸led', /sentence that you would accept/],
    ] as const) {
      assert.match(told(bag('  words: a led', line))[0], expected, line);
    }
  });

  it('is of a lemma that the search chooses its form', () => {
    for (const lines of [
      ['  words: @b‸e[Tense=Past]/VBD a'],
      ['  words: @be[Tense=Past]/VBD a', '  deps: @b‸e -> a'],
    ]) {
      assert.match(told(bag(...lines))[0], /^A lemma\. The search chooses its form/);
    }
  });

  it('is how much of a bag is given', () => {
    const lines = ['  words: a/DT team led', '  deps:', '    led -> team -> a', '    root -> led'];
    const text = bag(...lines, '  order: a < team', '  expect: a team led');
    const expected =
      'The bag “a” has 3 words, 1 given tag, 2 arcs and the given root, 1 line of order and 1 expected sentence.';
    assert.deepEqual(told(text.replace('bag', 'b‸ag')), [expected]);
    assert.deepEqual(told(text.replace('a {', 'a‸ {')), [expected]);
    assert.match(told('b‸ag {\n}\n')[0], /^The bag “bag 1” has no words, no given tags, no arcs/);
  });

  it('is nothing of white space, and what the language says where there is no model', () => {
    assert.deepEqual(told(bag('  words: a  ‸  b')), []);
    const withTag = bag('  words: led/VBD');
    const hover = hoverAt(parse(withTag), withTag.indexOf('VBD'), null);
    assert.deepEqual(hover?.paragraphs, ['VBD: verb, past tense.']);
    const text = bag('  words: led');
    assert.equal(hoverAt(parse(text), text.indexOf('led'), null), null);
  });
});
