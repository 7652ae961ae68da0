import { score, signed } from '../numbers.ts';
import type { TraceCursor } from './cursor.ts';
import {
  actionName,
  beamVariables,
  scoresOf,
  standing,
  stepName,
  type Variable,
} from './variables.ts';

/**
 * The commands of the debug console. If the user enters a word of the bag, the console describes
 * the word.
 */
export const commands = ['score', 'beam', 'why'] as const;

/** The message says why the debug console cannot answer. */
export class NoAnswer extends Error {}

/** The answer to `why WORD` lists at most this many feature templates. */
const MOST_TEMPLATES = 5;

export interface Answer {
  readonly text: string;
  readonly details?: readonly Variable[];
}

/**
 * Answers a word, `score`, `beam` or `why WORD`.
 *
 * @throws {NoAnswer} if the expression is neither a command nor a word of the bag
 */
export function evaluate(cursor: TraceCursor, followed: number, expression: string): Answer {
  const [command, ...rest] = expression.trim().split(/\s+/);
  if (rest.length === 0 && command === 'score') return scoreHere(cursor, followed);
  if (rest.length === 0 && command === 'beam') {
    const details = beamVariables(cursor, followed);
    const text = details.length === 0 ? 'No step was taken yet.' : standing(cursor, followed);
    return { text, details };
  }
  if (command === 'why' && rest.length > 0) return why(cursor, followed, rest.join(' '));
  return { text: ofWords(cursor, expression.trim(), (word) => tagsHere(cursor, followed, word)) };
}

/**
 * Describes each word with this name. If there is none, describes each word whose name without
 * number and quotes is this name.
 *
 * @param say makes a line for a word
 */
function ofWords(cursor: TraceCursor, name: string, say: (word: number) => string): string {
  const { words } = cursor.result;
  const plain = (spelled: string): string => spelled.replace(/#\d+$/, '').replaceAll('"', '');
  const exact = words.flatMap((word, i) => (word.name === name ? [i] : []));
  const alike = words.flatMap((word, i) => (plain(word.name) === name ? [i] : []));
  const found = exact.length > 0 ? exact : alike;
  if (found.length === 0) {
    throw new NoAnswer(`The bag has no word “${name}”. Ask for a word, score, beam or why WORD.`);
  }
  if (found.length === 1) return say(found[0]);
  return found.map((word) => `${words[word].name}: ${say(word)}`).join('\n');
}

function scoreHere(cursor: TraceCursor, followed: number): Answer {
  const step = cursor.stepOf(followed);
  if (step === null) return { text: '0, for no step was taken yet.' };
  const total = cursor.totalOf(followed);
  return { text: `${score(total)}; ${stepName(cursor, followed)} adds ${signed(step.score)}` };
}

/**
 * The place of a word in the sentence of a hypothesis, and the step that takes the word from the
 * remaining words. Both count from 1. Null if the sentence lacks the word.
 */
function taking(
  cursor: TraceCursor,
  followed: number,
  word: number,
): { readonly place: number; readonly step: number } | null {
  const { tokens, steps } = cursor.followed[followed];
  const place = tokens.findIndex((token) => token.word === word) + 1;
  const step = steps.findIndex(({ taken }) => taken === place) + 1;
  return step === 0 ? null : { place, step };
}

function tagsHere(cursor: TraceCursor, followed: number, word: number): string {
  const found = taking(cursor, followed, word);
  if (found === null) return 'is not in this sentence';
  if (found.step > cursor.position) return scoresOf(cursor, followed, word);
  const { tag, category } = cursor.followed[followed].tokens[found.place - 1];
  return `${category === undefined ? tag : `${tag}:${category}`}, since step ${found.step}`;
}

/**
 * The features that contribute most to the step that takes a word. If this step is still to come,
 * first says why the next step does not take the word.
 */
function why(cursor: TraceCursor, followed: number, name: string): Answer {
  const text = ofWords(cursor, name, (word) => {
    const found = taking(cursor, followed, word);
    if (found === null) return 'It is not in this sentence.';
    const { step } = found;
    const { score: added, contributions, legal } = cursor.followed[followed].steps[step - 1];
    const rank = legal.findIndex(({ isTaken }) => isTaken) + 1;
    const { templates } = cursor.result.trace;
    const reasons = contributions
      .toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))
      .slice(0, MOST_TEMPLATES)
      .map(([place, part]) => `${templates[place].meaning} (${signed(part)})`);
    const taken = `Step ${step} takes it, no. ${rank} of the legal actions there, and adds ${signed(added)}`;
    const because = reasons.length === 0 ? `${taken}.` : `${taken}: ${reasons.join('; ')}.`;
    return step > cursor.position ? `${notHere(cursor, followed, word)} ${because}` : because;
  });
  return { text };
}

/** Says why the next step does not take this word. */
function notHere(cursor: TraceCursor, followed: number, word: number): string {
  const legal = cursor.legalOf(followed);
  const place = legal.findIndex((move) => move.word === word);
  const next = legal.find(({ isTaken }) => isTaken);
  if (place < 0) return `Here it is ${scoresOf(cursor, followed, word)}.`;
  const move = legal[place];
  const here = `Here ${actionName(move)} is no. ${place + 1} of the legal actions, and would add ${signed(move.score)}`;
  if (next === undefined || next === move) return `${here}.`;
  return `${here}; ${actionName(next)}, which adds ${signed(next.score)}, is next.`;
}
