import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type {
  Addition,
  BagTitle,
  ExplainedRealization,
  ShownResult,
} from '../../server/src/lsp/protocol.ts';
import type { BagDebugState } from '../src/debug/cursor.ts';
import type { MenuChoice, PanelSetting, PanelTab, TreeMode } from '../src/panel-messages.ts';
import { Compare } from './compare/compare.tsx';
import { BagDerivation, BagTree } from './bag-drawings.tsx';
import { Derivation } from './derivation.tsx';
import { DebugState } from './debug-state.tsx';
import { explain, send } from './host.ts';
import { ListSummary, Unreachable } from './list-summary.tsx';
import { Message } from './message.tsx';
import { Notice, type Action } from './notice.tsx';
import { ParseAgain } from './parse-again.tsx';
import { Questions } from './questions.tsx';
import { RealizationList } from './realization-list.tsx';
import { offered, rowsOf, type Row } from './rows.ts';
import { Tabs } from './tabs.tsx';
import { useAnswer } from './use-answer.ts';
import { useExplained } from './use-explained.ts';
import { useStateOf } from './use-state-of.ts';
import { Why } from './why.tsx';

interface Props {
  readonly uri: string;
  readonly bag: BagTitle;
  readonly result: ShownResult;
  /** Whether the bag has changed since the search, or is being realized again. */
  readonly former: boolean;
  /** The `text` of the chosen sentence. If the list lacks it, the first sentence is chosen. */
  readonly chosen: string | null;
  readonly onChoose: (text: string) => void;
  readonly tab: PanelTab;
  readonly onTab: (tab: PanelTab) => void;
  readonly treeMode: TreeMode;
  /** The position of a debugger in this bag. */
  readonly debug: BagDebugState | null;
  readonly onTreeMode: (mode: TreeMode) => void;
}

const tabs: Readonly<Record<Exclude<PanelTab, 'debugger'>, string>> = {
  tree: 'Tree',
  derivation: 'Derivation',
  why: 'Why',
  parse: 'Parse',
  questions: 'Questions',
  compare: 'Compare',
};

/** The realizations of a bag and, in tabs, views of the chosen realization. */
export function Result(props: Props) {
  const { uri, bag, result, former, chosen, onChoose, debug } = props;
  const { index } = bag;
  const [tab, onTab] = useTab(props);
  const answered = useRef(false);
  const explanations = useExplained(uri, bag, result, former);
  const rows = useMemo(() => rowsOf(result, explanations), [result, explanations]);
  // The chosen sentence stays chosen even if its rank changes.
  const at = rows.findIndex(({ realization }) => realization.text === chosen);
  const place = at >= 0 ? at : rows.findIndex(({ rank }) => rank === 1);
  const act = (what: MenuChoice['command'], at: number): void => {
    const { realization } = rows[at];
    if (!offered(rows[at], former).has(what)) return;
    switch (what) {
      case 'copy':
        send({ type: 'copy', text: realization.display });
        break;
      case 'insert':
        send({ type: 'insert', uri, index, text: realization.text });
        break;
      case 'tags':
      case 'arcs':
        // This sentence stays chosen, even if another sentence comes first after the edit.
        onChoose(realization.text);
        send({ type: 'keep', uri, index, text: realization.text, what });
        break;
      case 'why':
        onChoose(realization.text);
        onTab('why');
        break;
      case 'parse':
        onChoose(realization.text);
        onTab('parse');
        break;
    }
  };
  // It is kept here, since another tab removes the view of the help.
  const [{ helped }, setHelped] = useStateOf<{ readonly helped: string | null }>(result.id, {
    helped: null,
  });
  useEffect(() => {
    const onMenu = ({ detail }: CustomEvent<MenuChoice>): void => {
      const at = rows.findIndex(({ realization }) => realization.text === detail.text);
      if (at >= 0) act(detail.command, at);
    };
    addEventListener('menu', onMenu as EventListener);
    return () => removeEventListener('menu', onMenu as EventListener);
  });

  if (result.realizations.length === 0) return <NoSentence result={result} />;
  const { realization, rank } = rows[place];
  const { ccg = null } = realization;
  const drawing = {
    ...{ realization, rank, words: result.words },
    bag: former ? null : { uri, ...bag },
    mode: props.treeMode,
    onMode: props.onTreeMode,
  };
  const all = debug === null ? tabs : { debugger: 'Debugger', ...tabs };
  const onFurther = (beam: number | null): void =>
    send({ type: 'searchFurther', params: { uri, index, beam } });
  const onAdd = (...additions: readonly Addition[]): void =>
    send({ type: 'add', params: { uri, index, additions } });
  return (
    <div class={former ? 'result former' : 'result'}>
      <ListSummary
        {...{ result, rows }}
        bag={{ uri, bag: bag.title }}
        former={former}
        onFurther={() => onFurther(null)}
      />
      <RealizationList
        rows={rows}
        former={former}
        chosen={place}
        onChoose={(at) => onChoose(rows[at].realization.text)}
        onCopy={(at) => act('copy', at)}
      />
      <Unreachable result={result} />
      <Toolbar row={rows[place]} former={former} onAct={(what) => act(what, place)} />
      <Tabs label="The chosen sentence" tabs={all} chosen={tab} onChoose={onTab}>
        {tab === 'debugger' && debug !== null && (
          <DebugState state={debug} mode={props.treeMode} onMode={props.onTreeMode} />
        )}
        {tab === 'tree' && <BagTree {...drawing} />}
        {tab === 'derivation' && ccg !== null && <BagDerivation {...drawing} derivation={ccg} />}
        {tab === 'derivation' && ccg === null && (
          <ExplainedDerivation {...{ uri, index, result, former }} row={rows[place]} />
        )}
        {['why', 'parse', 'questions', 'compare'].includes(tab) && former && (
          <p class="muted">The bag has changed. This updates when it is realized.</p>
        )}
        {tab === 'why' && !former && (
          <Why
            {...{ uri, index, rows, onAdd, onFurther, helped }}
            resultId={result.id}
            chosen={place}
            onHelp={(text) => setHelped({ helped: text })}
          />
        )}
        {tab === 'parse' && !former && (
          <ParseAgain
            {...{ uri, index, realization, onChoose, onAdd }}
            resultId={result.id}
            mode={props.treeMode}
            onMode={props.onTreeMode}
          />
        )}
        {tab === 'compare' && !former && (
          <Compare
            {...{ uri, index }}
            resultId={result.id}
            mode={props.treeMode}
            onMode={props.onTreeMode}
          />
        )}
        {tab === 'questions' && !former && (
          <Questions {...{ uri, index, onAdd, answered }} resultId={result.id} />
        )}
      </Tabs>
    </div>
  );
}

/** Opens the debugger's tab when a debugger enters the bag, and the previous tab when it leaves. */
function useTab({
  tab,
  onTab,
  debug,
}: Pick<Props, 'tab' | 'onTab' | 'debug'>): readonly [PanelTab, (tab: PanelTab) => void] {
  const [isAtDebugger, setAtDebugger] = useState(true);
  const isDebugged = debug !== null;
  useEffect(() => setAtDebugger(true), [isDebugged]);
  const choose = (next: PanelTab): void => {
    setAtDebugger(next === 'debugger');
    if (next !== 'debugger') onTab(next);
  };
  return [isDebugged && isAtDebugger ? 'debugger' : tab, choose];
}

/**
 * The derivation of a sentence and, once the server has explained it, the parts of the chosen
 * step's score.
 */
function ExplainedDerivation({
  uri,
  index,
  result,
  former,
  row: { realization },
}: Pick<Props, 'uri' | 'result' | 'former'> & { readonly index: number; readonly row: Row }) {
  const { text } = realization;
  const { value } = useAnswer(
    former
      ? null
      : (signal) => explain({ uri, index, text, against: null, depth: 'whole' }, signal),
    [uri, index, result.id, text, former],
  );
  const explained = value?.expected ?? null;
  return (
    <Derivation
      realization={realization}
      byStep={explained !== null && isSame(explained, realization) ? explained.byStep : null}
    />
  );
}

/**
 * Whether an explanation has the derivation that a row shows. It may have another derivation, since
 * a sentence may have several derivations with the same score.
 */
function isSame(explained: ExplainedRealization, { steps }: Row['realization']): boolean {
  const { actions, heads, dependents } = explained.steps;
  const isAsIn = (places: readonly number[], others: readonly number[]): boolean =>
    places.every((place, i) => place === others[i]);
  return (
    actions === steps.actions && isAsIn(heads, steps.heads) && isAsIn(dependents, steps.dependents)
  );
}

/** The actions of the context menu that also have a button. */
const buttons: readonly (readonly [MenuChoice['command'], label: string, title?: string])[] = [
  ['copy', 'Copy'],
  ['insert', 'Insert as Expectation', 'Adds this sentence to what the bag expects'],
  ['tags', 'Keep Tags', 'Writes the tags of this sentence into the bag'],
  ['arcs', 'Keep Arcs', 'Writes the arcs of this sentence into the bag'],
];

function Toolbar({
  row,
  former,
  onAct,
}: {
  readonly row: Row;
  readonly former: boolean;
  readonly onAct: (what: MenuChoice['command']) => void;
}) {
  const offers = offered(row, former);
  return (
    <div class="toolbar" role="toolbar" aria-label="The chosen sentence">
      {buttons
        .filter(([what]) => offers.has(what))
        .map(([what, label, title]) => (
          <button
            key={what}
            type="button"
            class="button secondary"
            title={title}
            onClick={() => onAct(what)}
          >
            {label}
          </button>
        ))}
    </div>
  );
}

function NoSentence({
  result: { status, message, search, isOwnSearch, lacksGrammar },
}: {
  readonly result: ShownResult;
}) {
  const [title, fallback] = noSentence[status];
  const isOfSetting = status === 'refused' && search !== 'beam' && !isOwnSearch;
  const change = (label: string, setting: PanelSetting): Action => ({
    label,
    run: () => send({ type: 'setting', setting }),
  });
  const actions = lacksGrammar
    ? [change('Change Model', 'bowline.model')]
    : isOfSetting
      ? [change('Change Search', 'bowline.search')]
      : [];
  return (
    <Notice
      kind={status === 'undecided' || status === 'cut-short' ? 'warning' : 'error'}
      {...{ title, actions }}
    >
      <p>
        <Message text={message ?? fallback} />
      </p>
    </Notice>
  );
}

const noSentence: Record<ShownResult['status'], readonly [title: string, text: string]> = {
  complete: ['No sentence was found', 'Give the search less to choose from.'],
  'cut-short': [
    'Cut short before a sentence was found',
    'Allow more time, or give the search less to choose from: tags and arcs narrow it down.',
  ],
  impossible: [
    'No sentence satisfies this bag',
    'Its constraints contradict each other: take one of them away.',
  ],
  refused: ['This bag cannot be searched', 'The search does not accept such a bag.'],
  undecided: ['The search gave up', 'It ended without a sentence that has all the words.'],
};
