import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inQuotes, spell } from '../../../server/src/language/tree/spelling.ts';
import { groupsOf, wordsOf } from '../../../server/src/language/tree/syntax.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { check, type CheckedFile } from '../../../server/src/language/checks/check.ts';
import { withoutModel } from '../support/check-options.ts';
import { applyFix, assertProblems, bagWith, fixed, knowledge, problemsIn } from './fixture.ts';

const options = { knowledge };

function hintsIn(words: string, deps = '') {
  return problemsIn(bagWith(words, deps), options).filter(({ code }) => code === 'perhaps-several');
}

describe('what stands without spaces', () => {
  for (const [line, result] of [
    ['(led|a) team', '( led | a ) team'],
    ['(led|a)/NN team', '( led | a )/NN team'],
    ['led|a team', '( led | a ) team'],
    ['led|a/NN? team', '( led | a )/NN? team'],
    ['( led|a | team )', '( led | a | team )'],
    ['[a team] led', '[ a team ] led'],
    ['[a "b c" ( x | y )/NN led]', '[ a "b c" ( x | y )/NN led ]'],
    ['[ a [b team] ]', '[ a [ b team ] ]'],
    ['a team, led', 'a team , led'],
    ['a team,#1/NN led', 'a team#1/NN , led'],
    ['a team led.', 'a team led .'],
    ['a red scarf.', 'a red scarf .'],
    ['they be[Tense=Past] led', 'they @be[Tense=Past] led'],
    ['"a team," he said', '"\\"" a team , "\\"" he said'],
    ['a scarf(NN)', 'a scarf/NN'],
    ['a team|NN led', 'a team/NN led'],
    ['a led#1|VBD|VBN? team', 'a led#1/VBD|VBN? team'],
    ['a TEAM|NN led', 'a ( TEAM | NN ) led'],
    ['a team[NNS] led', 'a team/NNS led'],
    ['a team /NN led', 'a team/NN led'],
    ['a team / NN led', 'a team/NN led'],
    ['a team#1 /NN|NNS? led', 'a team#1/NN|NNS? led'],
    ['a "New York" /NNP led', 'a "New York"/NNP led'],
    ['( a | an ) /DT team', '( a | an )/DT team'],
    ['a first-class team', 'a first - class team'],
    ['a Team.', 'a Team .'],
    ['a x...', 'a x ...'],
    ['a x!', 'a x !'],
    ['a Inc., led', 'a Inc. , led'],
    ['he said: a', 'he said : a'],
    ['a Older: led', 'a Older : led'],
    ['(team led', '"(" team led'],
    ['a team .}', 'a team .'],
    ["I don't know", "I do n't know"],
    ["I don't? know", 'I "do n\'t"? know'],
    ["I didn 't know", "I did n't know"],
    ["I doe sn't know", "I does n't know"],
    ['a @ be led @be', 'a @be led @be'],
    ['a @ be\n  expect: a is', 'a @be\n  expect: a is'],
    ['It’s a team', "It 's a team"],
    ["I'm led", "I 'm led"],
    ["the dogs' team", "the dogs ' team"],
    ['I cannot know', 'I can not know'],
    ['a ,he', 'a , he'],
    ['a team, he#1, led', 'a team , he#1 , led'],
    ['well-known $5 50%', 'well - known $ 5 50 %'],
    ['a (old team|new) led', 'a ( "old team" | new ) led'],
    ['a "(" (led |a )/NN team', 'a "(" ( led | a )/NN team'],
    ['a team}/NN led', 'a team/NN led'],
    ['he said " a team " led', 'he said "\\"" a team "\\"" led'],
    [':] [a team] led', ':] [ a team ] led'],
    ['[a\n    team] led', '"[" a\n    team "]" led'],
    ['(team)/NN led', '"(" team/NN ")" led'],
    ['he said "team" led', 'he said "\\"" team "\\"" led'],
    ['he said:"team"', 'he said : "\\"" team "\\""'],
    ['(new or old) team', '( new | old ) team'],
    ['led a [new team].', 'led a [ new team ] .'],
    ['he @be.', 'he @be .'],
    ['@be, he led', '@be , he led'],
    ['he led a@b.com.', 'he led a@b.com .'],
    ['he led www.x.org.', 'he led www.x.org .'],
    ['they don´t led', "they do n't led"],
    ['they don`t led', "they do n't led"],
    ['led a (new|old), a team', 'led a ( new | old ) , a team'],
    ['a [very new]? team', 'a "very new"? team'],
    ['(new)\n  expect: a new team', 'new\n  expect: a new team'],
    ['(new) team\n  expect: New team.', 'new team\n  expect: New team.'],
    ['(new or old) team\n  expect: a new team', '( new | old ) team\n  expect: a new team'],
    ['a (new)? team', 'a new? team'],
    ['a (new/VBD)? team', 'a new/VBD? team'],
    ['a (very new)? team', 'a "very new"? team'],
    ['a (very new)/NN? team', 'a "very new"/NN? team'],
    ['a (new?) team', 'a "(" new ? ")" team'],
    ["led 'New York' a", 'led "New York" a'],
    ['led ‘the old team’/NNP? a', 'led "the old team"/NNP? a'],
    ['led “New York”/NNP? a', 'led "New York"/NNP? a'],
    ['led „New York“ a', 'led "New York" a'],
    [
      'led “New York” a\n  expect: led "New York" a',
      'led “ New York ” a\n  expect: led "New York" a',
    ],
    [
      'led “the old team” a\n  expect: led the old team a',
      'led "the old team" a\n  expect: led the old team a',
    ],
    ['“a team led” he said', '“ a team led ” he said'],
    ['“Team a led” he said', '“ Team a led ” he said'],
    [
      'for as long as anyone could remember , the team led , and in the end , when all was done , "so it did," he said',
      'for as long as anyone could remember , the team led , and in the end , when all was done , "\\"" so it did , "\\"" he said',
    ],
    ['a team led;\n  deps: led -> team', 'a team led\n  deps: led -> team'],
    ['a team led; expect: a team led', 'a team led expect: a team led'],
    ['a team led;\n  expect: a team led;', 'a team led ;\n  expect: a team led;'],
    ['“I led,” he said', '“ I led , ” he said'],
    ['thats a team', "that 's a team"],
    ['he@led[Tense=Past] a team', 'he @led[Tense=Past] a team'],
    ['@he led@be', '@he led @be'],
    ["he does'nt led", "he does n't led"],
    ['{a team} led', '[ a team ] led'],
    ['{the team} led', '[ the team ] led'],
    ['im a team', "I 'm a team"],
    ['they dont led', "they do n't led"],
    ['I cannot led', 'I can not led'],
    ['2 teams,3 dogs', '2 teams , 3 dogs'],
    ['he led in Ipswich.', 'he led in Ipswich .'],
    ["he ca n't team isn't.", "he ca n't team is n't ."],
    ['a team led in 2020.', 'a team led in 2020 .'],
    ['25-30 team', '25 - 30 team'],
    ['a team led 100-5', 'a team led 100 - 5'],
    ['he led in Ipswich.\n  deps: led -> he', 'he led in Ipswich .\n  deps: led -> he'],
    ['@ he @ lead a team', '@he @lead a team'],
    ['he ?led/VBD a', 'he ? led/VBD a'],
    ['he left.She led', 'he left . She led'],
    ['a, team, led\n  expect: a team led', 'a team led\n  expect: a team led'],
    ['a, team led\n  expect: a, team led', 'a , team led\n  expect: a, team led'],
    ['dont led\n  expect: dont led', 'do nt led\n  expect: dont led'],
  ]) {
    it(`is hinted at, with a fix: ${line}`, () => {
      const [{ fixes = [] }] = hintsIn(line);
      assert.equal(applyFix(bagWith(line), fixes.at(-1)!), bagWith(result));
      assert.deepEqual(hintsIn(result), []);
    });
  }

  for (const line of [
    ...['" a"', '"a "', '" "', '" a "/NN', '( " a " | b )'],
    ...['"team,"', '"(a|b)"', '"[a b]"', '"a|b"', '( a | b ) [ a b ]'],
    ...['Dr. led', 'U.S. led', 'a.m. p.m. Inc.', 'x.', 'Ph.D.', '1,000 3.5 1. 4', '...', '!', '.'],
    ...[
      "'s n't 'em AT&T e-mail 10:30 555-1234 (555)123-4567",
      'www.x.org x@y.org a.txt',
      ':) :| ^_^ $$$',
      'C# that?',
      'asp.NET',
    ],
    ...['"do n\'t" "don\'t"', 'Mr. e.g. U.S. Inc. ...', '-|-', 'well-known? wet.?', "don't/"],
    ...[
      'team? that?',
      '\n    note: a',
      '|| a||b |a',
      'run/VB|NN',
      '(run/VB|NN)',
      '[ a team]',
      ':}',
      '.-}',
      'team}/',
      'team / a',
      'team / QQ',
      'team / . / led',
      'team / NN\n  expect: a team / NN',
      "van 't Hoff led",
      "he didn 't\n  expect: he didn 't",
      "[ he didn ] 't know",
      'a|(b',
      'a ("x|y) led',
      'led @ team',
      'a @ a @ team\n  expect: a @ a @ team',
    ],
  ]) {
    it(`is no more than a word: ${line}`, () => assert.deepEqual(hintsIn(line), []));
  }

  it('has no label: the tag stays, and the message writes the arc', () => {
    const words = (label: string): string => bagWith(`she/PRP${label} led/VBD .`);
    for (const [label, arc] of [
      ['nsubj', 'head -nsubj-> she'],
      ['root', 'root -> she'],
    ]) {
      const message = `A word has no label: write \`${arc}\` in \`deps:\`.`;
      assertProblems(words(`/${label}`).replace('she/', 'she⟦/⟧'), [['stray-slash', message]]);
      assert.equal(fixed(words(`/${label}`), `Delete \`/${label}\``), words(''));
    }
  });

  it('is deleted behind a tag', () => {
    assertProblems(bagWith('she/PRP⟦/⟧ led .'), [['stray-slash', 'A tag ends without a slash.']]);
    assert.equal(fixed(bagWith('she/PRP/ led .'), 'Delete the slash'), bagWith('she/PRP led .'));
  });

  it('is an error with its own fix in a text with several slashes', () => {
    assertProblems(
      'bag { words: see http:⟦/⟧/x.org }',
      [['stray-slash', 'Put the word in quotes']],
      {
        knowledge,
      },
    );
  });

  it('has no fix for a tag that may belong to several words, or to one with a tag', () => {
    for (const line of [
      ...['[ a team ] /NN led', '/NN led', 'team/NN /VB', 'team\n /NN'],
      'team/NN /VB a, led,',
    ]) {
      const [{ message, fixes }] = hintsIn(line);
      assert.match(message, /A tag follows its word or group without a space\./);
      assert.equal(fixes, undefined);
    }
  });

  it('is a hint where it stands', () => {
    assertProblems(
      bagWith('⟦(a|b)⟧ ⟦[led a]⟧ x ⟦team,⟧'),
      [
        ['perhaps-several', 'Write `( a | b )` if that is meant.'],
        ['perhaps-several', 'Write `[ led a ]` if that is meant.'],
        ['perhaps-several', '`team,` is read as one word. Write `team ,`, or put it in quotes.'],
      ],
      options,
    );
  });

  for (const [line, message] of [
    [
      '⟦be[Tense=Past]⟧ led',
      '`be[Tense=Past]` is read as a word without features. Features need a lemma with its `@`: write `@be[Tense=Past]`.',
    ],
    ['⟦[Tense=Past]⟧ they led', 'Features stand directly behind a lemma, as in `@be[Tense=Past]`.'],
    ["I ⟦didn 't⟧ know", "`didn 't` is split elsewhere than in the treebank. Write `did n't`."],
    [
      'he said ⟦"team"⟧ led',
      'If the sentence has quotation marks, write them `"\\""`, as in `"\\"" team "\\""`.',
    ],
    ["led ⟦'New York'⟧ a", 'Words in a fixed order stand in double quotes: write `"New York"`.'],
    ['led ⟦@"train station"⟧', 'A lemma is one word without quotes. Write `train @station`.'],
    ['he ⟦?led⟧ a', '`?led` is read as one word. Write `led?` if the word may be left out.'],
    ['a team ⟦led;⟧\n  order: first a', 'No `;` stands between sections. Write `led`.'],
    ['he ⟦@ lead⟧ @team', '`@` is read as a word. Write `@lead` for a form of a lemma.'],
  ] as const) {
    it(`is a hint that says what to write: ${line.replace(/[⟦⟧]/g, '')}`, () => {
      assertProblems(bagWith(line), [['perhaps-several', message]], options);
    });
  }

  it('is told once, if a tag that stands apart follows it', () => {
    assertProblems(
      bagWith('a ⟦team,⟧ ⟦/NN⟧ led'),
      [
        ['perhaps-several', 'Write `team ,`, or put it in quotes.'],
        ['perhaps-several', 'A tag follows its word or group without a space.'],
      ],
      options,
    );
  });

  it('may be words in brackets with commas or slashes, unless a sentence has them', () => {
    for (const line of ['(led,team)', '(led, team)', '(led/team)']) {
      const source = bagWith(`the ${line} slept`);
      assert.equal(
        fixed(source, 'Write `( led | team )`', options),
        bagWith('the ( led | team ) slept'),
      );
    }
    const expected = bagWith('the (led, team) slept', '', '  expect: the (led, team) slept');
    for (const { fixes = [] } of problemsIn(expected, options)) {
      assert.ok(!fixes.some(({ title }) => title.includes('|')));
    }
    for (const line of ['(very, very led)', '(led, Team)', '(a, 2)']) {
      for (const { fixes = [] } of problemsIn(bagWith(`the ${line} slept`), options)) {
        assert.ok(!fixes.some(({ title }) => title.includes('|')), line);
      }
    }
  });

  it('is mended all at once by the second fix', () => {
    const text = bagWith('a, (b|c) [led team] team.');
    for (const { fixes = [] } of problemsIn(text, options)) {
      assert.equal(applyFix(text, fixes[1]), bagWith('a , ( b | c ) [ led team ] team .'));
    }
  });

  it('has no second fix for a word that another fix joins to its `@`', () => {
    const titles = hintsIn('they @ be [Tense=Past] @led').map(({ fixes = [] }) =>
      fixes.map(({ title }) => title),
    );
    assert.deepEqual(titles, [['Write `@be`'], []]);
  });

  it('is a phrase in single quotes, unless training has seen its first word with the quote', () => {
    const source = bagWith("led 'tis late' a");
    const tagsOf = (form: string) => (form === "'tis" ? new Map([['PRP', 3]]) : null);
    const isTold = (knows: typeof knowledge | null) =>
      problemsIn(source, { knowledge: knows }).some(({ message }) =>
        message.includes('"tis late"'),
      );
    assert.equal(isTold(null), true);
    assert.equal(isTold(knowledge), true);
    assert.equal(isTold({ ...knowledge, tagsOf }), false);
  });

  it('may be a word that a line names', () => {
    assert.deepEqual(hintsIn('team, a', 'a -> team,'), []);
    assert.equal(hintsIn('team, a', 'a -> team').length, 1);
  });

  it('is told of punctuation only with a model, and not where that knows the word', () => {
    const known = (form: string) => ({
      tagsOf: () => (form === 'x!' ? new Map([['NNP', 3]]) : null),
    });
    const text = bagWith('x! (a|b)');
    const told = (knows: typeof knowledge | null) =>
      problemsIn(text, { knowledge: knows }).map(({ range }) => text.slice(range.start, range.end));
    assert.deepEqual(told(null), ['(a|b)']);
    assert.deepEqual(told(knowledge), ['x!', '(a|b)']);
    assert.deepEqual(told({ ...knowledge, ...known('x!') }), ['(a|b)']);
  });

  it('is a word with a closing brace, unless training has seen the two as one word', () => {
    const tagsOf = (form: string) => (form === 'x}' ? new Map([['NFP', 3]]) : null);
    const isTold = (knows: typeof knowledge | null) =>
      problemsIn(bagWith('led x} a'), { knowledge: knows }).some(
        ({ code }) => code === 'perhaps-several',
      );
    assert.equal(isTold(null), true);
    assert.equal(isTold(knowledge), true);
    assert.equal(isTold({ ...knowledge, tagsOf }), false);
  });

  describe('as a contraction with suffixes', () => {
    const seen = new Map([
      ['do', new Map(Object.entries({ VBP: 9 }))],
      ["n't", new Map(Object.entries({ RB: 9 }))],
      ['it', new Map(Object.entries({ PRP: 90 }))],
      ["'s", new Map(Object.entries({ VBZ: 60, POS: 38, PRP: 1 }))],
    ]);
    const withCounts = { ...knowledge, tagsOf: (form: string) => seen.get(form) ?? null };
    const mended = (line: string): string => {
      const text = bagWith(line);
      const [{ message, fixes = [] }] = problemsIn(text, { knowledge: withCounts });
      assert.ok(message.includes(fixes[0].title), `${message} names what the fix writes`);
      return applyFix(text, fixes[0]);
    };
    for (const [line, result, why] of [
      ["don't/VBP", "do/VBP n't", 'keeps a tag at the word that has it'],
      ["don't/RB", "do n't/RB", 'keeps a tag at the word that has it'],
      ["Don't/VB|VBP", "Do/VB|VBP n't", 'keeps several tags together'],
      ["it's/PRP", "it/PRP 's", 'keeps a tag at the word that has it most often'],
      ["It's/PRP", "It/PRP 's", 'keeps a tag at the word that has it most often'],
      ["Bo's/NNP", "Bo/NNP 's", 'keeps a tag at the word that is unknown'],
      ["don't/JJ", "do n't", 'leaves out a tag that no word has'],
      ["it's#2", "it#2 's", 'keeps the index at the first word'],
      ["it's#2/VBZ", "it#2 's/VBZ", 'keeps the index and the tag'],
      ["it's#2 it#2", "it 's it#2", 'leaves out an index that another word has'],
      ['cannot/MD', 'can/MD not', 'takes a fused word apart'],
    ]) {
      it(`${why}: ${line}`, () => assert.equal(mended(line), bagWith(result)));
    }

    it('has a safe fix, unless that leaves out a tag or an index', () => {
      const isSafe = (line: string) =>
        problemsIn(bagWith(line), { knowledge: withCounts })[0].fixes![0].isSafe === true;
      for (const line of ["don't#2", "don't/VBP", "don't#2/RB"]) assert.ok(isSafe(line), line);
      for (const line of ["don't/JJ", "don't#2 do#2"]) assert.ok(!isSafe(line), line);
    });

    for (const [line, result] of [
      ["( can't | will )", '( "ca n\'t" | will )'],
      ["( can't/RB | will )", '( "ca n\'t"/RB | will )'],
      ["( can't/MD | will )", '( "ca n\'t" | will )'],
    ]) {
      it(`is put in quotes as an alternative: ${line}`, () =>
        assert.equal(mended(line), bagWith(result)));
    }

    it('is one word with a tag that training has seen with it', () => {
      const known = new Map([["it's", new Map([['PRP$', 2]])]]);
      const tagsOf = (form: string) => known.get(form) ?? withCounts.tagsOf(form);
      const codes = (line: string) =>
        problemsIn(bagWith(line), { knowledge: { ...withCounts, tagsOf } }).map(({ code }) => code);
      assert.ok(!codes("it's/PRP$ late").includes('perhaps-several'));
      assert.ok(codes("it's/PRP late").includes('perhaps-several'));
    });

    it('gives one index to one word, if all are mended at once', () => {
      const text = bagWith("it's#2 it'd#2");
      const [{ fixes = [] }] = problemsIn(text, { knowledge: withCounts });
      assert.equal(applyFix(text, fixes[1]), bagWith("it#2 's it 'd"));
    });

    it('has no fix for other words with a tag, of which each needs a tag of its own', () => {
      const [{ message, fixes }] = hintsIn('dog-cat/NN');
      assert.match(message, /Write `dog - cat`, each word with a tag of its own\./);
      assert.equal(fixes, undefined);
    });
  });

  it('explains the errors that it causes', () => {
    assertProblems(
      bagWith('(big ⟦|⟧ large) dogs'),
      [['unexpected-token', 'Write `( big | large )` if that is meant.']],
      options,
    );
    for (const [line, result] of [
      ['(big | large) dogs', '( big | large ) dogs'],
      ['(big | large)/NN dogs', '( big | large )/NN dogs'],
      ['(a/DT|led/VBD)? team', '( a/DT | led/VBD )? team'],
      ['( big| large ) dogs', '( big | large ) dogs'],
      ['( big |large ) dogs', '( big | large ) dogs'],
      ['( big | large) dogs', '( big | large ) dogs'],
      ['( big | large)/NN dogs', '( big | large )/NN dogs'],
      ['( big | large )dogs bark', '( big | large ) dogs bark'],
      ['the( big | large ) dogs', 'the ( big | large ) dogs'],
      ['the( big | large )/NN? dogs', 'the ( big | large )/NN? dogs'],
      ['[the dog ] led', '[ the dog ] led'],
      ['[the ( big | large ) [ a dog ] ] led', '[ the ( big | large ) [ a dog ] ] led'],
      ['a[ the dog ] led', 'a [ the dog ] led'],
      ['[ the dog] led', '[ the dog ] led'],
      ['[ the [ big dog] ] led', '[ the [ big dog ] ] led'],
      ['[ the dog ]led a', '[ the dog ] led a'],
      ['[ the dog], led', '[ the dog ] , led'],
      ['[ the "big dog"] led', '[ the "big dog" ] led'],
      ['["big ] dog" a] led', '[ "big ] dog" a ] led'],
      ['the team/ NN led', 'the team/NN led'],
      ['( a | an )/ DT team', '( a | an )/DT team'],
    ]) {
      const [{ fixes = [], message }, ...others] = problemsIn(bagWith(line), options);
      const codes = others.map(({ code }) => code).filter((code) => code !== 'text-after-quote');
      assert.deepEqual(codes, [], line);
      assert.match(message, /space/);
      assert.equal(applyFix(bagWith(line), fixes[0]), bagWith(result));
    }
    assertProblems(
      bagWith('led/⟦VBD,⟧ team'),
      [['unknown-tag', 'A space is missing before `,`: write `led/VBD ,`.']],
      options,
    );
  });

  it('is told of contractions only in English, and again when the language changes', () => {
    const told = (language: string, former: CheckedFile | null = null): CheckedFile =>
      check(
        parse(`language: ${language}\n${bagWith("don't")}`),
        { ...withoutModel, knowledge },
        former,
      );
    const codes = (file: CheckedFile): string[] => file.diagnostics().map(({ code }) => code);
    const english = told('en');
    assert.deepEqual(codes(english), ['perhaps-several']);
    assert.deepEqual(codes(told('de')), ['unknown-value']);
    assert.deepEqual(codes(told('ben')), ['unknown-value']);
    assert.deepEqual(codes(told('de', english)), ['unknown-value']);
  });

  for (const [what, written] of [
    ['a group', (count: number) => `(${'team|'.repeat(count)}a)`],
    ['a group without brackets', (count: number) => `${'team|'.repeat(count)}a`],
    ['a chunk', (count: number) => `[${'team '.repeat(count)}a]`],
    ['a word with a brace', (count: number) => `${'team'.repeat(count)}}`],
    ['a word with a tag behind a bar', (count: number) => `${'team'.repeat(count)}|NN`],
    ['a word behind a question mark', (count: number) => `?${'team'.repeat(count)}`],
  ] as const) {
    it(`is looked at up to a length: ${what}`, () => {
      const isTold = (count: number): boolean =>
        hintsIn(written(count)).some(({ message }) =>
          /if (?:that is meant|the word may be left out)|A tag follows a slash/.test(message),
        );
      assert.equal(isTold(30), true);
      assert.equal(isTold(60), false);
    });
  }

  it('is looked at up to a length: a word with punctuation', () => {
    assert.equal(hintsIn(`${'x'.repeat(199)},`).length, 1);
    assert.equal(hintsIn(`${'x'.repeat(200)},`).length, 0);
  });

  it('is told of a few words at a time', () => {
    assert.equal(hintsIn('a; '.repeat(60)).length, 20);
  });

  it('is told of lemmas only if a mark sticks to them', () => {
    assert.deepEqual(hintsIn('@led|a @team. @led'), []);
    assert.match(hintsIn('@team, @led|a')[0].message, /^`@team,` is read as one lemma\./);
  });

  it('is told of quoted words only if they are known words, which need no quotes', () => {
    // Speech, and words with spaces inside both quotes, are told for another reason.
    const isSaid = (text: string): boolean =>
      / \S*\p{L}[,!?]$/u.test(text) || /^\s.*\s$/su.test(text);
    const form = fc.oneof(
      fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !isSaid(text)),
      fc.constantFrom('a', 'Team', 'team,', 'new'),
    );
    fc.assert(
      fc.property(fc.array(form, { maxLength: 5 }), (forms) => {
        const known = forms.filter((one) => /^(?:a|led|team)$/iu.test(one));
        assert.deepEqual(
          hintsIn(forms.map(inQuotes).join(' ')).map(({ message }) => message.split(' ')[0]),
          known.map((one) => `\`"${one}"\``),
        );
      }),
    );
  });

  it('is a bracket, as treebanks write it', () => {
    const source = bagWith('he -LRB- led -RRB- a');
    assert.equal(fixed(source, 'Write `"("`', options), bagWith('he "(" led -RRB- a'));
    assert.equal(
      fixed(source, 'Mend all such words of the bag', options),
      bagWith('he "(" led ")" a'),
    );
  });

  it('is taken apart where a word is named that is in it, and loses no mark', () => {
    const source = bagWith('led team, a', 'led -> team');
    const unknown = problemsIn(source, options).find(({ code }) => code === 'unknown-word')!;
    assert.equal(applyFix(source, unknown.fixes![0]), source.replace('team,', 'team ,'));
  });

  it('is no tag where an expected sentence has it as it is written', () => {
    for (const [words, code] of [
      ['a team_NN', 'perhaps-tag'],
      ['a team /NN', 'perhaps-several'],
      ['a team|NN', 'perhaps-several'],
    ] as const) {
      const codes = (more: string) =>
        problemsIn(bagWith(words, '', more), options).map((one) => one.code);
      assert.ok(codes('').includes(code), words);
      assert.deepEqual(codes(`  expect: ${words}\n`), [], words);
    }
  });

  it('is a group in braces, too', () => {
    const source = bagWith('he led {a|the} team');
    assert.equal(fixed(source, 'Write `( a | the )`', options), bagWith('he led ( a | the ) team'));
    const [{ fixes = [] }] = hintsIn('he led {a|the}x team');
    assert.ok(fixes.length > 0 && fixes.every(({ title }) => title.includes('x')));
  });

  it('is the header of expectations if the words behind it are those before it', () => {
    for (const header of ['expect', 'expects', 'Expected', 'exepct', 'expect -']) {
      const source = bagWith(`a team led\n  ${header} led a team`);
      const codes = problemsIn(source, options).map(({ code }) => code);
      assert.deepEqual(codes, ['perhaps-section'], header);
      assert.equal(
        fixed(source, 'Change to `expect:`', options),
        bagWith('a team led\n  expect: led a team'),
      );
    }
    assert.deepEqual(problemsIn(bagWith('a team expects led'), options), []);
  });

  it('begins with a single quotation mark where a later word ends with one', () => {
    const seen = new Set(['the', 'the'.toUpperCase(), 'man']);
    const tagsOf = (form: string) =>
      seen.has(form.toLowerCase()) && !form.startsWith("'") ? new Map([['NN', 20]]) : null;
    const told = (words: string): string[] =>
      problemsIn(bagWith(`${words}\n  expect: we saw 'The Man'`), {
        knowledge: { ...knowledge, tagsOf },
      }).flatMap(({ code, fixes = [] }) =>
        code === 'perhaps-several' ? fixes.map(({ title }) => title) : [],
      );
    assert.ok(told("we saw 'The Man'").includes("Write `' The`"));
    assert.ok(told("'The Man' we saw").includes("Write `' The`"));
    assert.deepEqual(told("we saw 'The Man"), []);
  });

  it('is not left out together where one of the words in brackets has a tag', () => {
    for (const line of ['(very/DT new team)?', '(a? team/NN)?']) {
      const messages = problemsIn(bagWith(`he led ${line}`), options).map((one) => one.message);
      assert.ok(messages.length > 0, line);
      for (const message of messages) assert.doesNotMatch(message, /may be left out/, line);
    }
  });

  it('keeps a bracket before a word with its apostrophe in the wrong place', () => {
    const source = bagWith("he (does'nt led");
    assert.equal(fixed(source, 'Write `"(" does\'nt`', options), bagWith('he "(" does\'nt led'));
  });

  it('is an optional word if a question mark is before it', () => {
    const source = bagWith('he ?led a team');
    assert.equal(fixed(source, 'Write `led?`', options), bagWith('he led? a team'));
  });

  it('is a word with a category behind a colon, in a file with categories', () => {
    const ccg = (words: string): string => `grammar: ccg\n${bagWith(words)}`;
    const source = ccg('he:NP led:(S[dcl]\\NP)/NP a team');
    assert.equal(
      fixed(source, 'Mend all such words of the bag', options),
      ccg('he/NP led/(S[dcl]\\NP)/NP a team'),
    );
    const codes = problemsIn(bagWith('he:NP led'), options).map(({ code }) => code);
    assert.deepEqual(
      codes,
      problemsIn(bagWith('he:XX led'), options).map(({ code }) => code),
    );
  });

  it('is joined to a category that the model knows, and gets no empty tag', () => {
    const titles = (words: string): string[] =>
      problemsIn(`grammar: ccg\n${bagWith(words)}`, options).flatMap(({ fixes = [] }) =>
        fixes.map(({ title }) => title),
      );
    assert.deepEqual(titles('a team /N led'), ['Write `team/N`']);
    assert.deepEqual(titles('a team /N\\N led'), ['Write `/ N\\N`']);
    assert.ok(!titles('a team:|NN:N led').includes('Write `team/|NN:N`'));
  });

  it('has no fix that puts a sign behind one of several words into the quotes of a phrase', () => {
    for (const line of ['a (old team#1|new) led', 'a (old team?|new) led']) {
      for (const { fixes = [] } of hintsIn(line)) {
        assert.ok(!fixes.some(({ title }) => title.includes('|')), line);
      }
    }
  });

  it('is a question in brackets at the end of a question, and no optional word', () => {
    assertProblems(
      bagWith('is it ⟦(new)?⟧'),
      [['perhaps-question', 'Write `(new) ?` for a question mark.']],
      options,
    );
  });

  it('is an optional word in brackets, whose tag is right', () => {
    const source = bagWith('he led a (team/NN)');
    const [{ fixes = [] }] = hintsIn('he led a (team/NN)');
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Write `team/NN?`'],
    );
    assert.deepEqual(problemsIn(applyFix(source, fixes[0]), options), []);
  });

  it('is no lemma in an address or alone', () => {
    for (const line of ['x@y.org led', 'led@team']) assert.deepEqual(hintsIn(line), [], line);
  });

  it('may be a number with a sign', () => {
    assert.deepEqual(problemsIn(bagWith('a -3 +5.5 −1,000 team'), options), []);
  });

  it('has no safe fix where a bracket is closed in a later word, or a sign is deleted', () => {
    const safe = (words: string) =>
      problemsIn(bagWith(words), options).flatMap(({ fixes = [] }) =>
        fixes.filter(({ isSafe }) => isSafe).map(({ title }) => title),
      );
    assert.deepEqual(safe('he (led a) team'), []);
    assert.deepEqual(safe('he led,'), ['Write `led ,`']);
    assert.deepEqual(safe('a team led;\n  order: first a'), []);
    assert.deepEqual(safe('he led a scarf(NN)'), ['Write `scarf/NN`']);
  });

  it('has no safe fix where training has seen one of the tags behind a bar as a word', () => {
    const tagsOf = (form: string) => (form === 'VBN' ? new Map([['NNP', 3]]) : null);
    const isSafe = (words: string) =>
      problemsIn(bagWith(words), { knowledge: { ...knowledge, tagsOf } })[0].fixes![0].isSafe;
    assert.equal(isSafe('led|VB|VBD'), true);
    assert.notEqual(isSafe('led|VBD|VBN'), true);
  });

  it('keeps the quotes of a word that would be a header without them', () => {
    const known: typeof knowledge = { ...knowledge, tagsOf: () => new Map([['VB', 50]]) };
    const told = (words: string) =>
      problemsIn(`bag {\n  words:\n    ${words}\n}\n`, { knowledge: known }).map(
        ({ code }) => code,
      );
    assert.deepEqual(told('"order" : led "expect" a "words"'), []);
    assert.deepEqual(told('"led"'), ['perhaps-several']);
  });

  it('becomes words that joined are what was written', () => {
    const mark = fc.constantFrom('', '', '.', ',', '!', '...', '(', ')', '[', ']', '”', '|', ';');
    const token = fc
      .tuple(mark, fc.constantFrom('a', 'led', 'Team', 'x', '5', "don't", 'a-b', 'U.S.'), mark)
      .map((parts) => parts.join(''));
    const counts = { lines: 0, fixes: 0 };
    fc.assert(
      fc.property(fc.array(token, { minLength: 1, maxLength: 4 }), (tokens) => {
        counts.lines++;
        const text = bagWith(tokens.join(' '));
        for (const problem of hintsIn(tokens.join(' '))) {
          for (const fix of problem.fixes ?? []) {
            const [bag] = parse(applyFix(text, fix)).bags;
            const errors = bag.diagnostics.filter(({ severity }) => severity === 'error');
            assert.ok(errors.length <= parse(text).bags[0].diagnostics.length);
            counts.fixes++;
            if (/[|[\]]/.test(tokens.join(' ')) || groupsOf(bag).length > 0) continue;
            const forms = wordsOf(bag).map((word) => word.form);
            assert.equal(forms.join(''), tokens.join(''), forms.map(spell).join(' '));
          }
        }
      }),
      { numRuns: 1000 },
    );
    assert.ok(counts.fixes > counts.lines / 5, JSON.stringify(counts));
  });
});
