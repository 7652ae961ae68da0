import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { severities } from '../../../server/src/language/tree/diagnostic.ts';
import type { DiagnosticCode } from '../../../server/src/language/tree/diagnostic.ts';
import { knowledgeOfLemmas, problemsIn } from './fixture.ts';
import { exampleOf, sections } from './problem-page.ts';

const docs = new URL('../../../docs/', import.meta.url);

/** What an editor is told when there are too many to tell: no example is that long. */
const withoutExample = 'more-problems';

/** Those that a model decides. */
const byModel: readonly DiagnosticCode[] = [
  'unknown-label',
  'unknown-tag',
  'perhaps-tag',
  'unseen-tag',
  'unseen-arc',
  'perhaps-turned',
  'unknown-category',
  'unseen-category',
  'unknown-feature',
  'inflected-lemma',
  'unseen-lemma',
];

describe('the page of problems', () => {
  it('has a section for each code, and none for anything else', () => {
    assert.deepEqual([...sections.keys()], [...Object.keys(severities), withoutExample]);
  });

  for (const code of Object.keys(severities) as DiagnosticCode[]) {
    it(`shows what gives ${code}`, () => {
      const example = exampleOf(code);
      assert.ok(example !== null, 'there is an example');
      const found = problemsIn(example, {
        maxWords: 13,
        knowledge: byModel.includes(code) ? knowledgeOfLemmas : null,
      });
      const codes = new Set<string>(found.map((problem) => problem.code));
      assert.deepEqual([...codes], [code]);
    });
  }
});

describe('the walkthrough', () => {
  const folder = new URL('walkthrough/', docs);
  for (const name of readdirSync(folder)) {
    const examples = readFileSync(new URL(name, folder), 'utf8').matchAll(/```bow\n(.*?)```/gs);
    for (const [, example] of examples) {
      it(`has an example without problems in ${name}`, () => {
        assert.deepEqual(problemsIn(example), []);
      });
    }
  }
});
