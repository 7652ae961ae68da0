import type { CoverageReport } from '../../../server/src/lsp/protocol.ts';
import type { RankCount } from './rows.ts';

const format = new Intl.NumberFormat('en-US');
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

interface Figure {
  readonly name: string;
  readonly value: string;
  /** A second figure, which is a share or a total. */
  readonly detail: string;
}

function figuresOf({
  bags,
  realized,
  expectations,
  bleu,
  words,
  arcs,
  derivations,
}: CoverageReport): Figure[] {
  const share = (name: string, part: number, whole: number): Figure => ({
    name,
    value: whole === 0 ? '–' : percent.format(part / whole),
    detail: `${format.format(part)} of ${format.format(whole)}`,
  });
  const { total, rank1, rank5, listed } = expectations;
  return [
    share('Bags realized', realized, bags),
    share('At rank 1', rank1, total),
    share('Up to rank 5', rank5, total),
    share('Listed', listed, total),
    { name: 'BLEU', value: bleu === null ? '–' : bleu.toFixed(1), detail: 'of 100' },
    share('Words known', words.known, words.total),
    share('Arcs seen', arcs.seen, arcs.total),
    ...(derivations === undefined
      ? []
      : [share('Spanned', derivations.spanning, derivations.total)]),
  ];
}

/** Shows the totals of a run, and how many bags have each rank. */
export function Summary({
  report,
  ranks,
}: {
  readonly report: CoverageReport;
  readonly ranks: readonly RankCount[];
}) {
  const most = Math.max(1, ...ranks.map(({ count }) => count));
  return (
    <div class="summary">
      <dl class="figures">
        {figuresOf(report).map(({ name, value, detail }) => (
          <div key={name} class="figure">
            <dt>{name}</dt>
            <dd class="value">{value}</dd>
            <dd class="of">{detail}</dd>
          </div>
        ))}
      </dl>
      <figure class="histogram">
        <figcaption>Best rank of what bags expect</figcaption>
        <ul>
          {ranks.map(({ label, count }) => (
            <li key={label} class={label === 'not found' ? 'bar missing' : 'bar'}>
              <span class="label">{label}</span>
              <span class="track" aria-hidden="true">
                <span class="fill" style={{ width: `${(100 * count) / most}%` }} />
              </span>
              <span class="count">{format.format(count)}</span>
            </li>
          ))}
        </ul>
      </figure>
    </div>
  );
}
