import assert from 'node:assert/strict';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { applyFix, assertProblems, bagWith, fixed, knowledge, problemsIn } from './fixture.ts';
import { withoutModel } from '../support/check-options.ts';

describe('what the model knows', () => {
  for (const [what, words, deps, expected] of [
    ['nothing strange', 'led/VBD team/NN', 'led -nsubj-> team', []],
    ['a tag outside the tagset', 'led/⟦VDB⟧', '', [['unknown-tag', 'Did you mean `VBD`?']]],
    ['a word behind its tag', 'NN/⟦dog⟧', '', [['unknown-tag', 'write `dog/NN`']]],
    ['no word behind its tag', 'NN/VB|⟦dog⟧', '', [['unknown-tag', '`dog` is not in the tagset']]],
    ['nor one that may be left out', 'NN/⟦dog⟧?', '', [['unknown-tag', 'in quotes: `"NN/dog"`']]],
    ['a tag of a lemma outside it', '@be/⟦XYZ⟧', '', [['unknown-tag', 'Choose another']]],
    [
      'a universal tag',
      'x/⟦NOUN⟧',
      '',
      [['unknown-tag', 'Penn Treebank: write `NN|NNS`, or the one of them that it is.']],
    ],
    ['it, of a word that is known', 'led/⟦VERB⟧', '', [['unknown-tag', 'write `VBD|VBN`']]],
    ['a letter that several tags begin with', 'led/⟦V⟧', '', [['unknown-tag', '`VBD|VBN`']]],
    ['it, of one tag', 'x/⟦adp⟧', '', [['unknown-tag', 'write `IN`.']]],
    ['it in an alternative', 'x/VB|⟦NOUN⟧', '', [['unknown-tag', 'write `NN|NNS`']]],
    ['a plain CCG category', 'x/⟦PP⟧', '', [['unknown-tag', 'write `IN`.']]],
    ['two tags with a comma', 'led/⟦VBD,VBN⟧', '', [['unknown-tag', 'write `VBD|VBN`.']]],
    ['the tags of a fused word', 'led/⟦VBD+VBN⟧', '', [['unknown-tag', 'is not in the tagset']]],
    ['an alternative outside it', 'led/VBD|⟦nn⟧', '', [['unknown-tag', '`NN`']]],
    ['a tag in small letters', 'team/⟦nns⟧', '', [['unknown-tag', 'Did you mean `NNS`?']]],
    [
      'a fraction',
      '3/⟦4⟧',
      '',
      [
        [
          'unknown-tag',
          'put the word in quotes: `"3/4"`, or write `3 / 4`, with spaces between words.',
        ],
      ],
    ],
    ['a slash that is no tag’s', 'and/⟦or⟧', '', [['unknown-tag', 'in quotes']]],
    [
      'an abbreviation with a slash',
      'w/⟦o⟧',
      '',
      [
        [
          'unknown-tag',
          'A slash begins a tag, and `o` is not in the tagset. If the slash belongs to the word, put the word in quotes: `"w/o"`.',
        ],
      ],
    ],
    [
      'capitals behind a slash',
      'TCP/⟦IP⟧',
      '',
      [['unknown-tag', 'If the slash belongs to the word, put the word in quotes: `"TCP/IP"`']],
    ],
    ['a wrong tag of a quoted word', '"c/o"/⟦zzz⟧', '', [['unknown-tag', 'Choose another']]],
    ['the name of a part of speech', 'x/⟦preposition⟧', '', [['unknown-tag', 'write `IN`.']]],
    [
      'the letter of a part of speech',
      'x/⟦P⟧ y/⟦C⟧',
      '',
      [
        ['unknown-tag', 'write `IN`.'],
        ['unknown-tag', 'write `IN`.'],
      ],
    ],
    ['it, of a word that is known', 'led/⟦verb⟧', '', [['unknown-tag', 'write `VBD|VBN`']]],
    [
      'a second word',
      'I like/⟦love⟧ it',
      '',
      [['unknown-tag', 'is not in the tagset. If either word will do, write `( like | love )`.']],
    ],
    ['a tag in brackets around its word', '⟦(led/VBD)⟧', '', [['perhaps-several', 'left out']]],
    ['a tag that its word never had', 'led/⟦NN⟧', '', [['unseen-tag', 'only with `VBD`, `VBN`']]],
    ['any tag on an unknown word', 'blorp/VBD', '', []],
    [
      'a tag behind an underscore',
      '⟦x_NN⟧ ⟦._.⟧ ⟦y_NNS#1?⟧',
      '',
      [
        ['perhaps-tag', '`x_NN` is read as one word. If `NN` is its tag, write `x/NN`.'],
        ['perhaps-tag', 'write `./.`.'],
        ['perhaps-tag', 'write `y#1/NNS?`.'],
      ],
    ],
    ['a tag behind a backslash', '⟦x\\NN⟧', '', [['perhaps-tag', 'write `x/NN`.']]],
    ['a tag behind a colon', '⟦x:NN⟧ y:z 10:30', '', [['perhaps-tag', 'write `x/NN`.']]],
    ['other text behind an underscore', 'user_name x_YZ ._. "x_NN"', '', []],
    ['an underscore before a tag of its own', 'x_NN/VB y', '', []],
    ['a mark beside words with tags', 'x/NN ⟦._.⟧', '', [['perhaps-tag', 'write `./.`.']]],
    ['a smiley between words with tags', 'x/NN ._. y/VBD', '', []],
    ['a smiley beside words without tags', 'x/NN y ._.', '', []],
    [
      'tags before several words',
      '⟦DT:x⟧ ⟦NN:y⟧',
      '',
      [
        ['perhaps-tag', 'write `x/DT`.'],
        ['perhaps-tag', 'write `y/NN`.'],
      ],
    ],
    ['a tag before a word beside another tag', '⟦DT:x⟧ y/NN', '', [['perhaps-tag', '`x/DT`.']]],
    ['a tag before the only word that has one', 'DT:x y', '', []],
    ['it, in a word that a line names', 'x_NN y', 'y -> x_NN', []],
    ['it, in another word', 'x_NN ⟦z_NN⟧ y', 'y -> x_NN', [['perhaps-tag', 'write `z/NN`.']]],
    ['it, in a lemma', '@be_VB ⟦z_NN⟧', '', [['perhaps-tag', 'write `z/NN`.']]],
    ['any tag on a phrase', '"a team"/VBD', '', []],
    ['an index behind the tag', 'x/⟦NN#1x⟧', '', [['unknown-tag', '`NN#1x`']]],
    ['several marks behind it', 'led/⟦VBD...⟧', '', [['unknown-tag', 'write `led/VBD ...`.']]],
    ['an unknown label', 'led team', 'led -⟦nsubject⟧-> team', [['unknown-label', 'no label']]],
    [
      'a label of Stanford Dependencies',
      'led team',
      'led -⟦dobj⟧-> team',
      [['unknown-label', 'In Universal Dependencies it is `obj`.']],
    ],
    [
      'a plain name of a relation',
      'led team',
      'led -⟦direct_object⟧-> team',
      [['unknown-label', 'In Universal Dependencies it is `obj`.']],
    ],
    [
      'a name of several relations, with the one that is usual between such words',
      'led team',
      'team -⟦modifier⟧-> led',
      [['unknown-label', 'In Universal Dependencies it is `nmod`.']],
    ],
    [
      'one of them whose subtype the treebank lacks',
      'led team',
      'team -⟦poss⟧-> led',
      [['unknown-label', 'it is `nmod`.']],
    ],
    [
      'one of them whose arc leads the other way',
      'of team',
      'of -⟦pobj⟧-> team',
      [['unknown-label', 'a noun is the head of its preposition']],
    ],
    [
      'one of them between arrows',
      'led team',
      'led -⟦>obj⟧-> team',
      [['unknown-label', 'Did you mean `obj`?']],
    ],
    [
      'one of them that the treebank lacks',
      'led team',
      'led -⟦acomp⟧-> team',
      [['unknown-label', 'Choose another']],
    ],
    [
      'a label in capitals',
      'led team',
      'led -⟦NSUBJ⟧-> team',
      [['unknown-label', 'Did you mean `nsubj`?']],
    ],
    [
      'a misspelt label',
      'led team',
      'led -⟦nsbuj⟧-> team',
      [['unknown-label', 'Did you mean `nsubj`?']],
    ],
    [
      'a label between too many dashes',
      'led team',
      'led -⟦-nsubj-⟧-> team',
      [['unknown-label', 'Did you mean `nsubj`?']],
    ],
    [
      'a label of CoNLL-2008',
      'led team',
      'led -⟦SBJ⟧-> team',
      [['unknown-label', 'In Universal Dependencies it is `nsubj`.']],
    ],
    [
      'an enhanced label',
      'led team',
      'led -⟦nmod:of⟧-> team',
      [['unknown-label', 'In Universal Dependencies it is `nmod`.']],
    ],
    [
      'a label of two letters, which resembles others by chance',
      'led team',
      'led -⟦OB⟧-> team',
      [['unknown-label', 'Choose another, or leave it open']],
    ],
    [
      'a label with a dash within it, which is no misspelt one',
      'led team',
      'led -⟦i-obj⟧-> team',
      [['unknown-label', 'Choose another']],
    ],
    [
      'an unseen tag pair, given',
      'x/DT y/NN',
      'x -> ⟦y⟧',
      [['unseen-arc', '`DT` as the head of `NN`']],
    ],
    ['an unseen tag pair, from the dictionary', 'a team', 'a -> ⟦team⟧', ['unseen-arc']],
    ['a pair that one alternative makes seen', 'a/DT|IN team', 'a -> team', []],
    ['unknown words in an arc', 'x y', 'x -> y', []],
  ] as const) {
    it(`is compared: ${what}`, () => {
      const source = bagWith(words, deps);
      if (what.startsWith('a pair')) {
        const told = check(parse(source), { ...withoutModel, knowledge })
          .diagnostics()
          .map(({ code }) => code);
        assert.deepEqual(told, ['unseen-tag']);
      } else assertProblems(source, expected, { knowledge });
    });
  }

  describe('of the direction of arcs', () => {
    const tags = new Map(
      Object.entries({
        ...{ the: 'DT', a: 'DT', she: 'PRP', him: 'PRP', it: 'PRP', dog: 'NN', cat: 'NN' },
        ...{ books: 'NNS', gave: 'VBD', saw: 'VBD', chased: 'VBN', is: 'VBZ', has: 'VBZ' },
        ...{ eaten: 'VBN', happy: 'JJ', big: 'JJ', in: 'IN', who: 'WP', president: 'NN' },
      }),
    );
    const labels = new Set('nsubj obj iobj det amod case aux cop advmod acl:relcl'.split(' '));
    const options = {
      knowledge: {
        ...{ ...knowledge, labels, tags: new Set(tags.values()), arcCount: () => 7 },
        tagsOf: (form: string) =>
          tags.has(form) ? new Map([[tags.get(form)!, 9]]) : knowledge.tagsOf(form),
      },
    };
    const written = (lines: readonly string[]): string => lines.join('\n    ');

    for (const [words, lines, meant] of [
      [
        'the dog chased a cat',
        ['dog -nsubj-> chased', 'cat -obj-> chased', 'root -> chased'],
        ['chased -nsubj-> dog', 'chased -obj-> cat', 'root -> chased'],
      ],
      [
        'she gave him books',
        ['she -nsubj-> gave', 'him -iobj-> gave', 'books -obj-> gave'],
        ['gave -nsubj-> she', 'gave -iobj-> him', 'gave -obj-> books'],
      ],
      [
        'she has eaten it',
        ['she -nsubj-> eaten', 'has -aux-> eaten', 'it -obj-> eaten'],
        ['eaten -nsubj-> she', 'eaten -aux-> has', 'eaten -obj-> it'],
      ],
      [
        'in a big dog',
        ['in -case-> dog', 'a -det-> dog', 'big -amod-> dog'],
        ['dog -case-> in', 'dog -det-> a', 'dog -amod-> big'],
      ],
      [
        'she is happy',
        ['is -cop-> happy', 'she -nsubj-> happy'],
        ['happy -cop-> is', 'happy -nsubj-> she'],
      ],
    ] as const) {
      it(`shows arcs that cause errors: ${lines.join(', ')}`, () => {
        const source = bagWith(words, written(lines));
        const turned = `Turn the ${meant.filter((one) => !one.startsWith('root')).length} arcs round`;
        const problems = problemsIn(source, options);
        assert.ok(problems.length > 0);
        for (const { fixes = [] } of problems) {
          assert.equal(fixes[0].title, turned);
          assert.equal(applyFix(source, fixes[0]), bagWith(words, written(meant)));
          assert.equal(fixes.filter(({ title }) => title.startsWith('Turn')).length, 1);
        }
      });
    }

    for (const [words, lines, meant] of [
      ['she saw him', ['⟦she -nsubj-> saw⟧'], ['saw -nsubj-> she']],
      ['the dog barked', ['⟦the -det-> dog⟧ -nsubj-> barked'], ['barked -nsubj-> dog -det-> the']],
      [
        'the dog saw him',
        ['⟦the -det-> dog⟧', 'dog -nsubj-> saw', 'saw -obj-> him'],
        ['dog -det-> the', 'saw -nsubj-> dog', 'saw -obj-> him'],
      ],
    ] as const) {
      it(`shows arcs without errors: ${lines.join(', ')}`, () => {
        const source = bagWith(words, written(lines));
        assertProblems(source, [['perhaps-turned', 'Write the head first']], options);
        const count = written(meant).match(/ -(?!obj)/gu)!.length;
        const title = count === 1 ? 'Turn the arc round' : `Turn the ${count} arcs round`;
        assert.equal(fixed(source, title, options), bagWith(words, written(meant)));
      });
    }

    for (const line of [
      'saw -nsubj-> she',
      'who -acl:relcl-> saw',
      'him -nsubj-> it',
      'president -nsubj-> she',
      'president -nsubj-> saw',
      'him -cop-> is',
      'eaten -aux-> has',
      'she -> saw',
      'she -nsubj-> saw dog',
    ]) {
      it(`does not show ${line}`, () => {
        const words = 'she saw him who is it president eaten has dog';
        assertProblems(bagWith(words, line), [], options);
      });
    }
  });

  it('names the three most frequent tags of a word', () => {
    const seen = new Map(Object.entries({ NN: 1, VBD: 5, VB: 2, VBN: 3 }));
    const message = (words: string): string =>
      problemsIn(bagWith(words), {
        knowledge: { ...knowledge, tagsOf: (form) => (form === 'cut' ? seen : null) },
      })[0].message;
    assert.equal(
      message('cut/DT'),
      'The model has never seen `cut` with the tag `DT`, only with `VBD`, `VBN`, `VB` and others. Check it.',
    );
    seen.delete('NN');
    assert.equal(
      message('cut/DT'),
      'The model has never seen `cut` with the tag `DT`, only with `VBD`, `VBN`, `VB`. Check it.',
    );
  });

  describe('of no arc at all', () => {
    const withoutArcs = { ...knowledge, arcCount: () => 0 };

    it('says nothing of unknown words', () => {
      assertProblems(bagWith('x y', 'x -> y'), [], { knowledge: withoutArcs });
      assertProblems(bagWith('led team', 'led -> ⟦team⟧'), ['unseen-arc'], {
        knowledge: withoutArcs,
      });
    });

    it('says nothing of a lemma, even if there is a word that is written like it', () => {
      const tagsOf = (form: string) => knowledge.tagsOf(form === '@led' ? 'led' : form);
      assertProblems(bagWith('@led team', '@led -> team'), [], {
        knowledge: { ...withoutArcs, tagsOf },
      });
    });
  });

  it('says nothing of the tag of a phrase, even if the treebank has the phrase as a word', () => {
    const tagsOf = (form: string) => knowledge.tagsOf(form === 'a team' ? 'team' : form);
    assertProblems(bagWith('"a team"/VBD'), [], { knowledge: { ...knowledge, tagsOf } });
  });

  it('knows the pronouns of another tagset, PP and PP$', () => {
    const tags = new Set([...knowledge.tags, 'IN', 'PRP', 'PRP$']);
    const counts = new Map([['PRP', 9]]);
    const tagsOf: typeof knowledge.tagsOf = (form) =>
      form === 'she' ? counts : knowledge.tagsOf(form);
    const withPronouns = { ...knowledge, tags, tagsOf };
    for (const [written, tag] of [
      ['she/⟦PP⟧', 'PRP'],
      ['her/⟦PP$⟧', 'PRP$'],
    ]) {
      const source = bagWith(written);
      assertProblems(source, [['unknown-tag', `write \`${tag}\``]], { knowledge: withPronouns });
    }
  });

  it('makes only what is outside the closed lists an error', () => {
    const valid = (text: string) => check(parse(text), { ...withoutModel, knowledge }).isValid(0);
    assert.equal(valid(bagWith('led/NN a team', 'a -> team')), true);
    assert.equal(valid(bagWith('led/X')), false);
    assert.equal(valid(bagWith('a b', 'a -x-> b')), false);
  });

  for (const [words, deps, title, newWords, newDeps] of [
    ['led/VDB', '', 'Change to `VBD`', 'led/VBD', ''],
    ['x/VDB', '', 'Change to `VBD`', 'x/VBD', ''],
    ['team/VDB', '', 'Change to `VBD`', 'team/VBD', ''],
    ['team/NNX', '', 'Change to `NN`', 'team/NN', ''],
    ['led/VERB', '', 'Change to `VBD|VBN`', 'led/VBD|VBN', ''],
    ['team/nns', '', 'Change to `NNS`', 'team/NNS', ''],
    ['a b', 'a -subj-> b', 'Change to `nsubj`', 'a b', 'a -nsubj-> b'],
    ['a b', 'a -nsubjpass-> b', 'Change to `nsubj:pass`', 'a b', 'a -nsubj:pass-> b'],
    ['x/VB|NOUN', '', 'Change to `NN|NNS`', 'x/VB|NN|NNS', ''],
    ['@be/VDB', '', 'Change to `VBD`', '@be/VBD', ''],
    ['led/VBD, a', '', 'Write `led/VBD ,`', 'led/VBD , a', ''],
    ['and/or', '', 'Write `"and/or"`', '"and/or"', ''],
    ['a/c N/A', '', 'Write `"a/c"`', '"a/c" N/A', ''],
    ['N/A', '', 'Write `"N/A"`', '"N/A"', ''],
    ['<a/b>', '', 'Write `"<" "a/b" >`', '"<" "a/b" >', ''],
    ['w/o?', '', 'Write `"w/o"`', '"w/o"?', ''],
    ['a/article', '', 'Change to `DT`', 'a/DT', ''],
    ['x_NN#1? ._.', '', 'Write `x#1/NN?`', 'x#1/NN? ._.', ''],
    ['x_NN ._. y', '', 'Write `/` before all tags like this one', 'x/NN ./. y', ''],
    ['a b', 'a -Subject-> b', 'Change to `nsubj`', 'a b', 'a -nsubj-> b'],
    ['I like/love it', '', 'Write `( like | love )`', 'I ( like | love ) it', ''],
    ['a b', 'a -nsbuj-> b', 'Change to `nsubj`', 'a b', 'a -nsubj-> b'],
    ['a b', 'a -zzz-> b', 'Leave the label open', 'a b', 'a -> b'],
  ] as const) {
    it(`has a fix for ${words}${deps && `, ${deps}`}: ${title}`, () => {
      assert.equal(fixed(bagWith(words, deps), title, { knowledge }), bagWith(newWords, newDeps));
    });
  }

  it('takes a word behind a slash for an alternative, also if its letters are those of a tag', () => {
    const seen = new Map([
      ['from', new Map([['IN', 5]])],
      ['to', new Map([['TO', 9]])],
    ]);
    const tags = new Set([...knowledge.tags, 'IN', 'TO']);
    const tagsOf = (form: string) => seen.get(form) ?? null;
    const title = (words: string) =>
      problemsIn(bagWith(words), { knowledge: { ...knowledge, tags, tagsOf } })[0].fixes![0].title;
    assert.equal(title('from/to'), 'Write `( from | to )`');
    assert.equal(title('from/in'), 'Change to `IN`');
    assert.equal(title('other/to'), 'Change to `TO`');
  });

  it('takes a tag in small letters for this tag, also if a part of speech has its name', () => {
    const tags = new Set([...knowledge.tags, 'SYM', 'NFP']);
    const message = (words: string) =>
      problemsIn(bagWith(words), { knowledge: { ...knowledge, tags } })[0].message;
    assert.match(message('x/sym'), /Did you mean `SYM`\?/);
    assert.match(message('x/symbol'), /write `SYM\|NFP`/);
  });

  for (const [words, ...titles] of [
    ['TCP/IP', 'Write `"TCP/IP"`', 'Write `TCP / IP`'],
    ['like/love', 'Write `( like | love )`', 'Write `like / love`', 'Write `"like/love"`'],
    ['like/love?', 'Write `"like/love"`'],
    ['like/love|hate', 'Write `like / love|hate`', 'Write `"like/love|hate"`'],
    ['like/nn', 'Change to `NN`', 'Write `"like/nn"`'],
    ['like/4', 'Write `like / 4`', 'Write `"like/4"`'],
    ['4/like', 'Write `4 / like`', 'Write `"4/like"`'],
    ['w/out', 'Write `"w/out"`'],
  ]) {
    it(`has no other fixes for ${words} than ${titles.join(' and ')}`, () => {
      const [{ fixes = [] }] = problemsIn(bagWith(words), { knowledge });
      assert.deepEqual(
        fixes.map(({ title }) => title),
        titles,
      );
    });
  }

  it('says nothing of an underscore in a word that the treebank has as it is written', () => {
    const tagsOf = (form: string) =>
      form === 'x_NN' ? new Map([['NN', 1]]) : knowledge.tagsOf(form);
    const known = { knowledge: { ...knowledge, tagsOf } };
    assertProblems(bagWith('x_NN ⟦z_NN⟧'), ['perhaps-tag'], known);
  });

  it('does not take one or two small letters for a tag, nor a word that the treebank has with its slash', () => {
    const tagsOf = (form: string) =>
      form === 'x/VDB' ? new Map([['NN', 1]]) : knowledge.tagsOf(form);
    const titles = (words: string) =>
      problemsIn(bagWith(words), { knowledge: { ...knowledge, tagsOf } }).flatMap(
        ({ fixes = [] }) => fixes.map(({ title }) => title),
      );
    assert.deepEqual(titles('w/d'), ['Write `"w/d"`']);
    assert.deepEqual(titles('x/VDB'), ['Write `"x/VDB"`']);
    assert.equal(titles('y/VDB')[0], 'Change to `VBD`');
  });

  it('chooses among the labels that a name may mean by the tags of the words', () => {
    const knowing: typeof knowledge = {
      ...knowledge,
      labels: new Set(['nmod', 'amod', 'advmod']),
      arcStatistics: (head, dependent) =>
        head === 'NN' && dependent === 'DT'
          ? [{ label: 'amod', count: 2, left: 2, adjacent: 2 }]
          : [],
    };
    const titles = (deps: string) =>
      problemsIn(bagWith('a led team', deps), { knowledge: knowing })[0].fixes?.map(
        ({ title }) => title,
      );
    const open = 'Leave the label open';
    assert.deepEqual(titles('team -modifier-> a'), ['Change to `amod`', open]);
    assert.deepEqual(titles('team -modifier-> a -> led'), ['Change to `amod`', open]);
    assert.deepEqual(titles('led -modifier-> a'), [
      ...['Change to `nmod`', 'Change to `amod`', 'Change to `advmod`'],
      open,
    ]);
  });

  it('turns no arc around by a fix', () => {
    const [{ fixes = [] }] = problemsIn(bagWith('of team', 'of -pobj-> team'), { knowledge });
    assert.deepEqual(fixes, []);
  });

  it('is not asked where there is no model', () => {
    assertProblems(bagWith('led/XYZ a', 'led -x-> a'), []);
  });
});
