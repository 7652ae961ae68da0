import type { ShownResult } from '../../server/src/lsp/protocol.ts';
import type { PanelSetting, TreeMode } from '../src/panel-messages.ts';
import { BagTree, type BagPlace } from './bag-tree.tsx';
import { Derivation } from './derivation.tsx';
import { Message } from './message.tsx';
import { Notice } from './notice.tsx';
import type { Action } from './notice.tsx';
import { count, duration } from './numbers.ts';
import { RealizationList } from './realization-list.tsx';
import { Section } from './section.tsx';
import { send } from './host.ts';

interface Props {
  readonly result: ShownResult;
  /** The bag has changed since, or is being realized again. */
  readonly former: boolean;
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
  /** Adds a realization's text to what the bag expects. */
  readonly onInsert: (text: string) => void;
  /** Writes what the chosen realization chose into the bag. */
  readonly onFix: (what: 'tags' | 'arcs') => void;
  /** Null where there is none any more. */
  readonly bag: BagPlace | null;
  readonly treeMode: TreeMode;
  readonly onTreeMode: (mode: TreeMode) => void;
  readonly treeOpen: boolean;
  readonly derivationOpen: boolean;
  readonly onToggle: (section: 'treeOpen' | 'derivationOpen', open: boolean) => void;
}

/** A bag's realizations, and the tree and the derivation of the chosen one. */
export function Result(props: Props) {
  const { result, former, chosen, onChoose, onInsert, onFix, onToggle } = props;
  const { realizations } = result;
  if (realizations.length === 0) return <Remarks result={result} />;
  const realization = realizations[chosen];
  const copy = (place: number): void => send({ type: 'copy', text: realizations[place].display });
  return (
    <>
      <Remarks result={result} />
      <RealizationList
        realizations={realizations}
        chosen={chosen}
        onChoose={onChoose}
        onCopy={copy}
      />
      <div class="toolbar">
        <button type="button" class="button" onClick={() => copy(chosen)}>
          Copy
        </button>
        {!realization.expected && !former && (
          <button
            type="button"
            class="button secondary"
            title="Adds this sentence to what the bag expects"
            onClick={() => onInsert(realization.text)}
          >
            Insert as Expectation
          </button>
        )}
        {!former && (
          <>
            {realization.tokens.some(({ given }) => !given.tag) && (
              <FixButton what="tags" onFix={onFix} />
            )}
            {realization.tokens.some(({ given }) => !given.head) && (
              <FixButton what="arcs" onFix={onFix} />
            )}
          </>
        )}
      </div>
      <Section
        title="Dependency Tree"
        open={props.treeOpen}
        onToggle={(open) => onToggle('treeOpen', open)}
      >
        <BagTree
          bag={former ? null : props.bag}
          result={result}
          chosen={chosen}
          mode={props.treeMode}
          onMode={props.onTreeMode}
        />
      </Section>
      <Section
        title="Derivation"
        detail={count(realization.steps.length, 'step')}
        open={props.derivationOpen}
        onToggle={(open) => onToggle('derivationOpen', open)}
      >
        <Derivation realization={realization} />
      </Section>
    </>
  );
}

/** A button that opens a setting. */
function change(setting: PanelSetting, label: string): Action {
  return { label, run: () => send({ type: 'setting', setting }) };
}

/** What there is to say of a result as a whole. */
function Remarks({ result }: { readonly result: ShownResult }) {
  const { status, message, realizations, expectations, timeLimit } = result;
  const missing = expectations.filter(({ rank }) => rank === null);
  return (
    <>
      {status === 'cut-short' && (
        <Notice
          kind="warning"
          quiet
          title={`Cut short after ${duration(timeLimit)}`}
          actions={[change('bowline.timeLimit', 'Change Time Limit')]}
        >
          <p>
            {realizations.length > 0
              ? 'These are the best sentences found by then. A longer search may find better ones.'
              : 'No sentence was found by then. Allow more time, or give the search less to choose from: tags and arcs narrow it down.'}
          </p>
        </Notice>
      )}
      {status === 'impossible' && (
        <Notice kind="error" title="No sentence satisfies this bag">
          <p>
            <Message
              text={message ?? 'Its constraints contradict each other: take one of them away.'}
            />
          </p>
        </Notice>
      )}
      {status === 'refused' && (
        <Notice kind="error" title="This bag cannot be searched">
          <p>
            <Message text={message ?? 'It is not what the search takes.'} />
          </p>
        </Notice>
      )}
      {status === 'undecided' && (
        <Notice kind="warning" title="The search gave up">
          <p>
            <Message text={message ?? 'It ended without a sentence that has all the words.'} />
          </p>
        </Notice>
      )}
      {realizations.length > 0 && (
        <>
          <Unreachable expectations={missing.filter(({ unreachable }) => unreachable !== null)} />
          <Missing
            expectations={missing.filter(({ unreachable }) => unreachable === null)}
            result={result}
          />
        </>
      )}
    </>
  );
}

type Expectations = ShownResult['expectations'];

/** The expected sentences that no search would find, and why. */
function Unreachable({ expectations }: { readonly expectations: Expectations }) {
  return (
    <>
      {expectations.map(({ text, unreachable }) => (
        <Notice key={text} kind="warning" quiet title="The expected sentence cannot come out">
          <ul class="missing">
            <li>
              <bdi>{text}</bdi>
            </li>
          </ul>
          <p>
            <Message text={unreachable ?? ''} />
          </p>
        </Notice>
      ))}
    </>
  );
}

/** The expected sentences that were not found, and which setting would widen the search. */
function Missing({
  expectations,
  result,
}: {
  readonly expectations: Expectations;
  readonly result: ShownResult;
}) {
  if (expectations.length === 0) return null;
  const { realizations, results } = result;
  const full = realizations.length >= results;
  const found =
    realizations.length === 1 ? 'the one found' : `among the ${realizations.length} found`;
  const what =
    expectations.length === 1 ? 'The expected sentence is' : 'These expected sentences are';
  return (
    <Notice
      kind="information"
      quiet
      title={`${what} not ${found}`}
      actions={[
        full
          ? change('bowline.results', 'Show More Results')
          : change('bowline.beam', 'Widen Beam'),
      ]}
    >
      <ul class="missing">
        {expectations.map(({ text }) => (
          <li key={text}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Writes the tags or the arcs of a realization into its bag. */
function FixButton({
  what,
  onFix,
}: {
  readonly what: 'tags' | 'arcs';
  readonly onFix: (what: 'tags' | 'arcs') => void;
}) {
  return (
    <button
      type="button"
      class="button secondary"
      title={`Writes the ${what} of this realization into the bag`}
      onClick={() => onFix(what)}
    >
      {what === 'tags' ? 'Fix Tags' : 'Fix Arcs'}
    </button>
  );
}
