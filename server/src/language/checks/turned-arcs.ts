import { likeliestTag, seenTags } from '../facts/knowledge.ts';
import type { Knowledge } from '../facts/knowledge.ts';
import { constraintsOf } from '../meaning/constraints.ts';
import { WordTable } from '../meaning/word-table.ts';
import { diagnostic, quoted } from '../tree/diagnostic.ts';
import type { Diagnostic, DiagnosticCode, Range } from '../tree/diagnostic.ts';
import { arcsOf, depsOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, DepsStatement, NamedWord, Reference } from '../tree/syntax.ts';
import { editedBag } from '../writing/edited.ts';
import { turnRound, turnsRound } from '../writing/turn-round.ts';

/** No arcs are turned round in a bag with more lines of `deps:` than this. */
const mostLines = 200;

/** Errors that arcs in the wrong direction cause. */
const conflicts: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'two-heads',
  'two-roots',
  'cycle',
]);

const setOf = (tags: string): ReadonlySet<string> => new Set(tags.split(' '));

const pronouns = setOf('PRP PRP$ DT');
const nominals = setOf('NN NNS NNP NNPS CD PRP PRP$ WP EX DT');
const nouns = setOf('NN NNS NNP NNPS');
const determiners = setOf('DT PDT WDT PRP$ CD');
/** A past participle is often the past tense of a verb that training has seldom seen. */
const finite = setOf('VBD VBN VBZ VBP MD');
const verbs = setOf('VB VBD VBZ VBP VBN VBG MD');
const baseForms = setOf('VB VBP');
const adjectives = setOf('JJ JJR JJS');
const adverbs = setOf('RB RBR RBS');
const prepositions = setOf('IN TO');
const particles = setOf('IN TO RB RP POS');
const marks = setOf(". , : `` ''");
const auxiliaries = setOf('be am is are was were been being have has had having do does did');

/** The labels of arcs from verbs to nouns and pronouns. */
const ofNominals = setOf('nsubj obj iobj obl');

interface Tagged {
  readonly form: string;
  readonly tag: string;
  /** Whether the word may also be a noun, though it is mostly a verb. */
  readonly isNoun: boolean;
}

/** The arcs of a line of `deps:` that all fit only if they are turned round. */
interface Turned {
  readonly statement: DepsStatement;
  /**
   * The arcs whose direction is certain. `range` runs from the head to the end of the dependent.
   */
  readonly certain: readonly {
    readonly range: Range;
    readonly head: string;
    readonly label: string;
  }[];
}

/**
 * Finds arcs that are written from the dependent to the head, as their labels and the tags of their
 * words show. If they cause errors, such as two heads, these get a fix that turns the arcs round.
 * Otherwise there is a warning for each arc whose direction is certain, unless the turned arcs
 * conflict more than before.
 */
export function withTurnedArcs(
  bag: BagNode,
  found: readonly Diagnostic[],
  knowledge: Knowledge,
): readonly Diagnostic[] {
  const statements = depsOf(bag);
  const turned = statements.length > mostLines ? [] : turnedIn(bag, statements, knowledge);
  if (turned.length === 0) return found;
  const fix = turnRound(
    bag.text,
    turned.map(({ statement }) => statement),
  );
  const before = constraintsOf(bag).diagnostics.length;
  const after = constraintsOf(editedBag(bag, fix.edits)).diagnostics.length;
  const isTurned = ({ start }: Range): boolean =>
    turned.some(({ statement }) => start >= statement.start && start < statement.end);
  const isCaused = ({ code, range, related = [] }: Diagnostic): boolean =>
    conflicts.has(code) && [range, ...related.map((one) => one.range)].some(isTurned);
  if (after < before && found.some(isCaused)) {
    return found.map((one) => {
      if (!isCaused(one)) return one;
      const others = (one.fixes ?? []).filter((other) => !turnsRound(other));
      return { ...one, fixes: [fix, ...others] };
    });
  }
  if (after > before) return found;
  const warnings = turned.flatMap(({ certain }) =>
    certain.map(({ range, head, label }) =>
      diagnostic(
        'perhaps-turned',
        range,
        `${quoted(head)} can hardly be the head of an arc ${quoted(`-${label}->`)}. Write the head first: \`head -${label}-> dependent\`.`,
        { fixes: [fix] },
      ),
    ),
  );
  const isWarned = ({ code, range }: Diagnostic): boolean =>
    code === 'unseen-arc' && warnings.some((one) => one.range.end === range.end);
  return [...found.filter((one) => !isWarned(one)), ...warnings];
}

function turnedIn(
  bag: BagNode,
  statements: readonly DepsStatement[],
  knowledge: Knowledge,
): readonly Turned[] {
  const table = new WordTable(wordsOf(bag));
  const wordOf = (reference: Reference): NamedWord | null => {
    const place = reference.kind === 'root' ? 'unknown' : table.resolve(reference);
    return typeof place === 'number' ? table.words[place] : null;
  };
  const taggedOf = (reference: Reference): Tagged | null => {
    const word = wordOf(reference);
    if (word === null) return null;
    const tag = likeliestTag(word, bag.grammar, knowledge) ?? tagOfEnding(word.form);
    if (tag === null) return null;
    // `park` is a noun or a verb. If an `nsubj` arc is written from `park`, the noun is meant.
    const isNoun = baseForms.has(tag) && (seenTags(word.form, knowledge)?.has('NN') ?? false);
    return { form: word.form.toLowerCase(), tag, isNoun };
  };
  return statements.flatMap((statement) => {
    if (statement.broken || statement.dependents.length !== 1) return [];
    const arcs = arcsOf(statement).map(({ head, arrow, dependent }) => ({
      range: { start: head.start, end: dependent.end },
      label: arrow.label ?? '',
      reference: head,
      head: taggedOf(head),
      dependent: taggedOf(dependent),
    }));
    const certain = [];
    for (const { range, label, reference, head, dependent } of arcs) {
      if (head === null || dependent === null) return [];
      const fit = fitOf(label.split(':')[0], head, dependent);
      if (fit === null) return [];
      const name = bag.text.slice(reference.start, reference.end);
      if (fit === 'certain') certain.push({ range, head: name, label });
    }
    return arcs.length === 0 ? [] : [{ statement, certain }];
  });
}

/**
 * How well an arc fits if it is turned round. Null if it may be right as it is written. `certain` if
 * its head is a determiner or a pronoun, whose tags are seldom wrong.
 */
function fitOf(label: string, head: Tagged, dependent: Tagged): 'probable' | 'certain' | null {
  if (ofNominals.has(label)) {
    const isPronoun = pronouns.has(head.tag);
    const isPredicate =
      finite.has(dependent.tag) ||
      (isPronoun && dependent.tag === 'VB') ||
      (label === 'nsubj' && adjectives.has(dependent.tag));
    if (!isPredicate || !(head.isNoun || nominals.has(head.tag))) return null;
    return isPronoun && !adjectives.has(dependent.tag) ? 'certain' : 'probable';
  }
  if (label === 'det')
    return head.tag === 'DT' && !determiners.has(dependent.tag) ? 'certain' : null;
  return fitsOnlyTurned(label, head, dependent) ? 'probable' : null;
}

function fitsOnlyTurned(label: string, head: Tagged, dependent: Tagged): boolean {
  switch (label) {
    case 'amod':
      return adjectives.has(head.tag) && nouns.has(dependent.tag);
    case 'advmod':
      return adverbs.has(head.tag) && verbs.has(dependent.tag);
    case 'case':
      return prepositions.has(head.tag) && !particles.has(dependent.tag);
    case 'mark':
      return prepositions.has(head.tag) && verbs.has(dependent.tag);
    case 'cc':
      return head.tag === 'CC' && dependent.tag !== 'CC';
    case 'punct':
      return marks.has(head.tag) && !marks.has(dependent.tag);
    case 'aux':
      return isAuxiliary(head) && !isAuxiliary(dependent) && verbs.has(dependent.tag);
    case 'cop':
      return isAuxiliary(head) && !verbs.has(dependent.tag);
    default:
      return false;
  }
}

function isAuxiliary({ form, tag }: Tagged): boolean {
  return tag === 'MD' || auxiliaries.has(form);
}

/** The probable tag of an unseen word in `-ed` or `-ly`. */
function tagOfEnding(form: string): string | null {
  return /[a-z]ed$/u.test(form) ? 'VBD' : /[a-z]ly$/u.test(form) ? 'RB' : null;
}
