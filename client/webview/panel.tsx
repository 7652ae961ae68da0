import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { resultOf } from '../../server/src/lsp/protocol.ts';
import type { BagView, IdleReason, NamedBagParams } from '../../server/src/lsp/protocol.ts';
import type { Drawn, PanelContent, PanelMemory } from '../src/panel-messages.ts';
import { CutText } from './cut-text.tsx';
import { remember, remembered, send } from './host.ts';
import { Message } from './message.tsx';
import { Notice } from './notice.tsx';
import { count } from '../src/numbers.ts';
import { Result } from './result.tsx';

export function Panel({ content }: { readonly content: PanelContent }) {
  const { view, server, file, debug, asked, pinned } = content;
  const [memory, setMemory] = useState<PanelMemory>(remembered);
  const change = (part: Partial<PanelMemory>): void => setMemory((last) => ({ ...last, ...part }));

  const lastDrawn = useRef('');
  const result = view === null || server === 'stopped' ? null : resultOf(view.state);
  const uri = pinned?.uri ?? view?.uri ?? null;
  const bag = view?.bag ?? null;
  const line = bag?.line ?? 0;
  useEffect(() => {
    if (uri !== null) change({ uri, line, bag: pinned?.bag ?? null });
  }, [uri, line, pinned?.bag]);
  useEffect(() => remember(memory), [memory]);
  useLayoutEffect(() => {
    if (asked?.uri === uri && asked.id !== memory.asked) {
      change({ chosen: asked.text, tab: 'why', asked: asked.id });
    }
  }, [asked?.id, uri]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) send({ type: 'leave', uri });
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [uri]);

  useEffect(() => {
    const realizations = result?.realizations ?? [];
    const chosen = Math.max(
      0,
      realizations.findIndex(({ text }) => text === memory.chosen),
    );
    const drawn: Drawn = {
      title: bag?.title ?? null,
      kind: server === 'stopped' ? 'stopped' : (view?.state.kind ?? 'loading'),
      sentences: realizations.map(({ display }) => display),
      chosen,
      arcs: document.querySelectorAll('.tree .arc').length,
      categories: realizations.at(chosen)?.ccg?.nodes.length ?? 0,
    };
    const told = JSON.stringify(drawn);
    if (told === lastDrawn.current) return;
    lastDrawn.current = told;
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
      {bag !== null && uri !== null && (
        <header>
          <h1>
            <CutText text={bag.title} />
          </h1>
          {result !== null && <Mark view={view} />}
          <button
            type="button"
            class="link place"
            onClick={() => send({ type: 'reveal', uri, position: { line, character: 0 } })}
          >
            {file !== null && `${file}, `}line {line + 1}
          </button>
        </header>
      )}
      <main aria-busy={busy}>
        {pinned !== null && bag === null ? (
          <NotThere pinned={pinned} file={file} isClosed={view.state.kind === 'no-file'} />
        ) : result === null || bag === null || uri === null ? (
          <State view={view} loading={server === 'loading'} />
        ) : (
          <Result
            uri={uri}
            bag={bag}
            result={result}
            former={view.state.kind !== 'realized'}
            chosen={memory.chosen}
            onChoose={(chosen) => change({ chosen })}
            tab={memory.tab}
            onTab={(tab) => change({ tab })}
            treeMode={memory.treeMode}
            debug={debug.findLast((one) => one.uri === uri && one.bag === bag.title) ?? null}
            onTreeMode={(treeMode) => change({ treeMode })}
          />
        )}
      </main>
    </>
  );
}

const output = {
  label: 'Show Output',
  run: () => send({ type: 'command', command: 'bowline.showOutput' }),
};

function realize({ uri, bag }: BagView): void {
  if (uri !== null && bag !== null) send({ type: 'realize', uri, index: bag.index });
}

/**
 * Says why the list belongs to an earlier version of the bag. It stands in the panel's heading, so
 * that it does not move the list.
 */
function Mark({ view }: { readonly view: BagView }) {
  const { uri, bag, state } = view;
  if (uri === null || bag === null) return null;
  switch (state.kind) {
    case 'working':
      return (
        <span class="mark late" role="status">
          {state.isPartial === true ? 'searching…' : 'realizing…'}{' '}
          <button
            type="button"
            class="link"
            onClick={() => send({ type: 'cancel', uri, index: bag.index })}
          >
            Cancel
          </button>
        </span>
      );
    case 'invalid': {
      const { problems } = state;
      return (
        <span class="mark late" role="status">
          <button
            type="button"
            class="link wrong"
            title={problems[0].message}
            onClick={() => send({ type: 'reveal', uri, position: problems[0].position })}
          >
            {count(problems.length, 'error')}
          </button>
        </span>
      );
    }
    case 'idle':
      return (
        <span class="mark late" role="status" title={idle[state.reason].text}>
          {idle[state.reason].title.toLowerCase()}{' '}
          <button type="button" class="link" onClick={() => realize(view)}>
            Realize
          </button>
        </span>
      );
    default:
      return null;
  }
}

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

function NotThere({
  pinned: { uri, bag },
  file,
  isClosed,
}: Pick<PanelContent, 'file'> & {
  readonly pinned: NamedBagParams;
  /** True if the file is not open; false if it is open but has no bag of the pinned name. */
  readonly isClosed: boolean;
}) {
  return (
    <div class="empty">
      <p class="empty-title">
        {isClosed ? (
          <>{file} is not open</>
        ) : (
          <>
            <bdi>{bag}</bdi> is no longer in {file}
          </>
        )}
      </p>
      <p>
        {isClosed ? (
          <>
            The sentences of <bdi>{bag}</bdi> are here again as soon as it is.
          </>
        ) : (
          'Was it renamed? Put the cursor in it and pin it by its new name.'
        )}
      </p>
      <p class="actions">
        <button
          type="button"
          class="button"
          onClick={() => send({ type: 'reveal', uri, position: { line: 0, character: 0 } })}
        >
          Open File
        </button>
      </p>
    </div>
  );
}

function State({ view, loading }: { readonly view: BagView; readonly loading: boolean }) {
  const { uri, state } = view;
  const tryAgain = { label: 'Try Again', run: () => realize(view) };
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
            tryAgain,
          ]}
        >
          <p>
            <Message text={state.problem.message} />
          </p>
        </Notice>
      );
    case 'idle': {
      const { title, text } = idle[state.reason];
      return (
        <Notice
          kind="information"
          title={title}
          actions={[{ label: 'Realize', run: () => realize(view) }]}
        >
          <p>{text}</p>
        </Notice>
      );
    }
    case 'working':
      return (
        <p class="empty late" role="status">
          {loading ? 'Loading the model…' : 'Realizing…'}
        </p>
      );
    case 'failed':
      return (
        <Notice kind="error" title="The search broke down" actions={[tryAgain, output]}>
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
    title: 'Changed',
    text: 'Save the file to realize this bag again, or realize it now.',
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
    text: 'Its bags are no longer realized. You can realize this bag now.',
  },
  unseen: {
    title: 'Not realized',
    text: 'A file of this size is realized where you look at it. You can realize this bag now.',
  },
};
