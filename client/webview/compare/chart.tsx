import { useState } from 'preact/hooks';
import type { ChartSize, ExpectedTree, SearchChart } from '../../../server/src/lsp/protocol.ts';
import { score } from '../../src/numbers.ts';
import { TableScroll } from '../sideways.tsx';
import { EdgeCategory, EdgeWords, fateOf, hasCategory, value } from './edge.tsx';
import { Pops } from './pops.tsx';

/**
 * Shows the chart of a best-first search. Its edges are parts of sentences. The first table counts
 * the edges by size. The second lists the edges of the expected sentence. The third lists all edges
 * in the order of the search.
 */
export function Chart({
  chart,
  loss,
}: {
  readonly chart: SearchChart;
  /**
   * Why the search lost the expected sentence; null if the search found it, or if no sentence is
   * expected.
   */
  readonly loss: string | null;
}) {
  const { sizes, expected, edges, capacity, pops, isOfOneChoice } = chart;
  const hidden = edges[0].pop + pops - (edges.at(-1)?.pop ?? 0);
  const ofExpected = new Set(expected?.edges.map(({ pop }) => pop).filter((pop) => pop !== null));
  return (
    <section class="chart" aria-label="Chart of best-first">
      <h2>Chart of best-first</h2>
      <p class="muted">
        Parts of the sentence are taken off an agenda, the highest value first. An accepted one is
        joined to those accepted before it. The chart keeps {score(capacity)} of them beside the
        words, which are accepted before all others. The table below counts the words, too.
      </p>
      {isOfOneChoice && (
        <p class="muted">
          The bag has optional words or alternatives. The chart is of the words of{' '}
          {expected === null ? 'the first sentence' : 'the expected sentence'} alone, which are
          searched with the whole beam. The search above shares its work among all choices of words,
          so it may miss a sentence that the chart finds.
        </p>
      )}
      <Sizes sizes={sizes} />
      {expected !== null && <Expected tree={expected} loss={loss} />}
      <h3>In the order of pops</h3>
      <Pops edges={edges} expected={ofExpected} hasCategories={edges.some(hasCategory)} />
      {hidden > 0 && <p class="muted">{score(hidden)} more are not shown.</p>}
    </section>
  );
}

/** The numbers of edges that the search accepted, dropped and refused, by size. */
function Sizes({ sizes }: { readonly sizes: readonly ChartSize[] }) {
  const most = Math.max(...sizes.map(({ taken }) => taken));
  return (
    <TableScroll>
      <table class="templates sizes">
        <caption>Parts by size</caption>
        <thead>
          <tr>
            <th scope="col" class="number">
              Words
            </th>
            <th scope="col" class="number">
              Taken off
            </th>
            <th scope="col" class="number">
              Accepted
            </th>
            <th scope="col" class="number" title="Accepted ones that the full chart gave up later">
              Dropped later
            </th>
            <th
              scope="col"
              class="number"
              title="Not accepted: others of the same words and head came first"
            >
              Like others
            </th>
            <th
              scope="col"
              class="number"
              title="Not accepted: as many of as many words as may be came first"
            >
              Too many
            </th>
            <th scope="col" class="number" title="Not accepted: the chart was full of better ones">
              Too bad
            </th>
          </tr>
        </thead>
        <tbody>
          {sizes.map(({ words, taken, accepted, dropped, alike, crowded, worst }) => (
            <tr key={words}>
              <th scope="row" class="number">
                {words}
              </th>
              <td class="number">
                {score(taken)}
                <span class="bar" aria-hidden="true">
                  <span style={{ width: `${(100 * taken) / most}%` }} />
                </span>
              </td>
              {[accepted, dropped, alike, crowded, worst].map((one, i) => (
                <td key={i} class={one === 0 ? 'number muted' : 'number'}>
                  {score(one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** Lists the edges of the expected sentence's best tree. Marks the edge that was lost. */
function Expected({ tree, loss }: { readonly tree: ExpectedTree; readonly loss: string | null }) {
  const [isWhole, setWhole] = useState(false);
  const lost = tree.loss?.edge ?? -1;
  const shown = [...tree.edges.entries()].filter(([, { words }]) => isWhole || words.length > 1);
  const words = tree.edges.length - shown.length;
  const hasCategories = tree.edges.some(hasCategory);
  return (
    <>
      <h3>
        The expected sentence: <bdi>{tree.text}</bdi>
      </h3>
      {loss !== null && <p>{loss}</p>}
      <TableScroll>
        <table class="templates expected-tree">
          <thead>
            <tr>
              <th scope="col">Part of its tree</th>
              {hasCategories && <th scope="col">Category</th>}
              <th scope="col" class="number">
                Value
              </th>
              <th scope="col" class="number">
                Pop
              </th>
              <th scope="col">Outcome</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(([place, edge]) => (
              <tr key={place} class={place === lost ? 'lost' : ''}>
                <td>
                  <EdgeWords edge={edge} />
                </td>
                {hasCategories && (
                  <td>
                    <EdgeCategory edge={edge} />
                  </td>
                )}
                <td class="number">{value(edge)}</td>
                <td class="number">
                  {edge.pop === null ? '–' : edge.pop === 0 ? '' : score(edge.pop)}
                </td>
                <td>{place === lost ? `lost: ${fateOf(edge)}` : fateOf(edge)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {(words > 0 || isWhole) && (
        <button type="button" class="more" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Hide single words' : `Show ${words} single words`}
        </button>
      )}
    </>
  );
}
