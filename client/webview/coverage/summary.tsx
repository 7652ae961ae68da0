import type { CoverageReport } from '../../../server/src/lsp/protocol.ts';
import type { RankCount } from './rows.ts';
import { wordsKnownMeaning } from './words.ts';

const format = new Intl.NumberFormat('en-US');
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

interface Figure {
  readonly name: string;
  readonly value: string;
  /** The counts behind the value, such as `3 of 4`. */
  readonly detail: string;
  /** What the figure counts, in a sentence. */
  readonly meaning: string;
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
  const share = (name: string, part: number, whole: number, meaning: string): Figure => ({
    name,
    value: whole === 0 ? '–' : percent.format(part / whole),
    detail: `${format.format(part)} of ${format.format(whole)}`,
    meaning,
  });
  const { total, rank1, rank5, listed } = expectations;
  return [
    share('Bags realized', realized, bags, 'Bags that have a sentence.'),
    share('At rank 1', rank1, total, 'Expected sentences that come first.'),
    share('Up to rank 5', rank5, total, 'Expected sentences among the first five.'),
    share('Listed', listed, total, 'Expected sentences that the list of a bag shows.'),
    {
      ...{ name: 'BLEU', value: bleu === null ? '–' : bleu.toFixed(1), detail: 'of 100' },
      meaning: 'How much the first sentences resemble the expected ones.',
    },
    share('Words known', words.known, words.total, wordsKnownMeaning),
    share(
      'Arcs seen',
      arcs.seen,
      arcs.total,
      'Arcs between two words of a bag that training has seen.',
    ),
    ...(derivations === undefined
      ? []
      : [
          share(
            ...(['Spanned', derivations.spanning, derivations.total] as const),
            'First sentences that one derivation spans.',
          ),
        ]),
  ];
}

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
        {figuresOf(report).map(({ name, value, detail, meaning }) => (
          <div key={name} class="figure" title={meaning}>
            <dt>{name}</dt>
            <dd class="value">{value}</dd>
            <dd class="of">{detail}</dd>
          </div>
        ))}
      </dl>
      <figure class="histogram">
        <figcaption>Bags by the best rank of their expected sentences</figcaption>
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
