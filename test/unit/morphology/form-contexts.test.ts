import assert from 'node:assert/strict';
import { FormContexts } from '../../../server/src/morphology/form-contexts.ts';

/** A tree of rows `lemma head label features`; heads count from 1. */
function contextsOf(lemma: string, ...rows: readonly string[]): readonly string[] {
  const columns = rows.map((row) => row.split(' '));
  const lemmas = columns.map(([first]) => first);
  return new FormContexts({
    lemmas,
    features: columns.map(([, , , features = '_']) => features),
    heads: columns.map(([, head]) => Number(head)),
    labels: columns.map(([, , label]) => label),
  }).of(lemmas.indexOf(lemma));
}

const they = 'they 3 nsubj Person=3|PronType=Prs';

describe('what a tree says about the form of a word', () => {
  it('is its label, its head, and the subject, auxiliaries and negation of their clause', () => {
    const contexts = contextsOf('be', they, 'be 3 aux', 'sleep 0 root', 'not 3 advmod');
    for (const context of [
      'label aux',
      'head sleep',
      'subject they',
      'subject they, label aux',
      'subject of pronouns',
      'negated',
    ]) {
      assert.ok(contexts.includes(context), context);
    }
    const ofNot = contextsOf('not', they, 'be 3 aux', 'sleep 0 root', 'not 3 advmod');
    assert.ok(ofNot.includes('auxiliaries be'));
    assert.ok(!ofNot.includes('negated'));
  });

  it('tells subjects of one word from longer ones', () => {
    assert.ok(
      contextsOf('be', 'dog 3 nsubj', 'be 3 cop', 'late 0 root').includes('subject of one word'),
    );
    assert.ok(
      contextsOf('be', 'the 2 det', 'dog 4 nsubj', 'be 4 cop', 'late 0 root').includes(
        'subject of several words',
      ),
    );
    assert.ok(contextsOf('be', 'be 2 cop', 'late 0 root').includes('subject none'));
  });

  it('is the style of the other words', () => {
    const careless = contextsOf(
      'be',
      'I 3 nsubj Person=1|PronType=Prs',
      'be 3 aux',
      'go 0 root Typo=Yes',
      '! 3 punct',
    );
    for (const context of [
      'careless',
      'first persons 1',
      'second persons 0',
      'has !',
      'length 0',
    ]) {
      assert.ok(careless.includes(context), context);
    }
    // The word's own spelling is known by its features.
    assert.ok(!contextsOf('go', 'go 0 root Typo=Yes', '! 1 punct').includes('careless'));
  });

  it('is how the next word begins, of a determiner before a known word', () => {
    const begins = (...rows: readonly string[]): string | undefined =>
      contextsOf('a', ...rows).find((context) => /^before .{1,2}-$/.test(context));
    assert.equal(begins('a 2 det', 'owl 0 root'), 'before o-');
    assert.equal(begins('owl 0 root', 'a 1 det', 'old 1 amod'), 'before o-');
    assert.equal(begins('a 4 det', 'very 3 advmod', 'old 4 amod', 'dog 0 root'), 'before v-');
    assert.equal(begins('a 3 det', 'old 3 amod', 'stone 3 compound', 'wall 0 root'), 'before o-');
    assert.equal(begins('a 4 det', 'old 4 amod', 'grey 4 amod', 'wall 0 root'), undefined);
    assert.equal(begins('a 2 case', 'owl 0 root'), undefined);
    assert.equal(begins('a 3 det', 'FBI 3 compound', 'man 0 root'), 'before f-');
    assert.ok(contextsOf('a', 'a 2 det', 'FBI 0 root').includes('before F-'));
    assert.equal(begins('a 2 det', '😀 0 root'), 'before 😀-');
  });

  it('leaves out the order of the words', () => {
    const rows = [they, 'be 3 aux', 'sleep 0 root'];
    assert.deepEqual(
      contextsOf('be', ...rows),
      contextsOf('be', 'be 2 aux', 'sleep 0 root', they.replace('3', '2')),
    );
    assert.deepEqual(
      contextsOf('be', 'there 2 expl', 'be 0 root', 'dog 2 nsubj'),
      contextsOf('be', 'dog 2 nsubj', 'be 0 root', 'there 2 expl'),
    );
  });
});
