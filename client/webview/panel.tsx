import { useEffect, useState } from 'preact/hooks';
import type { BagState, BagView, IdleReason, ShownResult } from '../../server/src/lsp/protocol.ts';
import type { Drawn, PanelContent, PanelMemory } from '../src/panel-messages.ts';
import { remember, remembered, send } from './host.ts';
import { Message } from './message.tsx';
import { Notice } from './notice.tsx';
import { count } from './numbers.ts';
import { Result } from './result.tsx';

/** The result that a state has to show, if any. */
function resultOf(state: BagState): ShownResult | null {
  if (state.kind === 'realized') return state.result;
  return state.kind === 'idle' || state.kind === 'working' ? state.previous : null;
}

/** The whole panel. */
export function Panel({ content }: { readonly content: PanelContent }) {
  const { view, server, file } = content;
  const [memory, setMemory] = useState<PanelMemory>(remembered);
  const change = (part: Partial<PanelMemory>): void => setMemory((last) => ({ ...last, ...part }));

  const result = view === null || server === 'stopped' ? null : resultOf(view.state);
  const realizations = result?.realizations ?? [];
  // What was chosen stays chosen while it is in the list, whatever its rank.
  const chosen = Math.max(
    0,
    realizations.findIndex(({ text }) => text === memory.chosen),
  );

  const uri = view?.uri ?? null;
  const line = view?.bag?.line ?? 0;
  useEffect(() => {
    if (uri !== null) change({ uri, line });
  }, [uri, line]);
  useEffect(() => remember(memory), [memory]);

  useEffect(() => {
    const drawn: Drawn = {
      title: view?.bag?.title ?? null,
      kind: kindOf(content),
      sentences: realizations.map(({ display }) => display),
      chosen,
      arcs: document.querySelectorAll('.tree .arc').length,
      steps: document.querySelectorAll('.derivation tbody tr').length,
    };
    send({ type: 'drawn', drawn });
  });

  if (server === 'stopped') {
    return (
      <Notice
        kind="error"
        title="The language server has stopped"
        actions={[
          {
            label: 'Start Again',
            run: () => send({ type: 'command', command: 'bowline.restart' }),
          },
          output,
        ]}
      >
        <p>Nothing is checked or realized until it runs again.</p>
      </Notice>
    );
  }
  if (view === null) return <Working text="Starting…" />;

  const busy = view.state.kind === 'working';
  return (
    <>
      <div class={busy ? 'progress busy' : 'progress'} aria-hidden="true" />
      {view.bag !== null && (
        <header>
          <h1>{view.bag.title}</h1>
          <button
            type="button"
            class="link"
            onClick={() => {
              if (view.uri === null) return;
              send({ type: 'reveal', uri: view.uri, position: { line, character: 0 } });
            }}
          >
            {file !== null && `${file}, `}line {line + 1}
          </button>
        </header>
      )}
      <main aria-busy={busy}>
        <State view={view} loading={server === 'loading'} />
        {result !== null && (
          <div class={view.state.kind === 'realized' ? 'result' : 'result former'}>
            <Result
              result={result}
              former={view.state.kind !== 'realized'}
              chosen={chosen}
              onChoose={(place) => change({ chosen: realizations[place].text })}
              onInsert={(text) => {
                if (view.uri === null || view.bag === null) return;
                send({ type: 'insert', uri: view.uri, index: view.bag.index, text });
              }}
              onFix={(what) => {
                if (view.uri === null || view.bag === null) return;
                const { index } = view.bag;
                // Once it is fixed another may be the best: it stays the one that is looked at.
                change({ chosen: realizations[chosen].text });
                send({ type: 'freeze', uri: view.uri, index, rank: chosen + 1, what });
              }}
              bag={view.uri !== null && view.bag !== null ? { uri: view.uri, ...view.bag } : null}
              treeMode={memory.treeMode}
              onTreeMode={(treeMode) => change({ treeMode })}
              treeOpen={memory.treeOpen}
              derivationOpen={memory.derivationOpen}
              onToggle={(section, open) => change({ [section]: open })}
            />
          </div>
        )}
      </main>
    </>
  );
}

function kindOf({ view, server }: PanelContent): string {
  if (server === 'stopped') return 'stopped';
  return view?.state.kind ?? 'loading';
}

const output = {
  label: 'Show Output',
  run: () => send({ type: 'command', command: 'bowline.showOutput' }),
};

function Working({ text }: { readonly text: string }) {
  return (
    <>
      <div class="progress busy" aria-hidden="true" />
      <p class="empty" role="status">
        {text}
      </p>
    </>
  );
}

/** What a bag's state has to say besides its result. */
function State({ view, loading }: { readonly view: BagView; readonly loading: boolean }) {
  const { uri, bag, state } = view;
  const realize = {
    label: 'Realize',
    run: () => {
      if (uri !== null && bag !== null) send({ type: 'realize', uri, index: bag.index });
    },
  };
  switch (state.kind) {
    case 'no-file':
      return (
        <div class="empty">
          <p class="empty-title">No bag to show</p>
          <p>Open a .bow file and put the cursor in a bag: its sentences appear here.</p>
          <p class="actions">
            <button
              type="button"
              class="button"
              onClick={() => send({ type: 'command', command: 'bowline.newFile' })}
            >
              New Bow File
            </button>
          </p>
        </div>
      );
    case 'no-bag':
      return (
        <div class="empty">
          <p class="empty-title">This file has no bags yet</p>
          <p>A bag holds the words of a sentence in any order:</p>
          <pre>{'bag first {\n  words:\n    The dog slept .\n}'}</pre>
        </div>
      );
    case 'invalid':
      return (
        <>
          <Notice
            kind="error"
            title={
              state.problems.length === 1
                ? 'An error keeps this bag from being realized'
                : `${count(state.problems.length, 'error')} keep this bag from being realized`
            }
          />
          <ul class="problems">
            {state.problems.map(({ code, message, position }) => (
              <li key={`${position.line}:${position.character}:${code}`}>
                <button
                  type="button"
                  class="problem"
                  onClick={() => {
                    if (uri !== null) send({ type: 'reveal', uri, position });
                  }}
                >
                  <span class="problem-message">
                    <Message text={message} />
                  </span>
                  <span class="go">Go to line {position.line + 1}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      );
    case 'no-model':
      return (
        <Notice
          kind="error"
          title="Nothing can be realized yet"
          actions={[
            {
              label: 'Open Setting',
              run: () => send({ type: 'setting', setting: state.problem.setting }),
            },
            { ...realize, label: 'Try Again' },
          ]}
        >
          <p>
            <Message text={state.problem.message} />
          </p>
        </Notice>
      );
    case 'idle':
      return <Idle reason={state.reason} realize={realize} />;
    case 'working':
      return state.previous === null ? (
        <p class="empty" role="status">
          {loading ? 'Loading the model…' : 'Realizing…'}
        </p>
      ) : null;
    case 'failed':
      return (
        <Notice
          kind="error"
          title="The search broke down"
          actions={[{ ...realize, label: 'Try Again' }, output]}
        >
          <p>
            <Message text={state.message} />
          </p>
        </Notice>
      );
    case 'realized':
      return null;
  }
}

const idle: Record<IdleReason, { readonly title: string; readonly text: string }> = {
  changed: {
    title: 'The bag has changed',
    text: 'Save the file to realize it again, or realize this bag now.',
  },
  never: {
    title: 'Not realized',
    text: 'Bags are realized on request only (bowline.realizeOn is “never”).',
  },
  cancelled: {
    title: 'Cancelled',
    text: 'Realizing was cancelled. You can realize this bag now.',
  },
  deleted: {
    title: 'The file was deleted',
    text: 'Its bags are not realized any more. You can realize this bag now.',
  },
  unseen: {
    title: 'Not realized',
    text: 'A file of this size is realized where you look at it. You can realize this bag now.',
  },
};

function Idle({
  reason,
  realize,
}: {
  readonly reason: IdleReason;
  readonly realize: { readonly label: string; readonly run: () => void };
}) {
  const { title, text } = idle[reason];
  return (
    <Notice kind="information" title={title} actions={[realize]}>
      <p>{text}</p>
    </Notice>
  );
}
