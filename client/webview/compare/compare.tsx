import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type {
  ComparedSearch,
  ShownComparison,
  ShownRealization,
} from '../../../server/src/lsp/protocol.ts';
import { count, milliseconds, score } from '../../src/numbers.ts';
import type { TreeMode } from '../../src/panel-messages.ts';
import { BagDerivation, BagTree } from '../bag-drawings.tsx';
import { Derivation } from '../derivation.tsx';
import { compare, send } from '../host.ts';
import { Message } from '../message.tsx';
import { Button, Request } from '../request.tsx';
import { rowsOf, type Row } from '../rows.ts';
import { Chart } from './chart.tsx';
import { ComparedList } from './compared-list.tsx';
import './compare.css';

interface Props {
  readonly uri: string;
  readonly index: number;
  readonly resultId: number;
  readonly mode: TreeMode;
  readonly onMode: (mode: TreeMode) => void;
}

export const searchNames: Readonly<Record<ComparedSearch['search'], string>> = {
  beam: 'Beam',
  'best-first': 'Best-first',
};

/**
 * Compares beam search and best-first search on a bag. If one of them has not run yet, the server
 * runs it.
 */
export function Compare({ uri, index, resultId, mode, onMode }: Props) {
  return (
    <Request
      waiting="Searching with the beam and with best-first…"
      cancelled="The searches are not compared."
      action="Compare"
      send={(signal) => compare({ uri, index }, signal)}
      inputs={[uri, index, resultId]}
    >
      {(comparison) => <Compared {...{ comparison, mode, onMode }} />}
    </Request>
  );
}

/** The chosen sentence, and the search that found it. */
interface Chosen {
  readonly search: ComparedSearch['search'];
  readonly text: string;
}

function Compared({
  comparison: { searches },
  mode,
  onMode,
}: Pick<Props, 'mode' | 'onMode'> & { readonly comparison: ShownComparison }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const lists = useMemo(() => searches.map(listOf), [searches]);
  const [place, one] = chosenOf(lists, chosen);
  const bestFirst = searches.find(({ search }) => search === 'best-first');
  return (
    <div class="comparison">
      <Facts searches={searches} />
      <p class="muted">
        The two have weights of their own: scores of one list do not compare with those of the
        other.
      </p>
      <div class="compared-lists">
        {lists.map(({ of, rows }, i) => (
          <section key={of.search} aria-label={searchNames[of.search]}>
            <h2>
              {searchNames[of.search]}
              {of.isListed && <span class="badge">the list above</span>}
            </h2>
            {rows.length === 0 ? (
              <Nothing of={of} />
            ) : (
              <ComparedList
                search={of.search}
                rows={rows}
                others={lists[1 - i].rows}
                chosen={chosen?.search === of.search ? chosen.text : null}
                onChoose={(text) => setChosen({ search: of.search, text })}
              />
            )}
          </section>
        ))}
      </div>
      {one !== null && <Detail of={one} place={place} {...{ mode, onMode }} />}
      {bestFirst?.effort?.kind === 'best-first' && (
        <Chart chart={bestFirst.effort} loss={bestFirst.loss} />
      )}
    </div>
  );
}

interface List {
  readonly of: ComparedSearch;
  readonly rows: readonly Row[];
}

function listOf(of: ComparedSearch): List {
  const { result, explanations } = of;
  return { of, rows: result.realizations.length === 0 ? [] : rowsOf(result, explanations) };
}

/**
 * The sentence to draw, and a text such as `Beam, no. 1` that names its search and its rank. It is
 * the sentence that the user chose. Without a choice, it is the first sentence of the search that
 * made the panel's list or, if this search found none, of the other search.
 */
function chosenOf(
  lists: readonly List[],
  chosen: Chosen | null,
): [place: string, realization: ShownRealization | null] {
  const list =
    lists.find(({ of }) => of.search === chosen?.search) ??
    lists.find(({ of, rows }) => of.isListed && rows.length > 0) ??
    lists.find(({ rows }) => rows.length > 0);
  if (list === undefined) return ['', null];
  const { of, rows } = list;
  const { rank, realization } =
    rows.find((row) => row.realization.text === chosen?.text) ??
    rows.find((row) => row.rank === 1)!;
  const place = rank === null ? 'missed' : `no. ${rank}`;
  return [`${searchNames[of.search]}, ${place}`, realization];
}

/** A table with a row for each figure and a column for each search. */
function Facts({ searches }: { readonly searches: ShownComparison['searches'] }) {
  const facts: readonly (readonly [string, (of: ComparedSearch) => ComponentChildren])[] = [
    ['Sentences listed', ({ result }) => score(result.realizations.length)],
    ['CPU time', ({ ms }) => milliseconds(ms)],
    ['Looked at', effortOf],
    ['Expectation', ({ result }) => result.mark],
  ];
  const hasExpectations = searches.some(({ result }) => result.mark !== null);
  return (
    <table class="templates facts">
      <thead>
        <tr>
          <td />
          {searches.map(({ search }) => (
            <th key={search} scope="col">
              {searchNames[search]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {facts
          .filter(([name]) => name !== 'Expectation' || hasExpectations)
          .map(([name, of]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {searches.map((one) => (
                <td key={one.search}>{of(one)}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function effortOf({ effort }: ComparedSearch): string {
  if (effort === null) return '–';
  if (effort.kind === 'beam') {
    return `${count(effort.kept, 'hypothesis', 'hypotheses')} kept in ${count(effort.steps, 'step')}`;
  }
  return `${count(effort.pops, 'part')} taken off the agenda, of ${score(effort.limit)} at most`;
}

function Nothing({ of: { result } }: { readonly of: ComparedSearch }) {
  const { message, status } = result;
  return (
    <>
      <p>
        <Message text={message ?? 'It found no sentence.'} />
      </p>
      {status === 'refused' && (
        <p class="actions">
          <Button
            label="Change Model"
            onClick={() => send({ type: 'setting', setting: 'bowline.model' })}
          />
        </p>
      )}
    </>
  );
}

function Detail({
  of,
  place,
  mode,
  onMode,
}: Pick<Props, 'mode' | 'onMode'> & {
  readonly of: ShownRealization;
  readonly place: string;
}) {
  const drawing = { bag: null, words: [], realization: of, rank: null, mode, onMode };
  return (
    <section aria-label="The chosen sentence of the comparison">
      <h2>
        <bdi>{of.display}</bdi> <span class="muted">{place}</span>
      </h2>
      {of.ccg ? (
        <>
          <BagDerivation {...drawing} derivation={of.ccg} />
          <details>
            <summary>Tree</summary>
            <BagTree {...drawing} />
          </details>
        </>
      ) : (
        <>
          <BagTree {...drawing} />
          <details>
            <summary>Derivation</summary>
            <Derivation realization={of} byStep={null} />
          </details>
        </>
      )}
    </section>
  );
}
