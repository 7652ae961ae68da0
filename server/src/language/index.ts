/**
 * The public interface of the `.bow` language. Code outside this folder imports only this file.
 * Offsets are UTF-16 code units; they count from the start of the file or of the bag, as the
 * comment of each function says.
 */

// Parsing never fails: the tree contains the syntax errors.
export { parse, reparse, type Edit } from './tree/parser.ts';
export type { BagNode, BowFile } from './tree/syntax.ts';
export {
  absoluteRange,
  bagAt,
  bagName,
  expectationsOf,
  positionAt,
  wordsOf,
} from './tree/syntax.ts';
export { settingOf } from './tree/settings.ts';
export type { Diagnostic, Range, Severity, TextEdit } from './tree/diagnostic.ts';
export { shifted } from './tree/diagnostic.ts';

// Converts a bag of the syntax tree to the input of the search, and reports errors in a file.
export { toBag } from './meaning/to-bag.ts';
export type { Knowledge } from './facts/knowledge.ts';
export { check, type CheckedFile, type CheckOptions, type Expectation } from './checks/check.ts';
export type { Satisfiability } from '../bag/satisfiability.ts';

// Writes bags as text.
export { canBeLemma, spellReference } from './tree/spelling.ts';
export { edited } from './writing/edited.ts';
export {
  alphabetical,
  canBeExpected,
  canBeLabel,
  canBeTag,
  toBagName,
  writeBag,
} from './writing/write-bag.ts';

// Editor features that read a file and do not change it.
export {
  coverageOf,
  type ArcCoverage,
  type BagCoverage,
  type WordCoverage,
} from './features/coverage.ts';
export { completionsAt, type Completion } from './features/completion.ts';
export { foldsOf } from './features/folding.ts';
export { formatFile, formatOnType, formatRange, type Layout } from './features/format.ts';
export { hoverAt } from './features/hover.ts';
export { occurrencesAt } from './features/references.ts';
export { selectionsAt } from './features/selection.ts';
export { semanticTokensOf, tokenTypes } from './features/semantic-tokens.ts';
export { findBags, symbolsOf, type FileSymbol } from './features/symbols.ts';
export { bagOfTest, isTest, testIdOf, testOf } from './features/tests.ts';
export { placesOfWords, writtenPlaces } from './features/written-places.ts';

// Editor features that change a file.
export { editedBag } from './writing/edited.ts';
export { orderLinesOf } from './writing/order-line.ts';
export {
  namesOf,
  writeAddition,
  writeAdditions,
  type AddedText,
  type WrittenAddition,
  type WrittenAdditions,
} from './features/add-constraint.ts';
export { setHead, type GivenHead } from './features/edit-arc.ts';
export { extractable, extractBags, insertBags } from './features/extract-bag.ts';
export { keepArcs, hasOpenHeads } from './features/keep-arcs.ts';
export { chosenTags, hasOpenTags, keepTags } from './features/keep-tags.ts';
export { lemmaOrForm, type Rewriting } from './features/lemma-and-form.ts';
export { fixAll } from './features/fix-all.ts';
export { insertExpectation } from './features/insert-expectation.ts';
export { removablesOf, superfluous, type Superfluous } from './features/remove-constraints.ts';
export { removalOf } from './writing/deletions.ts';
export { renamableAt, renameAt } from './features/rename.ts';
