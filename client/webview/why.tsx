import { useState } from 'preact/hooks';
import { AddedLine } from './added-line.tsx';
import { isDecision } from '../../server/src/lsp/protocol.ts';
import type {
  Addition,
  ExplainedRealization,
  ShownExplanation,
} from '../../server/src/lsp/protocol.ts';
import { Effect } from './derivation.tsx';
import { useAnswer } from './use-answer.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { explain } from './host.ts';
import { score, signed } from '../src/numbers.ts';
import type { Row } from './rows.ts';
import { TableScroll } from './sideways.tsx';
import { stepsOf, type Step } from './steps.ts';

interface Props {
  readonly uri: string;
  readonly index: number;
  readonly resultId: number;
  readonly rows: readonly Row[];
  readonly chosen: number;
  readonly onAdd: (...additions: readonly Addition[]) => void;
  readonly onFurther: (beam: number) => void;
  /** The sentence for which the user pressed Find What Would Help; null before that. */
  readonly helped: string | null;
  readonly onHelp: (text: string | null) => void;
}

/** At first, the table shows this many feature templates. */
const few = 8;
/**
 * If several lines must be added together to put the sentence first, at most this many are shown.
 */
const fewLines = 3;
/** The number of steps to compare, from the first difference on. */
const stepsShown = 6;

/** Says why a sentence does not come first, and compares its scores with another sentence's. */
export function Why(props: Props) {
  const { uri, index, resultId, rows, chosen } = props;
  const { text } = rows[chosen].realization;
  const [other, setOther] = useState<string | null>(null);
  const first = rows.find(({ rank }) => rank === 1)!.realization.text;
  // If the chosen sentence is the first, it is compared by default with a sentence that has a
  // badge, such as an expected sentence. If no other sentence has a badge, it is compared with the
  // second sentence.
  const fallback =
    rows.find(({ rank, badge }) => rank !== 1 && badge !== null) ??
    rows.find(({ rank }) => rank !== 1);
  const others = rows.filter(({ realization }) => realization.text !== text);
  const isThere = others.some(({ realization }) => realization.text === other);
  const against = isThere ? other : text === first ? (fallback?.realization.text ?? null) : null;
  const { value, problem } = useAnswer(
    (signal) => explain({ uri, index, text, against, depth: 'whole' }, signal),
    [uri, index, resultId, text, against],
  );
  if (others.length === 0) {
    return <p class="muted">It is the only sentence: there is nothing to compare it with.</p>;
  }
  return (
    <>
      <label class="compare">
        Compared with
        <select
          value={against ?? first}
          onChange={({ currentTarget: { value: chosenText } }) => {
            setOther(chosenText === first ? null : chosenText);
          }}
        >
          {others.map(({ realization, rank }) => (
            <option key={realization.text} value={realization.text}>
              {placeOf(rank)}
              {realization.expected ? ' (expected)' : ''}: {realization.display}
            </option>
          ))}
        </select>
      </label>
      {problem !== null && <p role="alert">{problem}</p>}
      {value !== null && (
        <Explained
          {...props}
          explanation={value}
          other={
            against === null ? null : rows.find(({ realization }) => realization.text === against)!
          }
          key={text}
        />
      )}
    </>
  );
}

function Explained({
  explanation,
  other,
  uri,
  index,
  resultId,
  rows,
  chosen,
  onAdd,
  onFurther,
  helped,
  onHelp,
}: Props & {
  readonly explanation: ShownExplanation;
  /** The row to compare the sentence with; null for the first row. */
  readonly other: Row | null;
}) {
  const { expected, against, sentences, class: kind } = explanation;
  if (expected === null || against === null) return <Sentences sentences={sentences} />;
  return (
    <>
      <Sentences
        sentences={other === null ? sentences : [comparison(expected.score, against.score, other)]}
      />
      {other === null && kind !== 'met' && kind !== 'unreachable' && (
        <Help
          {...{ uri, index, resultId, onAdd, onFurther, helped, onHelp }}
          text={rows[chosen].realization.text}
        />
      )}
      <Templates explanation={explanation} />
      <Steps explanation={explanation} />
    </>
  );
}

function placeOf(rank: number | null): string {
  return rank === 1 ? 'the first' : rank === null ? 'not found' : `no. ${rank}`;
}

/**
 * Says how much more or less a sentence scores than the sentence of a row, for example: `It scores
 * 120 less than no. 2: 480 and 600.`
 */
function comparison(own: number, others: number, { rank, realization }: Row): string {
  const difference = own - others;
  const name =
    rank === 1
      ? 'the first sentence in the list'
      : rank === null
        ? `“${realization.display}”, which the search missed`
        : `no. ${rank}`;
  return difference === 0
    ? `It scores as much as ${name}: ${score(own)}.`
    : `It scores ${score(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than ${name}: ${score(own)} and ${score(others)}.`;
}

function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <ul class="reasons">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

type HelpProps = Omit<Props, 'rows' | 'chosen'> & { readonly text: string };

/**
 * Searches for lines that put the sentence first if they are added to the bag. This may take
 * seconds, so the user starts it.
 */
function Help({ uri, index, resultId, text, onAdd, onFurther, helped, onHelp }: HelpProps) {
  const element = useKeptFocus<HTMLDivElement>();
  const isAsked = helped === text;
  const { value, problem } = useAnswer(
    isAsked
      ? (signal) => explain({ uri, index, text, against: null, depth: 'help' }, signal)
      : null,
    [isAsked, uri, index, resultId, text],
  );
  return (
    <div ref={element} tabIndex={-1}>
      {!isAsked ? (
        <p class="actions">
          <button type="button" class="button secondary" onClick={() => onHelp(text)}>
            Find What Would Help
          </button>
        </p>
      ) : problem !== null ? (
        <p role="alert">{problem}</p>
      ) : value === null ? (
        <p role="status">
          Trying single lines, then pairs, then sets of arcs, up to six seconds…{' '}
          <progress aria-label="Finding what would help" />
          <button type="button" class="link" onClick={() => onHelp(null)}>
            Cancel
          </button>
        </p>
      ) : (
        <Helpful explanation={value} {...{ onAdd, onFurther }} />
      )}
    </div>
  );
}

/** Lists lines that put the sentence first: each on its own, or several together. */
function Helpful({
  explanation,
  onAdd,
  onFurther,
}: Pick<HelpProps, 'onAdd' | 'onFurther'> & { readonly explanation: ShownExplanation }) {
  const { help, together, whole, smallestBeam, ruledOut, nothingHelps } = explanation;
  if (help.length === 0 && together.length === 0 && smallestBeam === null) {
    return <p role="status">{nothingHelps}</p>;
  }
  return (
    <section class="help" aria-label="What would help">
      {ruledOut !== null && <p>{ruledOut}</p>}
      {help.length + (smallestBeam === null ? 0 : 1) > 0 && (
        <>
          <h2 tabIndex={-1}>
            {together.length > 0 ? 'This puts it first' : 'Any one of these puts it first'}
          </h2>
          <ul>
            {help.map(({ line, addition }) => (
              <li key={line}>
                <AddedLine {...{ line, addition }} />
                <button
                  type="button"
                  class="button secondary"
                  aria-label={isDecision(addition) ? `Change: ${line}` : `Add ${line}`}
                  onClick={() => onAdd(addition)}
                >
                  {isDecision(addition) ? 'Change' : 'Add'}
                </button>
              </li>
            ))}
            {smallestBeam !== null && (
              <li>
                <span>a beam of {score(smallestBeam)}</span>
                <button
                  type="button"
                  class="button secondary"
                  aria-label={`Search this bag with a beam of ${score(smallestBeam)}`}
                  onClick={() => onFurther(smallestBeam)}
                >
                  Search
                </button>
              </li>
            )}
          </ul>
        </>
      )}
      {together.length > 0 && (
        <>
          <h2 tabIndex={-1}>
            {whole === null
              ? 'These lines together put it first'
              : `It comes first if the bag gives ${whole}`}
          </h2>
          <ul>
            {together.slice(0, fewLines).map(({ line, addition }) => (
              <li key={line}>
                <AddedLine {...{ line, addition }} />
              </li>
            ))}
            {together.length > fewLines && (
              <li class="muted">… and {together.length - fewLines} more</li>
            )}
          </ul>
          <p class="actions">
            <button
              type="button"
              class="button secondary"
              onClick={() => onAdd(...together.map(({ addition }) => addition))}
            >
              Add All
            </button>
          </p>
        </>
      )}
    </section>
  );
}

/** The scores of two sentences by feature template, the largest difference first. */
function Templates({ explanation }: { readonly explanation: ShownExplanation }) {
  const [isWhole, setWhole] = useState(false);
  const differing = explanation.templates.filter((one) => one.expected !== one.against);
  if (differing.length === 0) return null;
  const shown = isWhole ? differing : differing.slice(0, few);
  const most = Math.max(...differing.map((one) => Math.abs(one.expected - one.against)));
  return (
    <section aria-label="Where the scores differ">
      <h2>Where the scores differ</h2>
      <TableScroll>
        <table class="templates">
          <thead>
            <tr>
              <th scope="col">Feature template</th>
              <th scope="col" class="number">
                This one
              </th>
              <th scope="col" class="number">
                The other
              </th>
              <th scope="col" class="number">
                Difference
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, meaning, expected, against }) => (
              <tr key={name}>
                <td>
                  {meaning} <code>{name}</code>
                </td>
                <td class="number">{score(expected)}</td>
                <td class="number">{score(against)}</td>
                <td class="number">
                  {signed(expected - against)}
                  <span class="bar" aria-hidden="true">
                    <span style={{ width: `${(100 * Math.abs(expected - against)) / most}%` }} />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {differing.length > few && (
        <button type="button" class="more" onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the first ${few}` : `Show ${differing.length - few} more`}
        </button>
      )}
    </section>
  );
}

function Steps({ explanation }: { readonly explanation: ShownExplanation }) {
  const { expected, against, firstDifference } = explanation;
  if (expected === null || against === null || firstDifference === null) return null;
  const [ofExpected, ofOther] = [stepsOf(expected), stepsOf(against)];
  const places = Array.from({ length: stepsShown }, (_, i) => firstDifference - 1 + i).filter(
    (place) => place < Math.max(expected.steps.actions.length, against.steps.actions.length),
  );
  return (
    <section aria-label="Where the derivations part">
      <h2>
        {firstDifference === 1
          ? 'They differ from the first step'
          : firstDifference === 2
            ? 'The first step is the same'
            : `The first ${firstDifference - 1} steps are the same`}
      </h2>
      <TableScroll>
        <table class="templates">
          <thead>
            <tr>
              <th scope="col" class="number">
                Step
              </th>
              <th scope="col">This one</th>
              <th scope="col" class="number">
                Score
              </th>
              <th scope="col">The other</th>
              <th scope="col" class="number">
                Score
              </th>
            </tr>
          </thead>
          <tbody>
            {places.map((place) => (
              <tr key={place}>
                <td class="number muted">{place + 1}</td>
                <StepCells of={expected} step={ofExpected.at(place)} />
                <StepCells of={against} step={ofOther.at(place)} />
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </section>
  );
}

/** The action and the score of a step; empty cells after the end of the derivation. */
function StepCells({
  of: { tokens },
  step,
}: {
  readonly of: ExplainedRealization;
  readonly step: Step | undefined;
}) {
  return (
    <>
      <td>
        {step && (
          <>
            <span class="action">{step.action}</span> <Effect step={step} tokens={tokens} />
          </>
        )}
      </td>
      <td class="number">{step && signed(step.score)}</td>
    </>
  );
}
