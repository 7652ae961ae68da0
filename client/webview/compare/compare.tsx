import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
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

/** Compares the beam with best-first on a bag, side by side. The comparison runs the search that has not run yet. */
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

/** The chosen sentence, and the search that it was chosen from. */
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
  const [place, one] = chosenOf(searches, chosen);
  const bestFirst = searches.find(({ search }) => search === 'best-first');
  return (
    <div class="comparison">
      <Facts searches={searches} />
      <p class="muted">
        The two have weights of their own: scores of one list do not compare with those of the
        other.
      </p>
      <div class="compared-lists">
        {searches.map((one, i) => (
          <section key={one.search} aria-label={searchNames[one.search]}>
            <h2>
              {searchNames[one.search]}
              {one.isListed && <span class="badge">the list above</span>}
            </h2>
            {one.result.realizations.length === 0 ? (
              <Nothing of={one} />
            ) : (
              <ComparedList
                of={one}
                other={searches[1 - i]}
                chosen={chosen?.search === one.search ? chosen.text : null}
                onChoose={(text) => setChosen({ search: one.search, text })}
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

/**
 * Finds the chosen sentence, and describes its search and rank. If no sentence is chosen, takes the first sentence of
 * the search that made the bag's list or, if that search found none, of the other search.
 */
function chosenOf(
  searches: ShownComparison['searches'],
  chosen: Chosen | null,
): [place: string, realization: ShownRealization | null] {
  const search =
    searches.find((one) => one.search === chosen?.search) ??
    searches.find(({ isListed, result }) => isListed && result.realizations.length > 0) ??
    searches.find(({ result }) => result.realizations.length > 0);
  if (search === undefined) return ['', null];
  const { realizations } = search.result;
  const at = Math.max(
    0,
    realizations.findIndex(({ text }) => text === chosen?.text),
  );
  return [`${searchNames[search.search]}, no. ${search.result.ranks[at]}`, realizations[at]];
}

/** Compares the figures of the two searches in a table, one row per figure. */
function Facts({ searches }: { readonly searches: ShownComparison['searches'] }) {
  const facts: readonly (readonly [string, (of: ComparedSearch) => ComponentChildren])[] = [
    ['Sentences', ({ result }) => score(result.realizations.length)],
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

/** Says why a search has no sentence. */
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

/** Draws the tree and the derivation of the chosen sentence. */
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
