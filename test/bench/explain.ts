/**
 * Explains why a treebank's sentences do not come first in their bags, and checks what is said.
 *
 *     npx tsx test/bench/explain.ts TREEBANK [--limit N] [--longest N]
 */
import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { evaluationBag } from '../../server/src/evaluate/evaluate.ts';
import { conditionName } from '../../server/src/evaluate/conditions.ts';
import { quantile } from '../../server/src/evaluate/timing.ts';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';
import type { Bag } from '../../server/src/bag/bag.ts';
import { Explainer } from '../../server/src/explain/explainer.ts';
import {
  type BagNode,
  parse,
  toBag,
  writeAddition,
  writeAdditions,
  writeBag,
} from '../../server/src/language/index.ts';
import { edited } from '../../server/src/language/writing/edited.ts';
import { createRealizer, NEVER } from '../../server/src/realize/realizer.ts';
import { readConllu } from '../../server/src/treebank/conllu.ts';
import type { Condition } from '../../server/src/treebank/sampling.ts';
import { selectSentences } from '../../server/src/treebank/select.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string' }, longest: { type: 'string', default: '20' } },
});
const conditions: readonly Condition[] = [
  { pos: 'all', dep: 'none', label: false },
  { pos: 'all', dep: 'all', label: true },
];
const extension = fileURLToPath(new URL('../../', import.meta.url));
const options = { beam: 64, search: 'beam', results: 10, helpMs: 0 } as const;
/** Milliseconds that looking for something that helps may take. */
const HELP_MS = 2000;
const resources = loadResources({
  model: await openModelFile(shippedModelPath(extension), MODEL_FORMAT),
  languageModel: await openModelFile(shippedLanguageModelPath(extension), LANGUAGE_MODEL_FORMAT),
});
const explainer = new Explainer(resources);
const realizer = createRealizer(resources);
const { sentences } = selectSentences(readConllu(readFileSync(positionals[0], 'utf8'), []));
const chosen = sentences
  .filter(({ forms }) => forms.length <= Number(values.longest))
  .slice(0, Number(values.limit ?? Infinity));

/** The bag as it is read from a file: additions are made in its text. */
function written({ words, arcs, root }: Bag): BagNode {
  return parse(writeBag({ name: null, comments: [], words, arcs, root, expect: [] })).bags[0];
}

for (const condition of conditions) {
  const classes = new Map<string, number>();
  const times: number[] = [];
  let wrong = 0;
  let withHelp = 0;
  let withTogether = 0;
  /** Additions that the language cannot write: they are not offered. */
  let unwritten = 0;
  const offered = new Map<string, number>();
  const helpTimes: number[] = [];
  for (const [i, sentence] of chosen.entries()) {
    const node = written(evaluationBag(sentence, i, condition, 1).bag);
    const bag = toBag(node);
    const words = sentence.forms.join(' ').split(' ');
    const started = performance.now();
    const explanation = explainer.explain(bag, words, options, NEVER);
    const took = performance.now() - started;
    if (typeof explanation === 'string') throw new Error(explanation);
    const { class: kind, expected, against, templates, wider, loss, rank } = explanation;
    classes.set(kind, (classes.get(kind) ?? 0) + 1);
    if (kind === 'met') continue;
    times.push(took);
    const complain = (what: string): void => {
      wrong++;
      console.log(`${i}: ${words.join(' ')}: ${kind}: ${what}`);
    };
    for (const [side, one] of [
      ['expected', expected],
      ['against', against],
    ] as const) {
      const sum = templates.reduce((total, each) => total + each[side], 0);
      if (one !== null && sum !== one.score) complain(`${side} ${one.score}, but templates ${sum}`);
      for (const [place, contributions] of (one?.byStep ?? []).entries()) {
        const { score } = one!.transitions[place];
        const ofStep = contributions.reduce((total, each) => total + each.score, 0);
        if (ofStep !== score) complain(`a step scores ${score}, but its templates ${ofStep}`);
      }
    }
    if (kind !== 'ranked' && loss === null) complain('no step');
    if (kind === 'ranked' && rank === null) complain('no rank');
    const asked = performance.now();
    const helped = explainer.explain(bag, words, { ...options, helpMs: HELP_MS }, NEVER);
    const additions = typeof helped === 'string' ? [] : helped.help;
    helpTimes.push(performance.now() - asked - took);
    if (additions.length > 0) withHelp++;
    for (const addition of additions) {
      const inText = writeAddition(node, addition);
      if (inText === null) {
        unwritten++;
        continue;
      }
      offered.set(addition.kind, (offered.get(addition.kind) ?? 0) + 1);
      const more = toBag(parse(edited(node.text, inText.edits)).bags[0]);
      const { realizations } = realizer.realize(more, { beam: 64, results: 1 }, NEVER);
      if (realizations.at(0)?.text !== words.join(' ')) complain(inText.line);
    }
    const together = typeof helped === 'string' ? [] : helped.together;
    if (together.length > 0) {
      const inText = writeAdditions(node, together);
      if (inText === null) unwritten++;
      else {
        withTogether++;
        const more = toBag(parse(edited(node.text, inText.edits)).bags[0]);
        const { realizations } = realizer.realize(more, { beam: 64, results: 1 }, NEVER);
        if (realizations.at(0)?.text !== words.join(' '))
          complain(inText.lines.map(({ line }) => line).join('; '));
      }
    }
    const smallestBeam = wider?.smallestBeam ?? null;
    if (smallestBeam !== null) {
      const isFirst = (beam: number): boolean =>
        realizer.realize(bag, { beam, results: 1 }, NEVER).realizations[0].text === words.join(' ');
      if (!isFirst(smallestBeam)) complain(`not first with ${smallestBeam}`);
      if (isFirst(smallestBeam / 2)) complain(`first with ${smallestBeam / 2}`);
    }
    if (kind === 'beam' && smallestBeam === null) complain('no beam');
  }
  const quantiles = (all: number[]): string => {
    all.sort((a, b) => a - b);
    return `median ${quantile(all, 0.5).toFixed(0)}, 95th percentile ${quantile(all, 0.95).toFixed(0)}`;
  };
  console.log(conditionName(condition), Object.fromEntries(classes), `${wrong} wrong`);
  console.log(`lines together help: ${withTogether} of ${times.length}`);
  console.log(`a single line helps: ${withHelp} of ${times.length};`, Object.fromEntries(offered));
  console.log(`not offered, since it cannot be written: ${unwritten}`);
  console.log(`explanation, ms: ${quantiles(times)}; help, ms: ${quantiles(helpTimes)}`);
}
