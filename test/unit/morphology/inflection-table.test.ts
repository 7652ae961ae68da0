import assert from 'node:assert/strict';
import { english } from '../../../server/src/morphology/english.ts';
import { irregularForms } from '../../../server/src/morphology/inflection-table.ts';

const rowsOf = (...lines: readonly string[]): readonly string[] =>
  irregularForms(lines.join('\n'), english).map(
    ({ lemma, tag, form }) => `${lemma}/${tag} ${form}`,
  );

describe('a table of inflections', () => {
  it('gives only the forms that the rules do not give', () => {
    assert.deepEqual(
      rowsOf(
        'dog,noun,dogs',
        'mouse,noun,mice',
        'walk,verb,walked,,walking,walks',
        'write,verb,wrote,written,writing,writes',
        'good,adj,better,best',
        'well,adv,better,best',
        'big,adj,bigger,biggest',
        'abstract,adj,,',
      ),
      [
        'good/JJR better',
        'good/JJS best',
        'mouse/NNS mice',
        'well/RBR better',
        'well/RBS best',
        'write/VBD wrote',
        'write/VBN written',
      ],
    );
  });

  it('takes the first alternative', () => {
    assert.deepEqual(rowsOf('index,noun,indexes/indices', 'wake,verb,woke/waked,waked/woken,,'), [
      'wake/VBD woke',
    ]);
    assert.deepEqual(rowsOf('alga,noun,algae/algas'), ['alga/NNS algae']);
  });

  it('takes the past for the participle where only that is listed', () => {
    assert.deepEqual(rowsOf('tell,verb,told,,telling,tells'), ['tell/VBD told', 'tell/VBN told']);
    // A regular participle is not listed beside an irregular one.
    assert.deepEqual(rowsOf('burn,verb,burned/burnt,burnt,burning,burns'), []);
    assert.deepEqual(rowsOf('prove,verb,proved,proven,proving,proves'), ['prove/VBN proven']);
  });

  it('does not take a mass noun for its plural', () => {
    assert.deepEqual(rowsOf('research,noun,research', 'Acton,noun,Acton/Actons'), []);
  });

  it('skips lines that are none, and words with other signs', () => {
    assert.deepEqual(
      rowsOf('', 'nonsense', "OK,verb,o.k.'d,,o.k.'ing,o.k.'s", 'ox,shout,oxen'),
      [],
    );
  });
});
