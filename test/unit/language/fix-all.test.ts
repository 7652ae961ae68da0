import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fixAll } from '../../../server/src/language/features/fix-all.ts';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { edited } from '../../../server/src/language/writing/edited.ts';
import { withoutModel } from '../support/check-options.ts';
import { fixableText } from './fixable.ts';
import { knowledge } from './fixture.ts';

const options = { ...withoutModel, knowledge };

function mended(text: string): string {
  return edited(text, fixAll(text, options));
}

describe('the fix of all problems', () => {
  it('applies the safe fix of each problem, also if it shows only after another', () => {
    const text =
      "bag x{\n  words: don't, (a|b) team/NN| he/DT#1 you#2 ( it's |you )\n  deps:\n    team → a\n    team <- b\n" +
      '  order: a<b<team\n}\n';
    assert.equal(
      mended(text),
      'bag x {\n  words: do n\'t , ( a | b ) team/NN he#1/DT you#2 ( "it \'s" | you )\n  deps:\n    team -> a\n    b -> team\n' +
        '  order: a < b\n    b < team\n}\n',
    );
  });

  it('changes of each line only what differs', () => {
    const text = "bag x {\n  words: I don't know\n  deps:\n    know → I\n}\n";
    assert.deepEqual(
      fixAll(text, options).map(({ range, newText }) => [
        text.slice(range.start, range.end),
        newText,
      ]),
      [
        ['', ' '],
        ['→', '->'],
      ],
    );
  });

  for (const [what, line] of [
    ['guesses no section, word, label or tag', 'words: a team/QQ\n  deps: teem -nsbuj-> a\n'],
    ['closes nothing', 'words: ( a | b'],
    ['leaves out no index', "words: it's#1 it#1"],
    ['takes no brace away', 'words: a team}'],
    ['makes no alternative of a tag', 'words: TEAM|NN a'],
    ['makes no tag of a word', 'words: a team / NN'],
    ['deletes no line', 'words: a b\n  order:\n    a < b\n    b < a\n'],
  ]) {
    it(what, () => {
      const text = `bag x {\n  ${line}\n}\n`;
      assert.deepEqual(fixAll(text, options), []);
    });
  }

  it('leaves no safe fix, and nothing to do a second time', () => {
    let files = 0;
    fc.assert(
      fc.property(fixableText, (text) => {
        const after = mended(text);
        if (after !== text) files++;
        const left = check(parse(after), options).diagnostics();
        const safe = left.flatMap(({ fixes = [] }) => fixes.filter(({ isSafe }) => isSafe));
        assert.deepEqual(safe, [], JSON.stringify({ text, after }));
      }),
      { numRuns: 300 },
    );
    assert.ok(files > 30, String(files));
  });
});
