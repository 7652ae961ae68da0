import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugState } from '../../../client/src/debug/cursor.ts';
import {
  TraceSession,
  type Launched,
  type LaunchArguments,
} from '../../../client/src/debug/session.ts';
import { lost, text, tracedBag } from './traced.ts';

const path = '/a/first.bow';
const program = 'file:///a/first.bow';
const plain: Launched = { path, result: tracedBag(text, 1) };

const editor = { adapterID: 'bowline', pathFormat: 'path' };

/** An editor that speaks the Debug Adapter Protocol. */
class Client {
  readonly events: DebugProtocol.Event[] = [];
  readonly states: (DebugState | null)[] = [];
  readonly failures: string[] = [];
  readonly responses: DebugProtocol.Response[] = [];
  readonly launches: { readonly args: LaunchArguments; readonly signal: AbortSignal }[] = [];
  readonly #session: TraceSession;
  readonly #waiting = new Map<number, (response: DebugProtocol.Response) => void>();
  #seq = 0;

  constructor(launch: () => Promise<Launched> = () => Promise.resolve(plain)) {
    this.#session = new TraceSession({
      launch: (args, signal) => {
        this.launches.push({ args, signal });
        return launch();
      },
      onState: (state) => this.states.push(state),
      onFailure: (message) => this.failures.push(message),
    });
    this.#session.onDidSendMessage((message) => {
      const sent = message as DebugProtocol.Event | DebugProtocol.Response;
      if (sent.type === 'event') this.events.push(sent as DebugProtocol.Event);
      else {
        this.responses.push(sent as DebugProtocol.Response);
        this.#waiting.get((sent as DebugProtocol.Response).request_seq)?.(sent as never);
      }
    });
  }

  send(command: string, args: object = {}): Promise<DebugProtocol.Response> {
    const seq = ++this.#seq;
    const answered = new Promise<DebugProtocol.Response>((resolve) => {
      this.#waiting.set(seq, resolve);
    });
    const request = { type: 'request', seq, command, arguments: args } as const;
    this.#session.handleMessage(request);
    return answered;
  }

  /** @throws {Error} with what the editor would show */
  async ask<B>(command: string, args: object = {}): Promise<B> {
    const response = await this.send(command, args);
    if (response.success) return response.body as B;
    const { format, variables } = (response as DebugProtocol.ErrorResponse).body.error!;
    throw new Error(format.replace(/\{(\w+)\}/g, (_, name: string) => variables![name]));
  }

  /** As editors begin. */
  async start(
    args: Partial<LaunchArguments> = {},
    { lines = [] as number[], filters = [] as string[] } = {},
  ) {
    const capabilities = await this.ask<DebugProtocol.Capabilities>('initialize', editor);
    await this.ask('launch', { program, ...args });
    const { breakpoints } = await this.setBreakpoints(...lines);
    await this.ask('setExceptionBreakpoints', { filters });
    await this.ask('configurationDone');
    return { capabilities, breakpoints };
  }

  setBreakpoints(...lines: number[]): Promise<DebugProtocol.SetBreakpointsResponse['body']> {
    const breakpoints = lines.map((line) => ({ line }));
    return this.ask('setBreakpoints', { source: { path }, breakpoints });
  }

  /** Where it has stopped, and why. */
  get stop(): DebugProtocol.StoppedEvent['body'] {
    const stopped = this.events.filter(({ event }) => event === 'stopped').at(-1);
    assert.ok(stopped !== undefined, 'it has stopped');
    return stopped.body as DebugProtocol.StoppedEvent['body'];
  }

  get isOver(): boolean {
    return this.events.at(-1)?.event === 'terminated';
  }

  async frames(threadId = 1): Promise<DebugProtocol.StackFrame[]> {
    const body = await this.ask<DebugProtocol.StackTraceResponse['body']>('stackTrace', {
      threadId,
    });
    return body.stackFrames;
  }

  /** What the variables view shows of a frame: the scopes, and of one of them its lines. */
  async variables(frameId: number, scope: string) {
    const { scopes } = await this.ask<DebugProtocol.ScopesResponse['body']>('scopes', { frameId });
    const { variablesReference } = scopes.find(({ name }) => name === scope)!;
    const body = await this.ask<DebugProtocol.VariablesResponse['body']>('variables', {
      variablesReference,
    });
    return {
      scopes: scopes.map(({ name }) => name),
      lines: body.variables.map(({ name, value }) => `${name} ${value}`),
    };
  }
}

/** What `launch.json` may say, beside what any configuration may. */
const attributes: Record<
  Exclude<keyof LaunchArguments, keyof DebugProtocol.LaunchRequestArguments>,
  true
> = { program: true, bag: true, line: true, expect: true, stopOnEntry: true };

describe('a configuration of the debugger', () => {
  it('has the attributes that package.json declares', () => {
    const file = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
    const { contributes } = JSON.parse(file) as {
      contributes: {
        debuggers: { configurationAttributes: { launch: { properties: object } } }[];
      };
    };
    const { properties } = contributes.debuggers[0].configurationAttributes.launch;
    assert.deepEqual(Object.keys(properties).sort(), Object.keys(attributes).sort());
  });
});

describe('a debug session', () => {
  const [best] = plain.result.trace.followed;

  it('can go back in time, be restarted, and stop where an expectation leaves the beam', async () => {
    const { capabilities } = await new Client().start();
    assert.equal(capabilities.supportsStepBack, true);
    assert.equal(capabilities.supportsRestartRequest, true);
    assert.deepEqual(
      capabilities.exceptionBreakpointFilters?.map((one) => [one.filter, one.default ?? false]),
      [
        ['lost', true],
        ['unknown-word', false],
        ['unseen-pair', false],
      ],
    );
  });

  it('stops before the first step where it is told to, and shows the bag', async () => {
    const client = new Client();
    await client.start({ stopOnEntry: true });
    assert.equal(client.stop.reason, 'entry');
    assert.deepEqual(client.stop.threadId, 1);
    const frames = await client.frames();
    assert.deepEqual(
      frames.map(({ name, line, source }) => [name, line, source?.path]),
      [['first', 1, path]],
    );
    const { scopes, lines } = await client.variables(frames[0].id, 'Legal actions');
    assert.deepEqual(scopes, ['Step', 'Words left', 'Legal actions']);
    assert.equal(lines.length, best.steps[0].legal.length);
    assert.deepEqual(client.states.at(-1)?.left.length, best.tokens.length);
  });

  it('runs to the last step where nothing stops it, stays there, and ends with one more', async () => {
    const client = new Client();
    await client.start();
    assert.equal(client.stop.description, 'The sentence is whole');
    const [top, ...rest] = await client.frames();
    assert.deepEqual([top.name, rest], [best.text, []]);
    assert.equal(client.states.at(-1)?.step, best.steps.length);
    await client.ask('next', { threadId: 1 });
    assert.ok(client.isOver);
    assert.equal(client.states.at(-1), null);
  });

  it('steps on and back, out of a tree, and runs both ways to breakpoints', async () => {
    const client = new Client();
    const { breakpoints } = await client.start({}, { lines: [4, 1] });
    assert.deepEqual(
      breakpoints.map(({ verified, line }) => [verified, line]),
      [
        [true, 4],
        [false, 1],
      ],
    );
    assert.match(breakpoints[1].message ?? '', /No word and no arc of the bag `first`/);
    assert.equal(client.stop.reason, 'breakpoint');
    assert.deepEqual(client.stop.hitBreakpointIds, [breakpoints[0].id]);
    const at = (): number => client.states.at(-1)!.step;
    const here = at();
    await client.ask('next', { threadId: 1 });
    await client.ask('stepIn', { threadId: 1 });
    assert.equal(at(), here + 2);
    await client.ask('stepBack', { threadId: 1 });
    assert.equal(at(), here + 1);
    await client.ask('reverseContinue', { threadId: 1 });
    assert.equal(at(), here);
    await client.ask('reverseContinue', { threadId: 1 });
    assert.deepEqual([at(), client.stop.reason], [0, 'entry']);
    await client.ask('continue', { threadId: 1 });
    assert.equal(at(), here);
    const { length } = await client.frames();
    await client.ask('stepOut', { threadId: 1 });
    assert.ok(at() > here);
    assert.ok(
      (await client.frames()).length < length || client.stop.description !== 'Paused after a step',
    );
  });

  it('has a thread for each hypothesis; all stand at the same step', async () => {
    const client = new Client();
    await client.start({}, { lines: [4] });
    const { threads } = await client.ask<DebugProtocol.ThreadsResponse['body']>('threads');
    assert.deepEqual(
      threads.map(({ name }) => name.split(':')[0]),
      ['First', 'No. 2'],
    );
    for (const [i, { id }] of threads.entries()) {
      const [top] = await client.frames(id);
      const { lines } = await client.variables(top.id, 'Step');
      const { steps } = plain.result.trace.followed[i];
      assert.equal(lines[0], `step ${client.states.at(-1)!.step} of ${steps.length}`);
    }
  });

  it('stops where the expected sentence leaves the beam, and says so', async () => {
    const result = lost();
    const client = new Client(() => Promise.resolve({ path, result }));
    await client.start({}, { filters: ['lost'] });
    const expected = result.trace.followed.findIndex(({ isExpected }) => isExpected);
    assert.equal(client.stop.reason, 'exception');
    assert.equal(client.stop.threadId, expected + 1);
    assert.equal(client.states.at(-1)?.step, result.trace.followed[expected].loss!.step);
    const info = await client.ask<DebugProtocol.ExceptionInfoResponse['body']>('exceptionInfo', {
      threadId: 1,
    });
    assert.equal(info.exceptionId, 'Expectation Leaves the Beam');
    assert.match(info.description ?? '', /the beam has lost “c b a zebra”/);
  });

  it('answers in the debug console, and when the mouse rests on a word', async () => {
    const client = new Client();
    await client.start({ stopOnEntry: true });
    const [{ id: frameId }] = await client.frames();
    const answer = (expression: string): Promise<DebugProtocol.EvaluateResponse['body']> =>
      client.ask('evaluate', { expression, frameId });
    assert.match((await answer('zebra')).result, /^SHIFT zebra\/Z [+−]?\d+$/);
    await assert.rejects(answer('giraffe'), /^Error: The bag has no word “giraffe”/);
    await client.ask('next', { threadId: 1 });
    const [{ id: next }] = await client.frames();
    const beam = await client.ask<DebugProtocol.EvaluateResponse['body']>('evaluate', {
      ...{ expression: 'beam', frameId: next },
    });
    assert.notEqual(beam.variablesReference, 0);
    const { targets } = await client.ask<DebugProtocol.CompletionsResponse['body']>('completions', {
      ...{ text: 'why z', column: 6 },
    });
    assert.deepEqual(targets, [{ label: 'zebra', start: 4, length: 1 }]);
  });

  it('offers each word of a line for a breakpoint, and takes one of them alone', async () => {
    const client = new Client();
    await client.start({ stopOnEntry: true });
    const source = { path };
    const { breakpoints: places } = await client.ask<
      DebugProtocol.BreakpointLocationsResponse['body']
    >('breakpointLocations', { source, line: 3 });
    assert.deepEqual(
      places.map(({ line, column }) => [line, column]),
      [
        [3, 5],
        [3, 9],
      ],
    );
    const set = await client.ask<DebugProtocol.SetBreakpointsResponse['body']>('setBreakpoints', {
      source,
      breakpoints: [{ line: 3, column: 9 }],
    });
    assert.deepEqual(set.breakpoints[0].column, 9);
    await client.ask('continue', { threadId: 1 });
    const { steps, tokens } = best;
    const taken = steps[client.states.at(-1)!.step - 1].taken!;
    assert.equal(tokens[taken - 1].form, 'b');
    const other = await client.ask<DebugProtocol.SetBreakpointsResponse['body']>('setBreakpoints', {
      source: { path: '/b.bow' },
      breakpoints: [{ line: 3 }],
    });
    assert.equal(other.breakpoints[0].verified, false, 'another file');
  });

  it('answers each request about an unknown thread or frame once, and says so', async () => {
    const steps = ['next', 'stepIn', 'stepOut', 'stepBack', 'continue', 'reverseContinue'];
    const threads = [...steps, 'stackTrace'];
    const client = new Client();
    await client.ask('initialize', editor);
    for (const command of [...threads, 'configurationDone', 'restart']) {
      await assert.rejects(client.ask(command, { threadId: 1 }), /^Error: Nothing was started\.$/);
    }
    await client.start({ stopOnEntry: true });
    for (const threadId of [99, 0, -1, 1.5, null, 'x']) {
      for (const command of threads) {
        await assert.rejects(client.ask(command, { threadId }), /^Error: There is no thread .+\.$/);
      }
    }
    for (const frameId of [1e9, -1, 'x']) {
      for (const command of ['scopes', 'evaluate']) {
        const asked = client.ask(command, { frameId, expression: 'score' });
        await assert.rejects(asked, /^Error: There is no frame .+\.$/);
      }
    }
    const answered = client.responses.map(({ request_seq }) => request_seq);
    assert.equal(new Set(answered).size, answered.length);
    assert.equal(client.stop.reason, 'entry');
    assert.equal(client.events.filter(({ event }) => event === 'stopped').length, 1);
  });

  it('says why nothing can be debugged', async () => {
    const client = new Client(() => Promise.reject(new Error('The file has no bags.')));
    await client.ask('initialize', editor);
    await assert.rejects(client.ask('launch', { program }), /^Error: The file has no bags\.$/);
    const answer = await client.send('launch', { program });
    assert.equal((answer.body as DebugProtocol.ErrorResponse['body']).error?.showUser, false);
    assert.deepEqual(client.failures, ['The file has no bags.', 'The file has no bags.']);
  });

  it('gives up what it waits for when it is stopped', async () => {
    const client = new Client(() => new Promise(() => undefined));
    await client.ask('initialize', editor);
    void client.send('launch', { program });
    assert.equal(client.launches[0].signal.aborted, false);
    await client.ask('disconnect');
    assert.equal(client.launches[0].signal.aborted, true);
  });

  it('is restarted with the bag as it is by then, and keeps its breakpoints', async () => {
    const client = new Client();
    await client.start({ line: 3 }, { lines: [4] });
    const { step } = client.states.at(-1)!;
    await client.ask('continue', { threadId: 1 });
    await client.ask('restart');
    assert.deepEqual(
      client.launches.map(({ args }) => [args.bag, args.line]),
      [
        [undefined, 3],
        ['first', 3],
      ],
    );
    assert.equal(client.stop.reason, 'breakpoint');
    assert.equal(client.states.at(-1)!.step, step);
  });
});
