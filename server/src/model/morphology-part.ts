import type { FormBias, FormChoice } from '../morphology/form-choice.ts';
import {
  Morphology,
  type FormCount,
  type IrregularForm,
  type MorphologyData,
} from '../morphology/morphology.ts';
import { rulesNamed } from '../morphology/languages.ts';
import { once } from '../util/once.ts';
import { damaged, isObject, ModelError, type ModelFile } from './file.ts';
import { MAX_INVENTORY } from './lexicon.ts';
import {
  bytesOf,
  bytesOfLines,
  linesOf,
  readPart,
  sectionOf,
  viewOf,
  type Sections,
} from './sections.ts';

const MORPHOLOGY = 'morphology';
/** The names of the sections for `choiceInTree` begin with this. */
const IN_TREE = 'tree:';
/**
 * The line for the context of a bias that applies in every context. In memory, this context is the
 * empty string. But a single empty line would be read as no lines (`linesOf`).
 */
const EVERY_CONTEXT = '*';

/**
 * Returns the part of a file with the forms of lemmas. A row counts how often a lemma has a form
 * with a tag and features. The rows of a lemma follow each other. A form is stored as a change of
 * its lemma (`changeOf`). Most forms share a few changes, so the part compresses well.
 *
 * @throws {ModelError} if there are too many tags or features
 */
export function encodeMorphology({
  data: { rules, counts, irregular, choice, choiceInTree },
}: Morphology): [name: string, part: Sections] {
  const tags = [...new Set([...counts, ...irregular].map(({ tag }) => tag))].sort();
  const features = [...new Set(counts.map((row) => row.features))].sort();
  if (Math.max(tags.length, features.length) > MAX_INVENTORY) {
    throw new ModelError('The treebank has too many tags or features for a model.');
  }
  const tagIds = new Map(tags.map((tag, id) => [tag, id]));
  const featureIds = new Map(features.map((each, id) => [each, id]));
  const lemmas: string[] = [];
  const rowsOfLemma: number[] = [];
  for (const { lemma } of counts) {
    if (lemma === lemmas.at(-1)) rowsOfLemma[rowsOfLemma.length - 1]++;
    else {
      lemmas.push(lemma);
      rowsOfLemma.push(1);
    }
  }
  const tagsOf = (rows: readonly IrregularForm[]): Uint8Array =>
    bytesOf(Uint16Array.from(rows, ({ tag }) => tagIds.get(tag)!));
  const formsOf = (rows: readonly IrregularForm[]): Uint8Array =>
    bytesOfLines(rows.map(({ lemma, form }) => changeOf(lemma.toLowerCase(), form)));
  const sectionsOfBiases = (
    prefix: string,
    biases: readonly FormBias[],
  ): [name: string, section: Uint8Array][] => [
    [`${prefix}biasLemmas`, bytesOfLines(biases.map(({ lemma }) => lemma))],
    [`${prefix}biasTags`, tagsOf(biases)],
    [`${prefix}biasForms`, formsOf(biases)],
    [`${prefix}biases`, bytesOf(Int32Array.from(biases, ({ bias }) => bias))],
  ];
  const sections = new Map([
    ['tags', bytesOfLines(tags)],
    ['features', bytesOfLines(features)],
    ['lemmas', bytesOfLines(lemmas)],
    ['rows', bytesOf(Uint32Array.from(rowsOfLemma))],
    ['rowTags', tagsOf(counts)],
    ['rowFeatures', bytesOf(Uint16Array.from(counts, (row) => featureIds.get(row.features)!))],
    ['rowForms', formsOf(counts)],
    ['rowCounts', bytesOf(Uint32Array.from(counts, ({ count }) => count))],
    ['irregularLemmas', bytesOfLines(irregular.map(({ lemma }) => lemma))],
    ['irregularTags', tagsOf(irregular)],
    ['irregularForms', formsOf(irregular)],
    ...sectionsOfBiases('', choice.biases),
    ...(choiceInTree === null ? [] : sectionsOfBiases(IN_TREE, choiceInTree.biases)),
  ]);
  if (choiceInTree !== null) {
    const contexts = choiceInTree.biases.map(({ context }) => context || EVERY_CONTEXT);
    sections.set(`${IN_TREE}contexts`, bytesOfLines(contexts));
  }
  const metadata = {
    rules,
    shareFactor: choice.shareFactor,
    ...(choiceInTree === null ? {} : { shareFactorInTree: choiceInTree.shareFactor }),
  };
  return [MORPHOLOGY, { metadata, sections }];
}

/**
 * Returns undefined if the file has no morphology. The returned function reads it at the first
 * call, and throws a ModelError if the part is damaged.
 */
export function morphologyOf(file: ModelFile): (() => Morphology) | undefined {
  if (!file.parts.has(MORPHOLOGY)) return undefined;
  return once(() => new Morphology(readPart(file, MORPHOLOGY, dataOf)));
}

function dataOf({ metadata, sections }: Sections): MorphologyData {
  if (!isObject(metadata)) throw damaged();
  const { rules, shareFactor, shareFactorInTree = null } = metadata;
  if (rules !== null && (typeof rules !== 'string' || rulesNamed(rules) === null)) throw damaged();
  const lines = (name: string): string[] => linesOf(sectionOf(sections, name));
  const ids = (name: string): Uint16Array => viewOf(Uint16Array, sectionOf(sections, name));
  const numbers = (name: string): Uint32Array => viewOf(Uint32Array, sectionOf(sections, name));
  const tags = lines('tags');
  const features = lines('features');
  const rowTags = ids('rowTags');
  const rowFeatures = ids('rowFeatures');
  const rowForms = lines('rowForms');
  const rowCounts = numbers('rowCounts');
  const rows = numbers('rows');
  const lemmas = lines('lemmas');
  const irregularLemmas = lines('irregularLemmas');
  const irregularTags = ids('irregularTags');
  const irregularForms = lines('irregularForms');
  const areTags = (all: Uint16Array): boolean => all.every((id) => id < tags.length);
  if (
    rows.length !== lemmas.length ||
    rows.reduce((sum, count) => sum + count, 0) !== rowForms.length ||
    [rowTags, rowFeatures, rowCounts].some(({ length }) => length !== rowForms.length) ||
    [irregularTags, irregularForms].some(({ length }) => length !== irregularLemmas.length) ||
    !areTags(rowTags) ||
    !areTags(irregularTags) ||
    !rowFeatures.every((id) => id < features.length) ||
    !rowCounts.every((count) => count > 0)
  ) {
    throw damaged();
  }
  const counts: FormCount[] = [];
  for (const [i, lemma] of lemmas.entries()) {
    const written = lemma.toLowerCase();
    for (const end = counts.length + rows[i]; counts.length < end;) {
      const row = counts.length;
      counts.push({
        lemma,
        tag: tags[rowTags[row]],
        features: features[rowFeatures[row]],
        form: changed(written, rowForms[row]),
        count: rowCounts[row],
      });
    }
  }
  const irregular = irregularLemmas.map((lemma, i) => ({
    lemma,
    tag: tags[irregularTags[i]],
    form: changed(lemma, irregularForms[i]),
  }));
  /**
   * @param contexts indexed by bias: the context in which it applies (`FormBias`); null if all
   *   biases apply in every context
   */
  const choiceOf = (
    prefix: string,
    factor: unknown,
    contexts: readonly string[] | null,
  ): FormChoice => {
    if (typeof factor !== 'number') throw damaged();
    const ofLemmas = lines(`${prefix}biasLemmas`);
    const ofTags = ids(`${prefix}biasTags`);
    const forms = lines(`${prefix}biasForms`);
    const biases = viewOf(Int32Array, sectionOf(sections, `${prefix}biases`));
    const { length } = ofLemmas;
    const areAligned = [ofTags, forms, biases, contexts ?? biases].every(
      (column) => column.length === length,
    );
    if (!areAligned || !areTags(ofTags)) throw damaged();
    return {
      shareFactor: factor,
      biases: ofLemmas.map((lemma, i) => ({
        ...{ lemma, tag: tags[ofTags[i]], form: changed(lemma, forms[i]) },
        ...{ context: contexts?.[i] ?? '', bias: biases[i] },
      })),
    };
  };
  const choice = choiceOf('', shareFactor, null);
  if (shareFactorInTree === null) return { rules, counts, irregular, choice, choiceInTree: null };
  const contexts = lines(`${IN_TREE}contexts`).map((line) => (line === EVERY_CONTEXT ? '' : line));
  const choiceInTree = choiceOf(IN_TREE, shareFactorInTree, contexts);
  return { rules, counts, irregular, choice, choiceInTree };
}

/**
 * Returns the number of letters to drop at the end of the lemma, and the letters to add. For
 * *lying* of *lie*, this is `2 ying`.
 */
function changeOf(lemma: string, form: string): string {
  let same = 0;
  while (same < lemma.length && lemma[same] === form[same]) same++;
  // UTF-8 cannot encode half of a surrogate pair, so a change must not divide one.
  if (/[\ud800-\udbff]$/.test(lemma.slice(0, same))) same--;
  return `${lemma.length - same} ${form.slice(same)}`;
}

/** @throws {ModelError} if the change is not as `changeOf` writes it */
function changed(lemma: string, change: string): string {
  const end = change.indexOf(' ');
  const dropped = Number(change.slice(0, end));
  if (end < 1 || !Number.isInteger(dropped) || dropped < 0 || dropped > lemma.length) {
    throw damaged();
  }
  return lemma.slice(0, lemma.length - dropped) + change.slice(end + 1);
}
