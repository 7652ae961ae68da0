import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  bowline,
  closeAll,
  hint,
  open,
  openNew,
  realization,
  replace,
  sortedWords,
} from './support.ts';

const dog = `bag dog {
  words:
    the/DT dog/NN barks/VBZ ./.
  deps:
    barks -> dog .
    dog -> the
}
`;

describe('Realizing in the editor', () => {
  afterEach(closeAll);

  it('has a model as soon as a file is open', async () => {
    await openNew('ready.bow', dog);
    const status = await (await bowline()).ready();
    assert.notEqual(status.state, 'no-model', status.problem?.message ?? '');
  });

  it('realizes an example when it is opened, without a problem', async () => {
    const document = await open('figure-4.bow');
    assert.equal(document.languageId, 'bow');
    const { status, realizations } = await realization(document, 'talcott');
    assert.equal(status, 'complete');
    assert.ok(realizations.length > 0);
    const errors = vscode.languages
      .getDiagnostics(document.uri)
      .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
    assert.deepEqual(errors, []);
  });

  it('shows the first sentence as an inlay hint on the first line of the bag', async () => {
    const document = await openNew('dog.bow', dog);
    const label = await hint(document, 'bag dog');
    const { realizations } = await realization(document, 'dog');
    assert.ok(realizations[0]);
    assert.ok(label.includes(realizations[0].display), label);
  });

  it('keeps the words, the tags and the arcs that were given', async () => {
    const document = await openNew('dog.bow', dog);
    const { realizations } = await realization(document, 'dog');
    for (const { text, tokens } of realizations) {
      assert.deepEqual(sortedWords(text), ['.', 'barks', 'dog', 'the']);
      const headOf = (form: string): string | undefined => {
        const head = tokens.find((token) => token.form === form)?.head;
        return head === undefined || head === 0 ? undefined : tokens[head - 1]?.form;
      };
      assert.equal(headOf('dog'), 'barks');
      assert.equal(headOf('the'), 'dog');
      assert.equal(headOf('barks'), undefined);
      assert.equal(tokens.find(({ form }) => form === 'barks')?.tag, 'VBZ');
    }
  });

  it('realizes a changed bag anew when the file is saved', async () => {
    const document = await openNew('saved.bow', dog);
    await hint(document, 'bag dog', (label) => /barks/i.test(label));
    await replace(document, 'barks/VBZ', 'sleeps/VBZ');
    await replace(document, 'barks ->', 'sleeps ->');
    await document.save();
    const label = await hint(document, 'bag dog', (shown) => /sleeps/i.test(shown));
    assert.doesNotMatch(label, /barks/i);
  });

  it('gives the same realizations whatever the order of the words', async () => {
    const first = await openNew('dog.bow', dog);
    const second = await openNew(
      'shuffled.bow',
      dog.replace('the/DT dog/NN barks/VBZ ./.', './. barks/VBZ dog/NN the/DT'),
    );
    const texts = async (document: vscode.TextDocument): Promise<string[]> =>
      (await realization(document, 'dog')).realizations.map(({ text }) => text);
    assert.deepEqual(await texts(first), await texts(second));
  });
});
