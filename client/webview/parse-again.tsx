import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type {
  Addition,
  ModelProblem,
  ShownParse,
  ShownRealization,
  ShownUnambiguous,
  Token,
} from '../../server/src/lsp/protocol.ts';
import { count } from '../src/numbers.ts';
import type { TreeMode } from '../src/panel-messages.ts';
import { parseAgain, send, unambiguous } from './host.ts';
import { Message } from './message.tsx';
import { Notice } from './notice.tsx';
import { Button, Request } from './request.tsx';
import { Tree } from './tree.tsx';
import { directionOf, type TreeToken } from './tree-words.ts';

interface Props {
  readonly uri: string;
  readonly index: number;
  readonly resultId: number;
  readonly realization: ShownRealization;
  readonly mode: TreeMode;
  readonly onMode: (mode: TreeMode) => void;
  readonly onChoose: (text: string) => void;
  readonly onAdd: (addition: Addition) => void;
}

/** Parses the string of a realization, and compares the parse with the realization's tree. */
export function ParseAgain(props: Props) {
  const { uri, index, resultId, realization } = props;
  const { text } = realization;
  return (
    <Parsing
      key={text}
      waiting="Parsing the sentence…"
      cancelled="The sentence is not parsed."
      send={(signal) => parseAgain({ uri, index, text }, signal)}
      inputs={[uri, index, resultId, text]}
    >
      {(parse) => <Parsed {...props} parse={parse} />}
    </Parsing>
  );
}

function Parsed(
  props: Props & { readonly parse: Exclude<ShownParse, { readonly problem: ModelProblem }> },
) {
  const { uri, index, resultId, realization, mode, onMode, parse } = props;
  const { text, tokens, display } = realization;
  const { differing, sentences, besides, reason } = parse;
  const common = { direction: directionOf(display), mode, onMode };
  return (
    <div class="parse-again">
      <div role="status">
        {sentences.length === 0 && (
          <p>
            A reader would read this sentence as it is meant: the parse attaches each word alike.
          </p>
        )}
        <Sentences sentences={sentences} />
        {reason !== null && <p class="muted">{reason}</p>}
        <Sentences sentences={besides} />
      </div>
      {sentences.length > 0 && (
        <Parsing
          waiting="Parsing the other sentences of the list…"
          cancelled="The other sentences are not parsed."
          send={(signal) => unambiguous({ uri, index, text }, signal)}
          inputs={[uri, index, resultId, text]}
        >
          {(found) => <Unambiguous {...props} found={found} />}
        </Parsing>
      )}
      <div class="parsed-trees">
        <PlainTree title="As it is meant" tokens={marked(tokens, differing)} {...common} />
        <PlainTree
          title="As a reader parses it"
          tokens={marked(parse.tokens, differing)}
          {...common}
        />
      </div>
    </div>
  );
}

function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <ul class="attachments">
      {sentences.map((sentence) => (
        <li key={sentence}>
          <Message text={sentence} />
        </li>
      ))}
    </ul>
  );
}

function marked(tokens: readonly Token[], differing: readonly number[]): TreeToken[] {
  return tokens.map((token, i) => ({ ...token, differs: differing.includes(i + 1) }));
}

/** Shows a tree that offers no actions. */
function PlainTree({
  title,
  ...tree
}: { readonly title: string } & Pick<
  Parameters<typeof Tree>[0],
  'tokens' | 'direction' | 'mode' | 'onMode'
>) {
  const id = useId();
  const nothing = { onReveal: null, onHighlight: null, onAddArc: null, onRemoveArc: null };
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Tree {...tree} {...nothing} onExport={null} />
    </section>
  );
}

/**
 * Names the first listed sentence whose parse has the same arcs as the realization. Offers a line
 * of `order:` that rules out all sentences before it.
 */
function Unambiguous({
  found: { sentence, line, parsed, isWhole },
  onChoose,
  onAdd,
}: Pick<Props, 'onChoose' | 'onAdd'> & {
  readonly found: Exclude<ShownUnambiguous, { readonly problem: ModelProblem }>;
}) {
  if (sentence === null) {
    return (
      <p role="status">
        No order of the list is read as meant
        {isWhole ? '' : `: the first ${count(parsed, 'sentence')} were parsed`}.
      </p>
    );
  }
  const { text, display, rank } = sentence;
  return (
    <div role="status">
      <p>
        No. {rank} of the list is read as meant: <bdi>{display}</bdi>{' '}
        <Button label="Choose" onClick={() => onChoose(text)} />
      </p>
      {line !== null && (
        <p>
          A line of <code>order:</code> that the sentences before it break: <code>{line.line}</code>{' '}
          <Button label={`Add ${line.line}`} onClick={() => onAdd(line.addition)} />
        </p>
      )}
    </div>
  );
}

/** The parser's answer, or why the parser cannot be used. */
function Parsing<T extends object>({
  children,
  ...request
}: {
  readonly waiting: string;
  readonly cancelled: string;
  readonly send: (signal: AbortSignal) => Promise<T | { readonly problem: ModelProblem }>;
  readonly inputs: readonly unknown[];
  readonly children: (answer: Exclude<T, { readonly problem: ModelProblem }>) => ComponentChildren;
}) {
  return (
    <Request {...request} action="Parse">
      {(answer) => {
        if (!('problem' in answer)) {
          return children(answer as Exclude<T, { readonly problem: ModelProblem }>);
        }
        const { message, setting } = answer.problem;
        const open = { label: 'Open Setting', run: () => send({ type: 'setting', setting }) };
        return (
          <Notice kind="error" title="Nothing can be parsed" actions={[open]}>
            <p>
              <Message text={message} />
            </p>
          </Notice>
        );
      }}
    </Request>
  );
}
