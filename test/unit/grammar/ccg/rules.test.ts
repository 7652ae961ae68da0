import assert from 'node:assert/strict';
import { parseCategory } from '../../../../server/src/grammar/ccg/category.ts';
import { checkDerivation, type CheckedNode } from '../../../../server/src/grammar/ccg/checker.ts';
import { binaryRule, joinsOf, unaryRule } from '../../../../server/src/grammar/ccg/rules.ts';
import { changesOf, isListedUnary } from '../../../../server/src/grammar/ccg/type-changing.ts';

const texts = [
  ...['NP', 'NP[thr]', 'NP[expl]', 'N', 'PP', 'PR', 'S', 'S[dcl]', 'S[q]', 'conj', ',', 'LRB'],
  ...['NP[conj]', 'NP[expl][conj]', 'S[dcl][conj]', '(S\\NP)[conj]', '(S[dcl]\\NP)[conj]'],
  ...['NP/N', 'N/N', 'NP\\NP', 'NP/NP', 'S/S', 'S\\S', '(S/S)/(S/S)', '(N/N)/(N/N)'],
  ...['S\\NP', 'S[dcl]\\NP', 'S[ng]\\NP[thr]', 'S[dcl]/NP', '(S[dcl]\\NP)/NP', 'S[pss]\\NP'],
  ...[
    '(S\\NP)/(S\\NP)',
    '(S\\NP)\\(S\\NP)',
    '(S[dcl]\\NP)/(S[b]\\NP)',
    'S/(S\\NP)',
    'S[em]/S[dcl]',
  ],
  ...['(((S[b]\\NP)/NP)/PP)/PR', '((((S[b]\\NP)/NP)/PP)/PR)/NP', '((S\\NP)/(S\\NP))/NP'],
  ...[
    'S/(S/NP)',
    'S[wq]/(S[q]/NP)',
    '(NP\\NP)/(S[dcl]/NP)',
    '((S\\NP)\\(S\\NP))/NP',
    '(S\\S)/(S/S)',
  ],
];
/** No rule gives it for two of the categories above. */
const never = 'PR\\PR';

/** The checker's refusals of the topmost node over leaves of these categories. */
function refusals(result: string, ...parts: string[]): { kind: string; message: string }[] {
  const words = parts.map((_, i) => `w${i}`);
  const children = parts.map((category, i): CheckedNode => ({
    category,
    word: words[i],
    children: [],
  }));
  return checkDerivation({ category: result, word: null, children }, words).filter(
    ({ message }) => !message.includes('no sentence'),
  );
}

describe('the rules', () => {
  const categories = texts.map(parseCategory);

  it('give for two categories all results that the checker accepts, and no other', () => {
    const rules = new Set<string>();
    for (const left of categories) {
      for (const right of categories) {
        const pair = `${left.text} and ${right.text}`;
        const joins = joinsOf(left, right);
        for (const { rule, category } of joins) {
          rules.add(rule);
          assert.notEqual(binaryRule(left, right, category), null, `${pair} ⇒ ${category.text}`);
        }
        const made = joins.map(({ rule, category }) => `${category.text} (${rule})`).join(' or ');
        const [{ message }] = refusals(never, left.text, right.text);
        if (made !== '') assert.equal(message, `${pair} make ${made}, not ${never}`);
        else assert.ok(message.startsWith(`no rule joins ${pair}`), message);
      }
    }
    assert.deepEqual([...rules].sort(), ['<', '<B', '<B×', '>', '>B', '>B×', 'p', 'Φ']);
  });

  it('change one category as the checker accepts it, and in no other way', () => {
    for (const child of categories) {
      for (const result of categories) {
        const isAccepted = refusals(result.text, child.text).length === 0;
        assert.equal(isListedUnary(child, result), isAccepted, `${child.text} ⇒ ${result.text}`);
      }
      for (const result of changesOf(child)) assert.ok(isListedUnary(child, result));
    }
    assert.deepEqual(
      changesOf(parseCategory('NP')).map(({ text }) => text),
      [
        ...['NP\\NP', 'NP/NP', 'N/N', '(S\\NP)\\(S\\NP)', '(S\\NP)/(S\\NP)', 'S/S', 'S\\S'],
        'S/(S\\NP)',
      ],
    );
  });
});

describe('a rule', () => {
  const binary = (left: string, right: string, result: string): string | null =>
    binaryRule(parseCategory(left), parseCategory(right), parseCategory(result));

  it('is told by what it makes of two categories', () => {
    assert.equal(binary('NP/N', 'N', 'NP'), '>');
    assert.equal(binary('NP', 'S[dcl]\\NP', 'S[dcl]'), '<');
    assert.equal(binary('S/S', 'S[dcl]/NP', 'S[dcl]/NP'), '>B');
    assert.equal(binary('S[dcl]\\NP', 'S\\S', 'S[dcl]\\NP'), '<B');
    assert.equal(binary('(S[dcl]\\NP)/NP', '(S\\NP)\\(S\\NP)', '(S[dcl]\\NP)/NP'), '<B×');
    assert.equal(binary('S/S', 'S[dcl]\\NP', 'S[dcl]\\NP'), '>B×');
    assert.equal(binary('(S\\NP)/(S\\NP)', '((S[dcl]\\NP)/PP)/NP', '((S[dcl]\\NP)/PP)/NP'), '>B');
    assert.equal(binary('conj', 'NP', 'NP[conj]'), 'Φ');
    assert.equal(binary(',', 'NP', 'NP[conj]'), 'Φ');
    assert.equal(binary('NP', 'NP[conj]', 'NP'), 'Φ');
    assert.equal(binary('conj', 'N', 'NP[conj]'), 'Φ*');
    assert.equal(binary('S[dcl]', '.', 'S[dcl]'), 'p');
    assert.equal(binary('LRB', 'NP', 'NP'), 'p');
    assert.equal(binary('NP', 'NP', 'NP'), null);
    assert.equal(binary('NP/N', 'N', 'N'), null);
  });

  it('is told by what it makes of one', () => {
    const unary = (child: string, result: string): string =>
      unaryRule(parseCategory(child), parseCategory(result));
    assert.equal(unary('NP', 'S/(S\\NP)'), 'T');
    assert.equal(unary('NP', 'S[dcl]/(S[dcl]/NP)'), 'T');
    assert.equal(unary('N', 'NP'), 'U');
    assert.equal(unary('S[pss]\\NP', 'NP\\NP'), 'U');
  });
});
