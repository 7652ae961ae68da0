import type { BeamState, LegalMove } from '../../../server/src/lsp/protocol.ts';
import { score, signed } from '../numbers.ts';
import type { Frame, TraceCursor } from './cursor.ts';

export interface Variable {
  readonly name: string;
  readonly value: string;
  /**
   * What a feature template means, if the variable is the score of one. The editor shows this text
   * as the variable's type.
   */
  readonly type?: string;
  readonly children?: readonly Variable[];
}

/** The variables view of a hypothesis and one partial tree of its stack. */
export function scopesOf(cursor: TraceCursor, followed: number, frame: Frame): readonly Variable[] {
  const scope = (name: string, children: readonly Variable[]): Variable => ({
    ...{ name, value: '', children },
  });
  return [
    scope('Step', stepVariables(cursor, followed)),
    scope('Tree', treeVariables(cursor, followed, frame)),
    scope('Words left', leftVariables(cursor, followed)),
    scope('Beam', beamVariables(cursor, followed)),
    scope('Legal actions', legalVariables(cursor, followed)),
  ].filter(({ children }) => children?.length !== 0);
}

/** Names a move: `SHIFT dog/NN`. */
export function actionName({ action, text }: Pick<LegalMove, 'action' | 'text'>): string {
  return text === '' ? action : `${action} ${text}`;
}

/** Describes the last step. Names the words of the arcs that it built. */
export function stepName(cursor: TraceCursor, followed: number): string {
  const step = cursor.stepOf(followed);
  if (step === null) return 'nothing';
  const { tokens } = cursor.followed[followed];
  const { action, arcs } = step;
  const move = step.legal.find(({ isTaken }) => isTaken) ?? { action, text: '' };
  if (arcs.length === 0 || action === 'PLACE') return actionName(move);
  const built = arcs
    .map(({ head, dependent }) => `${tokens[head - 1].form} -> ${tokens[dependent - 1].form}`)
    .join(', ');
  return move.text === '' ? `${action} ${built}` : `${actionName(move)}: ${built}`;
}

/** Whether a hypothesis is still in the beam, and at which rank. */
export function standing(cursor: TraceCursor, followed: number): string {
  const [step, beam] = [cursor.stepOf(followed), cursor.beamOf(followed)];
  if (step === null || beam === null) return '';
  const { kept } = beam;
  const { rank, isKept } = step;
  if (isKept) return `no. ${rank ?? ''} of ${kept}`;
  const left = cursor.leftAt(followed);
  if (rank !== null) return `cut off as no. ${rank}; ${kept} are kept`;
  return `out since step ${left ?? ''}`;
}

function stepVariables(cursor: TraceCursor, followed: number): Variable[] {
  const { steps } = cursor.followed[followed];
  const step = cursor.stepOf(followed);
  const at = `${cursor.here(followed)} of ${steps.length}`;
  if (step === null) return [{ name: 'step', value: at }];
  const { templates } = cursor.result.trace;
  const parts = step.contributions
    .toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(([place, part]): Variable => {
      const { template, meaning } = templates[place];
      return { name: template, value: `${signed(part)}  ${meaning}`, type: meaning };
    });
  return [
    { name: 'step', value: at },
    { name: 'action', value: stepName(cursor, followed) },
    { name: 'score', value: signed(step.score), children: parts },
    { name: 'total', value: score(cursor.totalOf(followed)) },
    { name: 'beam', value: standing(cursor, followed) },
  ];
}

/** The words of a partial tree with their tags and heads and, with a grammar, their categories. */
function treeVariables(cursor: TraceCursor, followed: number, { tree }: Frame): Variable[] {
  if (tree === null) return [];
  const { tokens } = cursor.followed[followed];
  const words = tokens.slice(tree.first - 1, tree.last).map((token, i) => {
    const { form, tag, category, head } = token;
    const isTop = tree.first + i === tree.head;
    const above = isTop || head === 0 ? '' : `, of ${tokens[head - 1].form}`;
    const use = category === undefined ? tag : `${tag}:${category}`;
    return { name: form, value: `${use}${above}` };
  });
  if (tree.category === undefined) return words;
  return [{ name: 'category', value: tree.category ?? 'none: no rule joins its parts' }, ...words];
}

function leftVariables(cursor: TraceCursor, followed: number): Variable[] {
  const { tokens } = cursor.followed[followed];
  return cursor.leftOf(followed).map((place) => {
    const { form, word } = tokens[place - 1];
    return { name: form, value: scoresOf(cursor, followed, word) };
  });
}

/** The legal next moves that take this word, with their scores. */
export function scoresOf(cursor: TraceCursor, followed: number, word: number): string {
  const legal = cursor.legalOf(followed);
  const moves = legal.filter((move) => move.word === word);
  const { legalCount } = cursor.nextOf(followed) ?? { legalCount: 0 };
  if (moves.length > 0) {
    return moves.map((move) => `${actionName(move)} ${signed(move.score)}`).join(', ');
  }
  return legalCount > legal.length ? `not among the first ${legal.length}` : 'not legal here';
}

/**
 * The hypotheses in the beam, the highest score first. An arrow and a name mark the hypotheses that
 * the debugger follows.
 */
export function beamVariables(cursor: TraceCursor, followed: number): Variable[] {
  const { run } = cursor.followed[followed];
  const step = cursor.beamOf(followed);
  if (step === null) return [];
  const marks = (rank: number): string =>
    cursor.followed
      .flatMap((one, i) => {
        const own = cursor.stepOf(i);
        const isIt = one.run === run && own?.isKept === true && own.rank === rank;
        return isIt ? [`  ← ${i === followed ? 'this' : cursor.nameOf(i).split(':')[0]}`] : [];
      })
      .join('');
  const variable = ({ score: sum, text }: BeamState, i: number): Variable => ({
    name: String(i + 1),
    value: `${score(sum)}  ${text}${marks(i + 1)}`,
  });
  const head =
    step.head === null ? [] : [{ name: 'head', value: cursor.result.words[step.head].name }];
  return [...head, { name: 'kept', value: String(step.kept) }, ...step.states.map(variable)];
}

function legalVariables(cursor: TraceCursor, followed: number): Variable[] {
  return cursor.legalOf(followed).map((move) => ({
    name: actionName(move),
    value: `${signed(move.score)}${move.isTaken ? '  ← next' : ''}`,
  }));
}
