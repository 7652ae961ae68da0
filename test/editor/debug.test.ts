import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { BagDebugState } from '../../client/src/debug/cursor.ts';
import { bowline, closeAll, openNew, realization, until } from './support.ts';

const text = `bag other {
  words: dogs bark .
}

# With a beam of one the expected sentence is lost.
bag surprise {
  words: only/RB he/PRP said/VBD that/IN he/PRP loved/VBD her/PRP ./.
  expect:
    he said that only he loved her .
}
`;

describe('Debugging a search', () => {
  const settings = vscode.workspace.getConfiguration('bowline');
  const setBeam = (beam: number | undefined): Thenable<void> =>
    settings.update('beam', beam, vscode.ConfigurationTarget.Global);
  let states: (readonly BagDebugState[])[] = [];
  let listening: vscode.Disposable;

  before(async () => {
    await setBeam(1);
    listening = (await bowline()).onDebugState((state) => states.push(state));
  });
  beforeEach(() => (states = []));
  afterEach(async () => {
    await vscode.debug.stopDebugging();
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
    await closeAll();
  });
  after(async () => {
    listening.dispose();
    await setBeam(undefined);
  });

  /** The frame that the editor shows, once it has stopped at a step. */
  async function stoppedAt(isWanted: (state: BagDebugState) => boolean) {
    const state = await until('the debugger has stopped', () => {
      const last = states.at(-1)?.at(-1);
      return last && isWanted(last) ? last : null;
    });
    const frame = await until('the editor shows where', () => {
      const item = vscode.debug.activeStackItem;
      return item instanceof vscode.DebugStackFrame ? item : null;
    });
    return { state, frame };
  }

  const ended = (): Promise<true> =>
    until('the session has ended', () => (vscode.debug.activeDebugSession ? null : true));

  async function ask<B>(command: string, args: object): Promise<B> {
    return (await vscode.debug.activeDebugSession!.customRequest(command, args)) as B;
  }

  /** Puts the cursor on a text of a document. */
  async function goTo(document: vscode.TextDocument, written: string): Promise<void> {
    const editor = await vscode.window.showTextDocument(document);
    const position = document.positionAt(document.getText().indexOf(written));
    editor.selection = new vscode.Selection(position, position);
  }

  it('starts with F5 at the cursor, and stops when the expectation leaves the beam', async () => {
    const document = await openNew('debug.bow', text);
    await goTo(document, 'only/RB');
    await vscode.commands.executeCommand('workbench.action.debug.start');
    const { state, frame } = await stoppedAt(({ isExpected }) => isExpected);
    assert.equal(state.uri, document.uri.toString());
    assert.equal(state.bag, 'surprise');
    assert.equal(vscode.debug.activeDebugSession?.name, 'surprise');
    assert.equal(state.text, 'he said that only he loved her .');
    assert.ok(state.step > 0 && state.left.length > 0);

    const { threads } = await ask<DebugProtocol.ThreadsResponse['body']>('threads', {});
    assert.deepEqual(
      threads.map(({ name }) => name.split(':')[0]),
      ['Expected', 'First'],
    );
    const { stackFrames } = await ask<DebugProtocol.StackTraceResponse['body']>('stackTrace', {
      threadId: frame.threadId,
    });
    const wordsLine = document.positionAt(text.indexOf('only/RB')).line + 1;
    assert.ok(stackFrames.every(({ line }) => line === wordsLine));
    assert.equal(stackFrames.length, state.stack.length);
    const { scopes } = await ask<DebugProtocol.ScopesResponse['body']>('scopes', {
      frameId: stackFrames[0].id,
    });
    assert.deepEqual(
      scopes.map(({ name }) => name),
      ['Step', 'Tree', 'Words left', 'Beam', 'Legal actions'],
    );
    const { variables } = await ask<DebugProtocol.VariablesResponse['body']>('variables', {
      variablesReference: scopes[0].variablesReference,
    });
    assert.match(variables.find(({ name }) => name === 'beam')!.value, /^(cut off|out since)/);

    await vscode.commands.executeCommand('workbench.action.debug.stepBack');
    const back = await stoppedAt(({ step }) => step === state.step - 1);
    assert.equal(back.state.isExpected, true);

    await vscode.commands.executeCommand('workbench.action.debug.continue');
    await stoppedAt(({ step }) => step === state.step);
    await vscode.commands.executeCommand('workbench.action.debug.continue');
    await stoppedAt(({ left, stack }) => left.length === 0 && stack.length === 1);
    await vscode.commands.executeCommand('workbench.action.debug.continue');
    await ended();
    assert.deepEqual(states.at(-1), []);
  });

  it('stops at a breakpoint on a word of an unsaved file, and starts again', async () => {
    const content = 'bag new {\n  words:\n    dogs\n    bark\n}\n';
    const document = await vscode.workspace.openTextDocument({ language: 'bow', content });
    await vscode.window.showTextDocument(document);
    const location = new vscode.Location(document.uri, new vscode.Position(3, 0));
    vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(location)]);
    await vscode.commands.executeCommand('workbench.action.debug.start');
    const taken = ({ tokens, left }: BagDebugState): boolean =>
      !left.some((place) => tokens[place - 1].form === 'bark');
    const { state, frame } = await stoppedAt(taken);
    const { stackFrames } = await ask<DebugProtocol.StackTraceResponse['body']>('stackTrace', {
      threadId: frame.threadId,
    });
    assert.deepEqual([stackFrames[0].name, stackFrames[0].line], ['bark', 4]);
    const { step } = state;
    await vscode.commands.executeCommand('workbench.action.debug.continue');
    await stoppedAt((last) => last.step > step);
    await vscode.commands.executeCommand('workbench.action.debug.restart');
    await stoppedAt((last) => last.step === step);
    await vscode.commands.executeCommand('workbench.action.debug.stop');
    await ended();
  });

  it('stands where it stood in one bag when it ends in another', async () => {
    const document = await openNew('debug-two.bow', text);
    await goTo(document, 'only/RB');
    await vscode.commands.executeCommand('workbench.action.debug.start');
    await stoppedAt(({ bag }) => bag === 'surprise');
    const first = vscode.debug.activeDebugSession;
    await vscode.commands.executeCommand('bowline.debugBag', document.uri.toString(), 1);
    const { state } = await stoppedAt(({ bag }) => bag === 'other');
    assert.deepEqual(
      states.at(-1)?.map(({ bag }) => bag),
      ['surprise', 'other'],
    );
    await vscode.debug.stopDebugging(first);
    await until('the first session has ended', () => (states.at(-1)?.length === 1 ? true : null));
    assert.deepEqual(states.at(-1), [state]);
    await vscode.debug.stopDebugging();
    await ended();
    assert.deepEqual(states.at(-1), []);
  });

  it('is started by the Debug profile, after the result of the test', async () => {
    const document = await openNew('debug-test.bow', text);
    await realization(document, 'surprise');
    const { tests, onTestEnd } = await bowline();
    await until('the test is listed', () => tests.get(document.uri.toString()));
    const kinds: (string | undefined)[] = [];
    const ends = onTestEnd(({ result }) => kinds.push(result?.kind));
    await goTo(document, 'only/RB');
    const run = vscode.commands.executeCommand('testing.debugAtCursor');
    await stoppedAt(({ isExpected }) => isExpected);
    assert.deepEqual(kinds, ['failed']);
    await vscode.commands.executeCommand('workbench.action.debug.stop');
    await ended();
    await run;
    ends.dispose();
  });

  it('is offered by a lens over a bag with an unmet expectation', async () => {
    const document = await openNew('debug-lens.bow', text);
    await realization(document, 'surprise');
    const line = document.positionAt(text.indexOf('bag surprise')).line;
    const debug = await until('there is a lens', async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
        100,
      );
      return lenses.find(({ command }) => command?.title === 'Debug');
    });
    assert.equal(debug.range.start.line, line);
    const { command, arguments: args = [] } = debug.command!;
    await vscode.commands.executeCommand(command, ...(args as unknown[]));
    const { state } = await stoppedAt(({ isExpected }) => isExpected);
    assert.equal(state.bag, 'surprise');
  });
});
