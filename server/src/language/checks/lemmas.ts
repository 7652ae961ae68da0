import { closest } from '../../text/closest.ts';
import type { Knowledge, LemmaForm, LemmaKnowledge, LemmaReading } from '../facts/knowledge.ts';
import { listOfQuoted, quoted, replacement } from '../tree/diagnostic.ts';
import type { Diagnostic } from '../tree/diagnostic.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { featureNamed, readFeatures } from '../tree/feature-diagnostics.ts';
import { givenTags, type Grammar } from '../tree/given-tag.ts';
import { inQuotes, spellName } from '../tree/spelling.ts';
import { featureRangesOf, featuresText, lemmaOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, LemmaNode, NamedWord } from '../tree/syntax.ts';

const maxNamed = 12;

/**
 * A text may be both a lemma and a form of another lemma. It is reported if its count as a form is
 * at least this many times its count as a lemma.
 */
const leastTimes = 10;

export function hasLemmas(bag: BagNode): boolean {
  return wordsOf(bag).some(({ kind }) => kind === 'lemma');
}

/**
 * What the model knows about lemmas. Null for a bag without lemmas, since `knowledge.lemmas` is
 * costly to read: it unpacks a part of the model.
 */
export function lemmasOf(bag: BagNode, knowledge: Knowledge | null): LemmaKnowledge | null {
  return hasLemmas(bag) ? (knowledge?.lemmas ?? null) : null;
}

/**
 * Reports unknown features, inflected forms in place of a lemma (`@dogs`), unknown lemmas, and
 * lemmas without a form for the given features or tag.
 */
export function checkLemmas(
  text: string,
  words: readonly NamedWord[],
  grammar: Grammar,
  lemmas: LemmaKnowledge,
  diagnostics: DiagnosticList,
): void {
  for (const word of words) {
    if (word.kind !== 'lemma') continue;
    if (diagnostics.full) return;
    const tags = givenTags(word.tags, grammar);
    const tag = tags.length === 1 ? tags[0] : null;
    checkFeatures(text, word, tag, lemmas, diagnostics);
    checkLemma(text, word, tags, lemmas, diagnostics);
    checkForms(word, tags, lemmas, diagnostics);
  }
}

/**
 * Features of pronouns, as in `@he[Case=Gen]`. Rules make no forms with these features. So a lemma
 * has such a form only if training has seen it.
 */
const ofPronouns = /(?:^|\|)(?:Case|Poss|Reflex)=/u;

/**
 * The tags of nouns, verbs and adjectives. With these tags, a lemma has a form even if training has
 * seen none, since rules make it. `JJR` and `JJS` are not among them, since long adjectives such as
 * `beautiful` have no forms with these tags.
 */
const inflecting = /^(?:NN|VB|JJ$)/;

/**
 * Reports a known lemma without a form for the given features or tag, as in `@he[Case=Gen]` and
 * `@cat/RB`. The search then uses the lemma itself.
 */
function checkForms(
  node: LemmaNode,
  tags: readonly string[],
  lemmas: LemmaKnowledge,
  diagnostics: DiagnosticList,
): void {
  const lemma = lemmaOf(node);
  const features = featuresText(node);
  const isOfPronoun = ofPronouns.test(features);
  if (!lemmas.isKnown(lemma) || (features === '' && tags.length === 0)) return;
  const isOfRules = (tag: string): boolean => !isOfPronoun && inflecting.test(tag);
  if (tags.some(isOfRules)) return;
  const isMissing = ({ form, tag, count }: LemmaForm): boolean =>
    count === 0 && form.toLowerCase() === lemma.toLowerCase() && !isOfRules(tag);
  if (!lemmas.candidates(lemma, tags, features).every(isMissing)) return;
  const isOfFeatures = isOfPronoun || tags.length === 0;
  const given = isOfFeatures ? [features] : tags;
  diagnostics.add(
    isOfFeatures ? 'unknown-feature' : 'unseen-tag',
    { start: node.start, end: node.end },
    `The model has seen no form of ${quoted(lemma)} with ${listOfQuoted(given, 'or')}: ${quoted(lemma)} itself is used.`,
  );
}

function checkFeatures(
  text: string,
  node: LemmaNode,
  tag: string | null,
  lemmas: LemmaKnowledge,
  diagnostics: DiagnosticList,
): void {
  const ofTag = lemmas.featuresOf(tag);
  // The treebank gives no features to words with certain tags. For such a tag, the features of all
  // tags are accepted.
  const known = ofTag.size > 0 ? ofTag : lemmas.featuresOf(null);
  const owner = tag === null || ofTag.size === 0 ? 'The model' : `A word with the tag ${tag}`;
  const given = new Set(node.features.map(({ name }) => name));
  for (const { name, value } of featureRangesOf(text, node)) {
    if (diagnostics.full) return;
    const values = known.get(name.text);
    const [wrong, right] = values === undefined ? [name, [...known.keys()]] : [value, [...values]];
    if (right.includes(wrong.text)) continue;
    // `Tense=Present` means `Tense=Pres`, with which it begins.
    const whole = right.find((one) => one.length > 2 && wrong.text.startsWith(one));
    // `VerbForm=Past` means `Tense=Past`.
    const owners = wrong === value ? [...known].filter(([, all]) => all.has(value.text)) : [];
    const elsewhere = owners.length === 1 ? `${owners[0][0]}=${value.text}` : null;
    // `Num` is the beginning of `Number` and of `NumType`. Since only `Number` has the value
    // `Plur`, `Num=Plur` means `Number=Plur`.
    const begun = wrong === name ? begunBy(wrong.text, value.text, known) : null;
    const termed = featuresOfTerm(given, name.text, value.text, known);
    const meant = termed ?? elsewhere ?? whole ?? begun ?? closest(wrong.text, right);
    const isPair = termed !== null || elsewhere !== null;
    const start = isPair ? name.range.start : wrong.range.start;
    const end = isPair ? value.range.end : wrong.range.end;
    const what = wrong === name ? 'the feature' : `the feature ${name.text} with the value`;
    diagnostics.add(
      'unknown-feature',
      wrong.range,
      `${owner} does not have ${what} ${quoted(wrong.text)}.` +
        (meant === null ? offer(right) : ` Did you mean ${quoted(meant)}?`),
      {
        fixes:
          meant === null ? [] : [replacement(`Change to ${quoted(meant)}`, { start, end }, meant)],
      },
    );
  }
}

/**
 * The features that a value means if it is a grammatical term: `Number=Plur` for `Num=Pl`, and
 * `Tense=Past|VerbForm=Part` for `Tense=PastPart`. Null if none of them has the given name, or if
 * the model does not allow them, or if the lemma already has one of them.
 *
 * @param given the names of the features of the lemma
 */
function featuresOfTerm(
  given: ReadonlySet<string>,
  name: string,
  value: string,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  const meant = featureNamed(value);
  const features = meant === null ? null : readFeatures(meant, 0, meant.length);
  const isValue = [...known.values()].some((values) => values.has(value));
  if (features === null || isValue) return null;
  const isNamed = features.some((one) => one.name.toLowerCase().startsWith(name.toLowerCase()));
  const isKnown = features.every((one) => known.get(one.name)?.has(one.value) === true);
  const isNew = features.every((one) => one.name === name || !given.has(one.name));
  return isNamed && isKnown && isNew ? meant : null;
}

/**
 * The name of the feature that begins with `beginning`, ignoring letter case, and that can have the
 * value. Null if there is no such feature, or if there are several.
 */
function begunBy(
  beginning: string,
  value: string,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  const names = [...known].flatMap(([name, values]) =>
    name.toLowerCase().startsWith(beginning.toLowerCase()) && values.has(value) ? [name] : [],
  );
  return names.length === 1 ? names[0] : null;
}

function checkLemma(
  text: string,
  node: LemmaNode,
  tags: readonly string[],
  lemmas: LemmaKnowledge,
  diagnostics: DiagnosticList,
): void {
  const lemma = lemmaOf(node);
  const tag = tags.length === 1 ? tags[0] : null;
  const isOwn = (one: LemmaReading): boolean => one.lemma.toLowerCase() === lemma.toLowerCase();
  const readings = lemmas.lemmasOf(lemma, tag);
  const reading = readings.find((one) => !isOwn(one) && lemmas.isKnown(one.lemma));
  // The treebank has a few inflected forms as lemmas by mistake, so a small count does not prove
  // that the text is a lemma.
  const own = readings.filter(isOwn).reduce((sum, { count }) => sum + count, 0);
  const range = { start: node.start, end: node.start + node.form.length };
  const handle = inQuotes(`@${lemma}`);
  const asHandle = `If the word itself begins with \`@\`, write ${quoted(handle)}.`;
  const fixes = [replacement(`Write ${quoted(handle)}`, range, handle)];
  if (lemmas.isKnown(lemma) && (reading?.count ?? 0) < leastTimes * Math.max(own, 1)) {
    const isName = readings.length > 0 && readings.every(({ tag }) => tag === 'NNP');
    if (isName && isOpen(node) && text[node.formEnd] !== '[') {
      const message = `The model knows ${quoted(lemma)} only as a name. ${asHandle}`;
      diagnostics.add('unseen-lemma', range, message, { fixes });
    }
    return;
  }
  if (reading !== undefined) {
    const written = lemmaText(reading, node);
    diagnostics.add(
      'inflected-lemma',
      range,
      `${quoted(lemma)} is a form of ${quoted(reading.lemma)}: write the lemma, ${quoted(written)}, or the form without \`@\`.`,
      {
        fixes: [
          replacement(
            `Change to ${quoted(written)}`,
            { start: node.start, end: lemmaEnd(node) },
            written,
          ),
        ],
      },
    );
    return;
  }
  const glossed = isOpen(node) ? withFeature(lemma, lemmas) : null;
  if (glossed !== null) {
    const message = `${quoted(lemma)} is read as a lemma. Features stand in square brackets: write ${quoted(glossed)}.`;
    const fix = replacement(`Write ${quoted(glossed)}`, range, glossed);
    diagnostics.add('unknown-feature', range, message, { fixes: [fix] });
    return;
  }
  const guesses = lemmas.candidates(lemma, tags, featuresText(node));
  const forms = [...new Set(guesses.map(({ form }) => form))];
  // Handles, such as `@bob_99`, often have digits.
  const mayBeHandle = isOpen(node) && /[\d_]/u.test(lemma);
  const are = forms.length === 1 ? 'its form is' : 'its forms are';
  diagnostics.add(
    'unseen-lemma',
    range,
    `The model does not know the lemma ${quoted(lemma)}: ${are} probably ${listOfQuoted(forms, 'and')}.${mayBeHandle ? ` ${asHandle}` : ''}`,
    { fixes: mayBeHandle ? fixes : [] },
  );
}

/**
 * Writes the gloss of a form as its lemma with features: `@dog[Number=Plur]` for `dog.PL` and
 * `dog:Plur`. Null for a text without the name of a feature, or with an unknown lemma.
 */
export function withFeature(text: string, lemmas: LemmaKnowledge): string | null {
  const found = /^(\p{L}{1,30})[-.:]([\p{L}\d]{1,20})$/u.exec(text);
  if (found === null) return null;
  const [, lemma, term] = found;
  const features = featureNamed(term);
  return features !== null && lemmas.isKnown(lemma) ? `@${lemma}[${features}]` : null;
}

function offer(right: readonly string[]): string {
  if (right.length === 0) return '';
  const more = right.length > maxNamed ? ', and others' : '';
  return ` It can have ${right.slice(0, maxNamed).join(', ')}${more}.`;
}

/**
 * Spells the lemma that replaces an inflected form: `@dog/NNS` for `@dogs`. Features and tags that
 * the author gave are kept. The tag of the form is added only if the author gave neither.
 */
function lemmaText({ lemma, tag }: LemmaReading, node: LemmaNode): string {
  const features = node.features.length > 0 ? `[${featuresText(node)}]` : '';
  const index = isOpen(node) && node.index !== null ? `#${node.index}` : '';
  return `@${lemma}${features}${index}${isOpen(node) ? `/${tag}` : ''}`;
}

/** The end of the text that `lemmaText` replaces. An added tag follows the index. */
function lemmaEnd(node: LemmaNode): number {
  return isOpen(node) ? node.end - Number(node.optional) : node.formEnd;
}

function isOpen({ features, tags }: LemmaNode): boolean {
  return features.length === 0 && tags.length === 0;
}

/**
 * An unknown word of `deps:` or `order:` may be a form of a lemma of the bag. If so, the message
 * and the first fix name this lemma.
 */
export function withLemmasOfForms(
  bag: BagNode,
  found: readonly Diagnostic[],
  lemmas: LemmaKnowledge,
): readonly Diagnostic[] {
  const nodes = wordsOf(bag).filter((word) => word.kind === 'lemma');
  return found.map((one) => {
    const { code, range, fixes = [] } = one;
    const isOfLemmas = fixes.some(({ edits }) => edits[0].newText.startsWith('@'));
    if (code !== 'unknown-word' || !isOfLemmas) return one;
    const form = bag.text.slice(range.start, range.end);
    const readings = lemmas.lemmasOf(form, null).map(({ lemma }) => lemma.toLowerCase());
    const named = nodes.find((node) => readings.includes(lemmaOf(node).toLowerCase()));
    if (named === undefined) return one;
    const name = spellName(named, named.index);
    const change = replacement(`Change to ${quoted(name)}`, range, name);
    return {
      ...one,
      message: `${quoted(form)} is a form of a lemma: write ${quoted(name)}, as in \`words:\`.`,
      fixes: [change, ...fixes.filter(({ title }) => title !== change.title)],
    };
  });
}
