import {
  DebugSession,
  Handles,
  InitializedEvent,
  OutputEvent,
  StoppedEvent,
  TerminatedEvent,
} from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Range, TraceResult } from '../../../server/src/lsp/protocol.ts';
import { commands, evaluate, NoAnswer, type Answer } from './console.ts';
import type { Target } from './breakpoints.ts';
import { TraceCursor, type DebugState, type Exception, type Frame, type Stop } from './cursor.ts';
import { scopesOf, type Variable } from './variables.ts';

/** A configuration of `launch.json`; `package.json` describes its properties. */
export interface LaunchArguments extends DebugProtocol.LaunchRequestArguments {
  /** The `.bow` file: a path or a URI. */
  readonly program: string;
  /**
   * The bag's name; for an unnamed bag, its number in the file: `bag 3`. If it is missing, `line`
   * chooses the bag.
   */
  readonly bag?: string;
  /** A line in the bag or near it, from 1. */
  readonly line?: number;
  /** The number of the expectation to follow, from 1. */
  readonly expect?: number;
  readonly stopOnEntry?: boolean;
}

/**
 * The trace of a search, and the path of the bag's file as debug adapters pass it to the editor.
 */
export interface Launched {
  readonly result: TraceResult;
  readonly path: string;
}

export interface SessionOptions {
  /** Requests the trace. If the promise rejects, the user sees the error. */
  launch(args: LaunchArguments, signal: AbortSignal): Promise<Launched>;
  /** Receives the position at each stop, and null when the session ends. */
  onState(state: DebugState | null): void;
  onFailure(message: string): void;
}

const exceptionFilters: readonly (DebugProtocol.ExceptionBreakpointsFilter & {
  readonly filter: Exception;
})[] = [
  {
    filter: 'lost',
    label: 'Expectation Leaves the Beam',
    description: 'Stops at the step in which the beam loses the expected sentence.',
    default: true,
  },
  {
    filter: 'unknown-word',
    label: 'Unknown Word',
    description: 'Stops when the search takes a word that is not in the training data.',
  },
  {
    filter: 'unseen-pair',
    label: 'Unseen Pair of Tags',
    description:
      'Stops when the search builds an arc between two tags that no training sentence joins.',
  },
];

const reasons: Record<Stop['reason'], string> = {
  entry: 'Nothing is built yet',
  step: 'Paused after a step',
  breakpoint: 'Paused on a breakpoint',
  exception: 'Paused',
  end: 'The sentence is whole',
};

const NOT_STARTED = 'Nothing was started.';

/**
 * A frame has the id `followed * FRAMES + depth + 1`. `followed` is the index of a sentence that
 * the trace follows. `depth` is the index of the frame in the stack of this sentence's hypothesis,
 * and is less than FRAMES.
 */
const FRAMES = 1 << 12;

/**
 * The debug adapter. It answers the requests of the Debug Adapter Protocol from the trace of a
 * search. Each sentence that the trace follows is a thread. The hypothesis of a thread is the part
 * of the sentence that is built so far. All threads are at the same step. Lines and columns count
 * from 1.
 */
export class TraceSession extends DebugSession {
  readonly #options: SessionOptions;
  readonly #variables = new Handles<readonly Variable[]>();
  #abort = new AbortController();
  #args: LaunchArguments | null = null;
  #path = '';
  #cursor: TraceCursor | null = null;
  #exceptions: ReadonlySet<Exception> = new Set();
  #lastStop: Stop | null = null;

  constructor(options: SessionOptions) {
    super();
    this.#options = options;
  }

  protected override initializeRequest(response: DebugProtocol.InitializeResponse): void {
    response.body = {
      supportsConfigurationDoneRequest: true,
      supportsStepBack: true,
      supportsRestartRequest: true,
      supportsBreakpointLocationsRequest: true,
      supportsEvaluateForHovers: true,
      supportsCompletionsRequest: true,
      supportsExceptionInfoRequest: true,
      exceptionBreakpointFilters: exceptionFilters.map((one) => ({ ...one })),
    };
    this.sendResponse(response);
  }

  protected override launchRequest(
    response: DebugProtocol.LaunchResponse,
    args: LaunchArguments,
  ): void {
    this.#args = args;
    void this.#load(args).then(
      (cursor) => {
        this.#cursor = cursor;
        this.sendResponse(response);
        // This event makes the editor send its breakpoints. They need the trace, which is there
        // now.
        this.sendEvent(new InitializedEvent());
      },
      (error: unknown) => {
        // With `true`, the editor would show the error and offer to open launch.json. That does not
        // help.
        this.#fail(response, messageOf(error), false);
        if (!this.#abort.signal.aborted) this.#options.onFailure(messageOf(error));
      },
    );
  }

  protected override configurationDoneRequest(
    response: DebugProtocol.ConfigurationDoneResponse,
  ): void {
    if (this.#cursor === null) {
      this.#fail(response, NOT_STARTED);
      return;
    }
    this.sendResponse(response);
    this.#begin();
  }

  protected override restartRequest(response: DebugProtocol.RestartResponse): void {
    const former = this.#cursor;
    if (this.#args === null || former === null) {
      this.#fail(response, NOT_STARTED);
      return;
    }
    // The title finds the bag even if it has moved to other lines.
    void this.#load({ ...this.#args, bag: former.result.bag.title }).then(
      (cursor) => {
        cursor.breakpoints.set(former.breakpoints.asked);
        this.#cursor = cursor;
        this.sendResponse(response);
        this.#begin();
      },
      (error: unknown) => this.#fail(response, messageOf(error)),
    );
  }

  protected override disconnectRequest(response: DebugProtocol.DisconnectResponse): void {
    this.#abort.abort();
    this.#options.onState(null);
    this.sendResponse(response);
  }

  protected override setBreakPointsRequest(
    response: DebugProtocol.SetBreakpointsResponse,
    { source, breakpoints = [] }: DebugProtocol.SetBreakpointsArguments,
  ): void {
    const isHere = source.path === this.#path;
    const set = isHere
      ? this.#here.breakpoints.set(
          breakpoints.map(({ line, column }) => ({
            line: line - 1,
            character: column === undefined ? null : column - 1,
          })),
        )
      : breakpoints.map(() => ({ id: 0, targets: [] }));
    response.body = {
      breakpoints: set.map(({ id, targets }, i) => {
        const target = targets.at(0);
        if (target !== undefined) {
          const place = breakpoints[i].column === undefined ? {} : locationOf(target);
          return { id, verified: true, line: breakpoints[i].line, ...place };
        }
        const { title } = this.#here.result.bag;
        const message = `No word and no arc of the bag \`${title}\` is written here.`;
        return { ...(isHere && { id }), verified: false, line: breakpoints[i].line, message };
      }),
    };
    this.sendResponse(response);
  }

  protected override breakpointLocationsRequest(
    response: DebugProtocol.BreakpointLocationsResponse,
    { source, line, endLine }: DebugProtocol.BreakpointLocationsArguments,
  ): void {
    const targets =
      source.path === this.#path
        ? this.#here.breakpoints.onLines(line - 1, (endLine ?? line) - 1)
        : [];
    response.body = { breakpoints: targets.map(locationOf) };
    this.sendResponse(response);
  }

  protected override setExceptionBreakPointsRequest(
    response: DebugProtocol.SetExceptionBreakpointsResponse,
    { filters }: DebugProtocol.SetExceptionBreakpointsArguments,
  ): void {
    const chosen = exceptionFilters.filter(({ filter }) => filters.includes(filter));
    this.#exceptions = new Set(chosen.map(({ filter }) => filter));
    if (this.#cursor !== null) this.#cursor.exceptions = this.#exceptions;
    this.sendResponse(response);
  }

  protected override exceptionInfoRequest(response: DebugProtocol.ExceptionInfoResponse): void {
    const raised = this.#lastStop?.exception;
    response.body = {
      exceptionId: exceptionFilters.find(({ filter }) => filter === raised?.kind)?.label ?? '',
      description: raised?.text ?? '',
      breakMode: 'always',
    };
    this.sendResponse(response);
  }

  protected override threadsRequest(response: DebugProtocol.ThreadsResponse): void {
    const { followed } = this.#here;
    // The expected sentence comes first: the user debugs it, and might not see it at the end of a
    // long list.
    const order = [...followed.keys()].sort(
      (a, b) => Number(followed[b].isExpected) - Number(followed[a].isExpected),
    );
    const threads = order.map((i) => ({ id: i + 1, name: this.#here.nameOf(i) }));
    response.body = { threads };
    this.sendResponse(response);
  }

  protected override stackTraceRequest(
    response: DebugProtocol.StackTraceResponse,
    { threadId, startFrame = 0, levels = 0 }: DebugProtocol.StackTraceArguments,
  ): void {
    const followed = this.#followedBy(response, threadId);
    if (followed === null) return;
    const source = { name: /[^\\/]*$/.exec(this.#path)![0], path: this.#path };
    const frames = this.#here.framesOf(followed).map(({ name, range }, depth) => ({
      ...{ id: followed * FRAMES + depth + 1, name, source },
      ...positionOf(range),
    }));
    const end = levels > 0 ? startFrame + levels : frames.length;
    response.body = { stackFrames: frames.slice(startFrame, end), totalFrames: frames.length };
    this.sendResponse(response);
  }

  protected override scopesRequest(
    response: DebugProtocol.ScopesResponse,
    { frameId }: DebugProtocol.ScopesArguments,
  ): void {
    const found = this.#frame(response, frameId);
    if (found === null) return;
    const { followed, frame } = found;
    const scopes = frame === null ? [] : scopesOf(this.#here, followed, frame);
    response.body = {
      scopes: scopes.map(({ name, children = [] }) => ({
        ...{ name, expensive: false, namedVariables: children.length },
        variablesReference: this.#variables.create(children),
      })),
    };
    this.sendResponse(response);
  }

  protected override variablesRequest(
    response: DebugProtocol.VariablesResponse,
    { variablesReference }: DebugProtocol.VariablesArguments,
  ): void {
    const variables = this.#variables.get(variablesReference, []);
    response.body = { variables: variables.map((one) => this.#variable(one)) };
    this.sendResponse(response);
  }

  protected override evaluateRequest(
    response: DebugProtocol.EvaluateResponse,
    { expression, frameId }: DebugProtocol.EvaluateArguments,
  ): void {
    const found = this.#frame(response, frameId ?? 0);
    if (found === null) return;
    let answer: Answer;
    try {
      answer = evaluate(this.#here, found.followed, expression);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.#fail(response, error.message, false);
      return;
    }
    const { text: result, details = [] } = answer;
    const variablesReference = details.length === 0 ? 0 : this.#variables.create(details);
    response.body = { result, variablesReference };
    this.sendResponse(response);
  }

  protected override completionsRequest(
    response: DebugProtocol.CompletionsResponse,
    { text, column }: DebugProtocol.CompletionsArguments,
  ): void {
    const typed = /\S*$/.exec(text.slice(0, column - 1))![0];
    const words = this.#here.result.words.map(({ name }) => name);
    const targets = [...commands, ...new Set(words)]
      .filter((label) => label.startsWith(typed))
      .map((label) => ({ label, start: column - 1 - typed.length, length: typed.length }));
    response.body = { targets };
    this.sendResponse(response);
  }

  protected override nextRequest(
    response: DebugProtocol.NextResponse,
    { threadId }: DebugProtocol.NextArguments,
  ): void {
    this.#move(response, threadId, (cursor, followed) => cursor.next(followed));
  }

  protected override stepInRequest(
    response: DebugProtocol.StepInResponse,
    { threadId }: DebugProtocol.StepInArguments,
  ): void {
    this.#move(response, threadId, (cursor, followed) => cursor.next(followed));
  }

  protected override stepOutRequest(
    response: DebugProtocol.StepOutResponse,
    { threadId }: DebugProtocol.StepOutArguments,
  ): void {
    this.#move(response, threadId, (cursor, followed) => cursor.out(followed));
  }

  protected override stepBackRequest(
    response: DebugProtocol.StepBackResponse,
    { threadId }: DebugProtocol.StepBackArguments,
  ): void {
    this.#move(response, threadId, (cursor, followed) => cursor.back(followed));
  }

  protected override continueRequest(
    response: DebugProtocol.ContinueResponse,
    { threadId }: DebugProtocol.ContinueArguments,
  ): void {
    response.body = { allThreadsContinued: true };
    this.#move(response, threadId, (cursor, followed) => cursor.continue(followed));
  }

  protected override reverseContinueRequest(
    response: DebugProtocol.ReverseContinueResponse,
    { threadId }: DebugProtocol.ReverseContinueArguments,
  ): void {
    this.#move(response, threadId, (cursor, followed) => cursor.reverse(followed));
  }

  /** Between two requests, the debugger is always paused, so there is nothing to do. */
  protected override pauseRequest(response: DebugProtocol.PauseResponse): void {
    this.sendResponse(response);
  }

  get #here(): TraceCursor {
    if (this.#cursor === null) throw new Error(NOT_STARTED);
    return this.#cursor;
  }

  /** @throws {Error} with a message for the user */
  async #load(args: LaunchArguments): Promise<TraceCursor> {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { result, path } = await this.#options.launch(args, this.#abort.signal);
    this.#path = path;
    const cursor = new TraceCursor(result);
    cursor.exceptions = this.#exceptions;
    const { search, beam, followed } = result.trace;
    this.#say(
      `${result.bag.title}: search ${search}, beam ${beam}, ${followed.length} sentences followed.`,
    );
    if (result.unreachable !== null)
      this.#say(`Its expected sentence is ruled out by the bag: ${result.unreachable}`);
    return cursor;
  }

  #begin(): void {
    const cursor = this.#here;
    const { first } = cursor;
    const isAtOnce = this.#args?.stopOnEntry === true || cursor.nextOf(first) === null;
    const entry: Stop = { reason: 'entry', followed: first };
    this.#stopped(isAtOnce ? entry : cursor.continue(first));
  }

  /**
   * Moves the cursor along the hypothesis of a thread. Answers the request, then reports the stop.
   */
  #move(
    response: DebugProtocol.Response,
    threadId: number,
    move: (cursor: TraceCursor, followed: number) => Stop | null,
  ): void {
    const followed = this.#followedBy(response, threadId);
    if (followed === null) return;
    const stop = move(this.#here, followed);
    this.sendResponse(response);
    this.#stopped(stop);
  }

  /** The hypothesis of a thread. If there is none, fails the request and returns null. */
  #followedBy(response: DebugProtocol.Response, threadId: number): number | null {
    if (this.#cursor === null) {
      this.#fail(response, NOT_STARTED);
      return null;
    }
    if (threadId - 1 in this.#cursor.followed) return threadId - 1;
    this.#fail(response, `There is no thread ${threadId}.`);
    return null;
  }

  /** @param stop null at the end of the session */
  #stopped(stop: Stop | null): void {
    this.#variables.reset();
    this.#lastStop = stop;
    if (stop === null) {
      this.#options.onState(null);
      this.sendEvent(new TerminatedEvent());
      return;
    }
    const { reason, followed, exception, breakpoints } = stop;
    if (exception !== undefined) this.#say(exception.text);
    const event: DebugProtocol.StoppedEvent = new StoppedEvent(
      reason === 'end' ? 'step' : reason,
      followed + 1,
    );
    event.body.description = reasons[reason];
    event.body.allThreadsStopped = true;
    if (exception !== undefined) event.body.text = exception.text;
    if (breakpoints !== undefined) event.body.hitBreakpointIds = [...breakpoints];
    this.sendEvent(event);
    this.#options.onState(this.#here.stateOf(followed));
  }

  /**
   * The debugger's state when it shows the hypothesis of a thread; null if the thread does not
   * exist.
   */
  stateOf(threadId: number): DebugState | null {
    if (this.#cursor === null || !(threadId - 1 in this.#cursor.followed)) return null;
    return this.#cursor.stateOf(threadId - 1);
  }

  /**
   * The hypothesis and the frame of a frame id. For the id 0, the hypothesis of the last stop,
   * without a frame. If the id names no hypothesis, fails the request and returns null.
   *
   * @param frameId 0 if the editor sends none
   */
  #frame(
    response: DebugProtocol.Response,
    frameId: number,
  ): { readonly followed: number; readonly frame: Frame | null } | null {
    if (this.#cursor === null) {
      this.#fail(response, NOT_STARTED);
      return null;
    }
    if (frameId === 0) return { followed: this.#lastStop?.followed ?? 0, frame: null };
    const followed = Math.floor((frameId - 1) / FRAMES);
    if (followed in this.#cursor.followed) {
      const frames = this.#cursor.framesOf(followed);
      return { followed, frame: frames.at((frameId - 1) % FRAMES) ?? null };
    }
    this.#fail(response, `There is no frame ${frameId}.`);
    return null;
  }

  #variable({ name, value, type, children = [] }: Variable): DebugProtocol.Variable {
    const variablesReference = children.length === 0 ? 0 : this.#variables.create(children);
    return { name, value, ...(type !== undefined && { type }), variablesReference };
  }

  #say(text: string): void {
    this.sendEvent(new OutputEvent(`${text}\n`, 'stdout'));
  }

  #fail(response: DebugProtocol.Response, text: string, showUser = true): void {
    this.sendErrorResponse(response, {
      id: 1,
      format: '{_text}',
      variables: { _text: text },
      showUser,
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function positionOf({ start, end }: Range) {
  return {
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

function locationOf({ range }: Target) {
  return positionOf(range);
}
