import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CoverageMemory, ShownCoverage } from '../../src/coverage-messages.ts';
import { count, score } from '../../src/numbers.ts';
import { remember, remembered, send } from './host.ts';
import { countsOf, filtered, histogram, kinds, rowsOf, sorted } from './rows.ts';
import type { Column, Kind, Row } from './rows.ts';
import { Summary } from './summary.tsx';
import { Table } from './table.tsx';
import {
  changeMeanings,
  changesInShort,
  formerly,
  kindMeanings,
  kindNames,
  scopeOf,
  wordsKnownMeaning,
} from './words.ts';
import type { Change, Portion } from '../../../server/src/lsp/protocol.ts';

interface Props {
  /** The result of the last run; null before the first run. */
  readonly coverage: ShownCoverage | null;
  /** How many bags the current run has finished; null between runs. */
  readonly running: Portion | null;
}

export function Coverage({ coverage, running }: Props) {
  useEffect(() => {
    // This listener is on the document, since a listener on the window would get some keys only
    // after the editor's listener.
    document.addEventListener('keydown', onKeyDown);
    addEventListener('focus', focusSomething);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      removeEventListener('focus', focusSomething);
    };
  }, []);
  // The first result replaces the empty view and its button. If the button had the focus, another
  // element must get it.
  useEffect(focusSomething, [coverage === null]);
  return (
    <div class="view">
      <div class={running === null ? 'progress' : 'progress busy'} aria-hidden="true" />
      {coverage === null ? (
        <Nothing running={running} />
      ) : (
        <Report coverage={coverage} running={running} />
      )}
    </div>
  );
}

function Nothing({ running }: Pick<Props, 'running'>) {
  return (
    <>
      <header>
        <h1>Coverage</h1>
      </header>
      <main class="empty" aria-busy={running !== null}>
        <p class="empty-title">
          {running === null ? 'Nothing is covered yet' : 'Coverage is running'}
        </p>
        <p>
          See how much of your bags, their words and their arcs the grammar covers, and which
          expected sentences are lost to what.
        </p>
        <p class="actions">
          <Run running={running} isFirst />
        </p>
      </main>
    </>
  );
}

function Run({ running, isFirst }: Pick<Props, 'running'> & { readonly isFirst: boolean }) {
  return (
    <>
      {running !== null && (
        <span class="portion" role="status">
          {running.total === 0
            ? 'Running…'
            : `${score(running.done)} of ${count(running.total, 'bag')}`}
        </span>
      )}
      {/* One button runs and cancels, so that it keeps the focus. */}
      <button
        type="button"
        class={isFirst && running === null ? 'button' : 'button secondary'}
        onClick={() => send({ type: running === null ? 'run' : 'cancel' })}
      >
        {running === null ? 'Run Coverage' : 'Cancel'}
      </button>
    </>
  );
}

function Report({ coverage, running }: Props & { readonly coverage: ShownCoverage }) {
  const [memory, setMemory] = useState<CoverageMemory>(remembered);
  const [active, setActive] = useState<Row | null>(null);
  const change = (part: Partial<CoverageMemory>): void =>
    setMemory((last) => ({ ...last, ...part }));
  useEffect(() => remember(memory), [memory]);

  const { text, chosen, sort } = memory;
  const all = useMemo(() => rowsOf(coverage), [coverage]);
  const counts = useMemo(() => countsOf(all), [all]);
  const ranks = useMemo(() => histogram(all), [all]);
  const inOrder = useMemo(() => sorted(all, sort), [all, sort]);
  // A chosen class or change is ignored if no row of this run has it. Otherwise it would hide every
  // row.
  const present = useMemo(() => chosen.filter((one) => counts.has(one as Kind)), [chosen, counts]);
  const rows = useMemo(
    () => filtered(inOrder, { text, chosen: present }),
    [inOrder, text, present],
  );
  // A new run makes new rows. The chosen bag stays chosen.
  const current =
    active === null || rows.includes(active)
      ? active
      : (rows.find(({ bag }) => bag.file === active.bag.file && bag.bag === active.bag.bag) ??
        null);

  const onSort = (column: Column): void => {
    if (sort?.column !== column) change({ sort: { column, descending: false } });
    else change({ sort: sort.descending ? null : { column, descending: true } });
  };
  const { report } = coverage;
  const isCompared = coverage.changes.length > 0;
  return (
    <>
      <header>
        <h1>Coverage</h1>
        <span class="scope" role="status">
          {scopeOf(report)}
          {isCompared && `, ${changesInShort(counts)} since the last run`}
        </span>
        <Run running={running} isFirst={false} />
      </header>
      <main aria-busy={running !== null}>
        <Summary report={report} ranks={ranks} />
        <div class="filters" role="search">
          <input
            type="search"
            class="filter"
            placeholder="Filter bags and sentences"
            aria-label="Filter bags and sentences"
            value={text}
            onInput={({ currentTarget }) => change({ text: currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && text !== '') {
                change({ text: '' });
                event.preventDefault();
              } else if (event.key === 'ArrowDown') {
                focus('.grid');
                event.preventDefault();
              }
            }}
          />
          <div class="chips" role="group" aria-label="Classes and changes to show">
            {[...counts].map(([one, number]) => {
              const isChosen = present.includes(one);
              return (
                <button
                  key={one}
                  type="button"
                  class="chip"
                  aria-pressed={isChosen}
                  title={meaningOf(one)}
                  onClick={() =>
                    change({
                      chosen: isChosen ? present.filter((kept) => kept !== one) : [...present, one],
                    })
                  }
                >
                  <span class={isKind(one) ? `dot ${one}` : `sign ${one}`} aria-hidden="true" />
                  {isKind(one) ? kindNames[one] : one}
                  <span class="number">{score(number)}</span>
                </button>
              );
            })}
          </div>
          <span class="shown" role="status">
            {rows.length === all.length ? '' : `${count(rows.length, 'bag')} shown`}
          </span>
        </div>
        <Legend
          kinds={kinds.filter((kind) => counts.has(kind))}
          isOpen={memory.isLegendOpen}
          onToggle={(isLegendOpen) => change({ isLegendOpen })}
        />
        <Table
          rows={rows}
          active={current}
          hasChanges={all.some(({ change }) => change !== null && change !== 'same')}
          sort={sort}
          onSort={onSort}
          onActive={setActive}
        />
        <Details row={current} />
      </main>
    </>
  );
}

function Legend({
  kinds: shown,
  isOpen,
  onToggle,
}: {
  readonly kinds: readonly Kind[];
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}) {
  return (
    <details
      class="legend"
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>Legend</summary>
      <dl>
        {shown.map((kind) => (
          <div key={kind}>
            <dt>
              <span class={`dot ${kind}`} aria-hidden="true" />
              {kindNames[kind]}
            </dt>
            <dd>{kindMeanings[kind]}</dd>
          </div>
        ))}
        <div>
          <dt>Words known</dt>
          <dd>{wordsKnownMeaning}</dd>
        </div>
      </dl>
    </details>
  );
}

/** Handles the keys that work everywhere in the view, unless another element has handled them. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  if (event.key === 'Escape') {
    send({ type: 'leave' });
  } else if (event.key === 'f' && (event.ctrlKey || event.metaKey)) {
    focus('.filter');
    event.preventDefault();
  }
}

/**
 * If the view has the focus but none of its elements does, focuses the table or, before the first
 * run, the button that starts it.
 */
function focusSomething(): void {
  if (document.hasFocus() && document.activeElement === document.body)
    focus(document.querySelector('.grid') === null ? '.button' : '.grid');
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

const isKind = (one: Kind | Change): one is Kind => (kinds as readonly string[]).includes(one);

const meaningOf = (one: Kind | Change): string =>
  isKind(one) ? kindMeanings[one] : changeMeanings[one];

const was = (row: Row): string => {
  const former = formerly(row);
  return former === null ? '' : `: ${former}`;
};

/**
 * Shows the expected and the first sentence of the chosen bag in full, its class, and notes on gaps
 * of the grammar. The footer has the same height for every bag.
 */
function Details({ row }: { readonly row: Row | null }) {
  return (
    <footer class="details" aria-label="The chosen bag">
      {row !== null && (
        <dl>
          <dt>Expected</dt>
          <dd>
            <bdi>{row.expected ?? 'nothing'}</bdi>
          </dd>
          <dt>First</dt>
          <dd>
            <bdi>{row.first ?? row.bag.problem ?? 'no sentence'}</bdi>
          </dd>
          <dt>{kindNames[row.kind]}</dt>
          <dd class="meaning">
            {kindMeanings[row.kind]}{' '}
            {row.change !== null && `${changeMeanings[row.change]}${was(row)}.`}
          </dd>
          {row.bag.notes !== undefined && row.bag.notes.length > 0 && (
            <>
              <dt>Grammar</dt>
              <dd>
                <bdi>{row.bag.notes.join(' ')}</bdi>
              </dd>
            </>
          )}
        </dl>
      )}
    </footer>
  );
}
