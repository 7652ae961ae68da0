import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { openModelFile, shippedModelPath } from '../../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../../server/src/hosts/node/resources.ts';
import type { CheckOptions } from '../../../server/src/language/checks/check.ts';
import { knowledgeOf } from '../../../server/src/model/knowledge.ts';
import { MODEL_FORMAT } from '../../../server/src/model/model.ts';
import { applyFix, problemsIn } from './fixture.ts';

/** A `bag` whose lines stand as they are typed. */
const bagOf = (words: string, expect: string): string =>
  `bag {\n  words: ${words}\n${expect === '' ? '' : `  expect: ${expect}\n`}}\n`;

describe('what people type in their first hour', () => {
  let options: Partial<CheckOptions>;

  before(async () => {
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    const model = await openModelFile(shippedModelPath(root), MODEL_FORMAT);
    options = { knowledge: knowledgeOf(loadResources({ model, languageModel: null }).model) };
  });

  for (const [what, words, meant, expect = '', expectMeant = expect] of [
    [
      'a question before another',
      'Who are you? What do you want?',
      'Who are you ? What do you want ?',
    ],
    ['a question before a sentence', 'Is it raining? Take it .', 'Is it raining ? Take it .'],
    ['several marks', 'is this a joke?? Tell me .', 'is this a joke "??" Tell me .'],
    ['a list of JSON', '["dogs", "bark", "."]', 'dogs bark .'],
    ['a list of Python', "'the', 'dogs', 'bark', '.'", 'the dogs bark .'],
    ['words with a comma behind each', 'the, cat, sleeps, .', 'the cat sleeps .'],
    ['the whole sentence in quotes', '"dogs bark ."', 'dogs bark .'],
    ['speech that ends in a period', 'He said "I am tired."', 'He said "\\"" I am tired . "\\""'],
    ['speech in single quotes', "She said , 'It is late.'", "She said , ' It is late . '"],
    ['a hashtag with a mark', 'I love #coffee!', 'I love "#coffee" !'],
    ['a rank', 'We are #1!', 'We are "#1" !'],
    ['a hashtag in front', '#winning is my hashtag .', '"#winning" is my hashtag .'],
    ['a sign that hides the rest', 'my room is # 5 .', 'my room is "#" 5 .'],
    ['times with a slash', 'We are open 24/7.', 'We are open "24/7" .'],
    [
      'a year before a sentence',
      'He was born in 1950. He died in 2010.',
      'He was born in 1950 . He died in 2010 .',
    ],
    ['an abbreviation within a sentence', 'The no. 1 team won .', 'The no. 1 team won .'],
    ['letters in brackets', 'dog(s) bark .', '( dog | dogs ) bark .'],
    ['a chunk of one word', 'the cat runs [ quickly ] .', 'the cat runs quickly? .'],
    ['a word in square brackets with a mark', 'the dog sleeps [now]? .', 'the dog sleeps now? .'],
    ['a phrase with its label', '[NP the old man] left .', '[ the old man ] left .'],
    ['a chunk in braces', '{ the old man } left .', '[ the old man ] left .'],
    ['chunks in a group', '( [ the man ] | she ) left .', '( "the man" | she ) left .'],
    ['a group in a group', 'he ( left | ( went | ran ) ) .', 'he ( left | went | ran ) .'],
    ['quoted alternatives', 'he left "today"|"tomorrow" .', 'he left ( today | tomorrow ) .'],
    [
      'the suffixes of a group in another order',
      'she ( sang | sings )?/VBD .',
      'she ( sang | sings )/VBD? .',
    ],
    [
      'tags in a phrase',
      'she ( saw/VBD | has seen/VBN ) it .',
      'she ( saw/VBD | "has seen" ) it .',
    ],
    [
      'a space before the mark of an optional word',
      'he said that ? she left .',
      'he said that? she left .',
    ],
    ['a tag in quotes', '"the/DT" dog barks .', 'the/DT dog barks .'],
    [
      'a tree',
      '(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)) (. .))',
      'the/DT cat/NN sleeps/VBZ ./.',
    ],
    [
      'slashes that an expected sentence has',
      'He/she signs his/her name .',
      '"He/she" signs "his/her" name .',
      'He/she signs his/her name .',
    ],
    [
      'an omitted word, with a capital and a mark',
      'john said that mary left',
      'john said that? mary left .',
      'John said Mary left.',
      'john said mary left .',
    ],
    [
      'an optional word in brackets',
      'I know that? he left .',
      'I know that? he left .',
      'I know (that) he left .',
      'I know that he left .',
    ],
    [
      'indices in an expected sentence',
      'the#1 dog saw the#2 cat .',
      'the#1 dog saw the#2 cat .',
      'the#1 dog saw the#2 cat .',
      'the dog saw the cat .',
    ],
    [
      'a question within an expected sentence',
      'where is the station? he asked .',
      'where is the station ? he asked . "\\"" "\\""',
      '"where is the station?" he asked.',
    ],
    ['a question with contractions', "isn't she?", "is n't she ?", "isn't she?"],
    [
      'a word in square brackets',
      'she bought [new] shoes .',
      'she bought new shoes .',
      'she bought new shoes.',
    ],
    ['an optional comma', 'today (,) he slept .', 'today ,? he slept .', 'today, he slept.'],
    [
      'a group with an empty alternative',
      'he (never|often|) slept .',
      'he ( never | often )? slept .',
    ],
    ['alternatives in braces', 'she { is, was } right .', 'she ( is | was ) right .'],
    [
      'alternatives in an expected sentence',
      '( a | the ) cat slept .',
      '( a | the ) cat slept .',
      '( a | the ) cat slept .',
      'a cat slept .',
    ],
    ['another final mark', 'do they walk .', 'do they walk ?', 'do they walk ?'],
    ['names with a slash', 'TCP/IP and I/O', '"TCP/IP" and "I/O"'],
    ['a path', 'look in /usr/bin please', 'look in "/usr/bin" please'],
    ['a date with a mark', 'on 1/2/2025, we go .', 'on "1/2/2025" , we go .'],
    ['contractions with a slash', "he can't/won't go .", 'he ( "ca n\'t" | "wo n\'t" ) go .'],
    ['a double word', 'on the the mat', 'on the mat', 'on the mat'],
    ['an option', 'use the -v option', 'use the -v option'],
    [
      'an optional word before a name',
      'is this the book that? I lent ?',
      'is this the book that? I lent ?',
      'is this the book I lent ?',
    ],
    [
      'the wrong article',
      'a elephant met a lion',
      'an elephant met a lion',
      'an elephant met a lion',
    ],
    ['an abbreviation without its period', 'Mr Lee left .', 'Mr. Lee left .', 'Mr. Lee left.'],
    [
      'an apostrophe too many',
      'we lost its way and its money .',
      'we lost its way and its money .',
      "we lost it's way and its money .",
      'we lost its way and its money .',
    ],
    [
      'another member of a group',
      'it ( barks | sleeps ) .',
      'it ( barks | sleeps | runs ) .',
      'it runs .',
    ],
    [
      'marks before two expected sentences',
      'dogs bark loudly',
      'dogs bark loudly',
      '\n    * dogs bark loudly\n    * loudly dogs bark',
      '\n    dogs bark loudly\n    loudly dogs bark',
    ],
    [
      'another determiner for the first of two',
      'a dog saw the cat .',
      'a dog saw the cat .',
      'the dog saw the cat .',
      'a dog saw the cat .',
    ],
    [
      'curved quotation marks',
      'the “ new ” car and the “ old ” car crashed .',
      'the “ new ” car and the “ old ” car crashed .',
      'the “new” car and the “old” car crashed .',
    ],
  ] as const) {
    it(`is understood: ${what}`, () => {
      let source = bagOf(words, expect);
      for (let step = 0; step < 10; step++) {
        const fixes = problemsIn(source, options).flatMap((one) => one.fixes?.slice(0, 1) ?? []);
        if (fixes.length === 0) break;
        source = applyFix(source, fixes[0]);
      }
      assert.equal(source, bagOf(meant, expectMeant));
      assert.deepEqual(
        problemsIn(source, options).filter(({ severity }) => severity === 'error'),
        [],
      );
    });
  }

  it('tells an expected sentence only of the words that must change for it', () => {
    const source = bagOf("she's ready, isn't she?", "she's ready, isn't she?");
    const found = problemsIn(source, options).filter(({ related }) => related !== undefined);
    assert.deepEqual(
      found.map(({ code }) => code),
      ['perhaps-question'],
    );
  });

  it('may be one of several expected sentences: alternatives give both', () => {
    const line = "Mary did not go .\n    Mary did n't go .";
    const source = bagOf('Mary did not go .', line);
    const [{ fixes = [] }] = problemsIn(source, options);
    assert.equal(applyFix(source, fixes[0]), bagOf("Mary did ( not | n't ) go .", line));
  });

  it('finds another form of a word that a line names, and another final mark', () => {
    for (const [line, old, meant] of [
      ['deps: walks -> she', 'walks', 'walked'],
      ['order: last ?', '?', '.'],
    ] as const) {
      const source = `bag {\n  words: she walked home .\n  ${line}\n}\n`;
      const [{ fixes = [] }] = problemsIn(source, options);
      assert.equal(applyFix(source, fixes[0]), source.replace(old, meant));
    }
  });

  for (const [what, sections, mended] of [
    ['a header that sticks to its sentence', '  expect:dogs bark', '  expect: dogs bark'],
    ['a header that sticks to its arc', '  deps:bark -> dogs', '  deps: bark -> dogs'],
    ['another name of a section', '  expectation: dogs bark', '  expect: dogs bark'],
    ['a note', '  note: of mine', '  # note: of mine'],
    ['commas between dependents', '  deps: bark -> dogs, loudly', '  deps: bark -> dogs loudly'],
  ] as const) {
    it(`is understood: ${what}`, () => {
      const source = `bag {\n  words: dogs bark loudly\n${sections}\n}\n`;
      const [{ fixes = [] }] = problemsIn(source, options);
      assert.equal(applyFix(source, fixes[0]), `bag {\n  words: dogs bark loudly\n${mended}\n}\n`);
    });
  }

  it('means another word by a capital: the arc from the nearer head', () => {
    const arcs = (my: string): string => `  deps:\n    friend -> ${my}\n    brother -> my\n`;
    const bag = (my: string): string =>
      `bag {\n  words: My friend knows my brother .\n${arcs(my)}}\n`;
    const [{ fixes = [] }] = problemsIn(bag('my'), options);
    assert.equal(applyFix(bag('my'), fixes[0]), bag('My'));
  });

  it('means by a word that stands twice the one nearest to the other word of the line', () => {
    const bag = (line: string, the = '', second = ''): string =>
      `bag {\n  words: the${the} dog buried the${second} bone .\n  order: ${line}\n}\n`;
    for (const [line, mended] of [
      ['the << dog', 'the#1 << dog'],
      ['the << bone', 'the#2 << bone'],
    ] as const) {
      const [{ fixes = [] }] = problemsIn(bag(line), options);
      assert.equal(applyFix(bag(line), fixes[0]), bag(mended, '#1', '#2'));
    }
  });

  it('loses a starred sentence, or its star', () => {
    const found = problemsIn(bagOf('she sings often .', '*she sings often .'), options);
    assert.deepEqual(
      found.flatMap(({ fixes = [] }) => fixes.map(({ title }) => title)),
      ['Delete this line', 'Delete the mark'],
    );
  });
});
