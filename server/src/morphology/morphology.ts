import { inCaseOf } from './case.ts';
import type { FormChoice } from './form-choice.ts';
import {
  agrees,
  contains,
  featuresIn,
  NO_FEATURES,
  sortedFeatures,
  valueOf,
  type Features,
} from './features.ts';
import { rulesNamed } from './languages.ts';
import type { InflectionRules } from './rules.ts';

/** How often training has seen a form. */
export interface FormCount {
  /** As the treebank writes it. */
  readonly lemma: string;
  readonly tag: string;
  readonly features: Features;
  /** In lower case. */
  readonly form: string;
  readonly count: number;
}

/** A form that the language's inflection rules would not make. Lemma and form are in lower case. */
export interface IrregularForm {
  readonly lemma: string;
  readonly tag: string;
  readonly form: string;
}

/** As a model's file stores it. */
export interface MorphologyData {
  /** The name of the inflection rules; null if there are none for the language. */
  readonly rules: string | null;
  readonly counts: readonly FormCount[];
  readonly irregular: readonly IrregularForm[];
  readonly choice: FormChoice;
  /** For bags that give the whole tree. Null to use `choice` for them, too. */
  readonly choiceInTree: FormChoice | null;
}

export type FormSource = 'counts' | 'irregular' | 'rules';

export interface CandidateForm {
  /** As written within a sentence, with the lemma's capitals. */
  readonly form: string;
  readonly tag: string;
  /**
   * How often training has seen the form with this lemma and tag. If the word's features are known,
   * only the rows of counts whose features fit them best are summed.
   */
  readonly count: number;
  /**
   * The score of the form, to be compared with the scores of the lemma's other forms. In the units
   * of a language model's scores: thousandths of a nat.
   */
  readonly weight: number;
  readonly source: FormSource;
}

export interface Reading {
  readonly lemma: string;
  readonly tag: string;
  /** The most frequent features of this reading or, if training has not seen it, of its tag. */
  readonly features: Features;
  readonly count: number;
  readonly source: FormSource;
}

export interface ParadigmRow {
  readonly tag: string;
  readonly forms: readonly CandidateForm[];
}

/** The feature of Universal Dependencies for a misspelt word. */
const MISSPELT: readonly string[] = ['Typo=Yes'];
const ABBREVIATED: readonly string[] = ['Abbr=Yes'];
/** The least count of a candidate form. The most frequent form is always a candidate. */
const LEAST_COUNT = 2;
/**
 * The least share of a candidate form among all forms of the same lemma, tag and features. The most
 * frequent form is always a candidate.
 */
const LEAST_SHARE = 0.01;
/** A form counts as seen this often if training has not seen its lemma with its tag. */
const UNSEEN_COUNT = 0.5;
/**
 * If a word's tag is not given, tags that training has not seen with its lemma are tried, too. Such
 * a tag must be frequent enough: of the lemmas that training has seen with the word's features, at
 * least this share must have had the tag. The most frequent tag is always tried.
 */
const LEAST_TAG_SHARE = 0.05;

/**
 * Finds the forms of lemmas, and the lemmas of forms. To find a form, four sources are tried in
 * turn:
 * - the counts for the lemma, tag and features;
 * - the counts for the lemma and tag;
 * - the table of irregular forms;
 * - the rules of the language.
 *
 * If there are no rules, the form of an unseen word is its lemma.
 */
export class Morphology {
  readonly data: MorphologyData;
  readonly #rules: InflectionRules | null;
  /** Keyed by lemma in lower case. */
  readonly #ofLemma = new Map<string, FormCount[]>();
  readonly #ofForm = new Map<string, FormCount[]>();
  /** Keyed by lemma and tag. */
  readonly #irregular = new Map<string, string>();
  readonly #irregularOfForm = new Map<string, IrregularForm[]>();
  /** The features that training has seen, each as `Name=Value`. */
  readonly #features = new Set<string>();
  readonly #weights: FormWeights;
  readonly #weightsInTree: FormWeights;
  /** Keyed by tag, then by features: how many lemmas training has seen with them. */
  readonly #ofTag = new Map<string, Map<Features, number>>();

  constructor(data: MorphologyData) {
    this.data = data;
    this.#rules = data.rules === null ? null : rulesNamed(data.rules);
    const counted = new Set<string>();
    for (const row of data.counts) {
      push(this.#ofLemma, row.lemma.toLowerCase(), row);
      push(this.#ofForm, row.form, row);
      for (const feature of featuresIn(row.features)) this.#features.add(feature);
      let features = this.#ofTag.get(row.tag);
      if (features === undefined)
        this.#ofTag.set(row.tag, (features = new Map<Features, number>()));
      const at = key(key(row.lemma, row.tag), row.features);
      if (!counted.has(at)) features.set(row.features, (features.get(row.features) ?? 0) + 1);
      counted.add(at);
    }
    this.#weights = new FormWeights(data.choice);
    this.#weightsInTree =
      data.choiceInTree === null ? this.#weights : new FormWeights(data.choiceInTree);
    for (const row of data.irregular) {
      this.#irregular.set(key(row.lemma, row.tag), row.form);
      push(this.#irregularOfForm, row.form, row);
    }
  }

  /** Whether training has seen the lemma, in upper or lower case. */
  isKnown(lemma: string): boolean {
    return this.#ofLemma.has(lemma.toLowerCase());
  }

  /**
   * Returns how often training has seen the lemma, in upper or lower case and in any form.
   *
   * @param tags if empty, all tags count
   */
  countOf(lemma: string, tags: readonly string[]): number {
    const rows = this.#ofLemma.get(lemma.toLowerCase()) ?? [];
    return countOf(tags.length === 0 ? rows : rows.filter(({ tag }) => tags.includes(tag)));
  }

  /**
   * Returns the forms that a lemma can have: at least one, the most likely first.
   *
   * @param tags the tags that the word may have; empty if unknown
   * @param features in any order. `_` for a word without features; an empty text if unknown
   * @param contexts the word's contexts in the whole tree (`FormContexts`); null if the tree is not
   *   known
   */
  candidates(
    lemma: string,
    tags: readonly string[],
    features: Features,
    contexts: readonly string[] | null = null,
  ): readonly CandidateForm[] {
    const weights = contexts === null ? this.#weights : this.#weightsInTree;
    const inContext = { weights, contexts: contexts ?? [] };
    if (tags.length === 0) {
      return this.#candidatesOfOpenTag(lemma, this.#onlyKnown(features), inContext);
    }
    return this.#candidatesOf(
      lemma,
      tags.map((tag) => [tag, this.#seen(lemma, tag, features)] as const),
      featuresIn(features),
      inContext,
    );
  }

  /**
   * Returns the readings that a form may have, the most likely first. They come from the first of
   * these sources that has any: the counts, the table of irregular forms, the rules. The rules need
   * a tag.
   */
  lemmasOf(form: string, tag: string | null): readonly Reading[] {
    const written = form.toLowerCase();
    const isOfTag = (row: { readonly tag: string }): boolean => tag === null || row.tag === tag;
    const readings = new Map<string, Reading>();
    const rows = (this.#ofForm.get(written) ?? []).filter(isOfTag);
    for (const row of [...rows].sort((a, b) => b.count - a.count || compareRows(a, b))) {
      const at = key(row.lemma, row.tag);
      const { lemma, features } = row;
      const known = readings.get(at) ?? {
        lemma,
        tag: row.tag,
        features,
        count: 0,
        source: 'counts',
      };
      readings.set(at, { ...known, count: known.count + row.count });
    }
    const found = [...readings.values()].sort((a, b) => b.count - a.count);
    if (found.length > 0) return found;
    const guess = (lemma: string, ofTag: string, source: FormSource): Reading => ({
      lemma: inCaseOf(form, lemma),
      tag: ofTag,
      features: this.#usualFeatures(ofTag),
      count: 0,
      source,
    });
    const irregular = (this.#irregularOfForm.get(written) ?? []).filter(isOfTag);
    if (irregular.length > 0) {
      return irregular.map((row) => guess(row.lemma, row.tag, 'irregular'));
    }
    if (tag === null || this.#rules === null) return [];
    const lemmas = this.#rules.lemmas(written, tag);
    const known = lemmas.filter((lemma) => this.isKnown(lemma));
    return [...new Set([...known, ...lemmas])].map((lemma) => guess(lemma, tag, 'rules'));
  }

  /**
   * Returns the forms of a lemma for each tag that training has seen with it, and for other tags of
   * the same paradigm.
   *
   * @param tag one of the lemma's tags; null if none is known
   */
  paradigm(lemma: string, tag: string | null = null): readonly ParadigmRow[] {
    const rules = this.#rules;
    const seen = new Set(this.#rowsOf(lemma).map((row) => row.tag));
    if (tag !== null) seen.add(tag);
    const tags = new Set<string>();
    for (const each of seen) {
      for (const other of rules?.paradigmOf(each) ?? [each]) {
        const isMade = rules?.isRegular(lemma.toLowerCase(), other) ?? false;
        if (seen.has(other) || isMade || this.#irregularForm(lemma, other) !== null)
          tags.add(other);
      }
    }
    return [...tags].map((each) => ({ tag: each, forms: this.candidates(lemma, [each], '') }));
  }

  /**
   * Returns the features that words with a tag can have, each with its values. Sorted by name.
   *
   * @param tag null for words of any tag
   */
  featuresOf(tag: string | null): ReadonlyMap<string, ReadonlySet<string>> {
    const values = new Map<string, Set<string>>();
    for (const [ofTag, counts] of this.#ofTag) {
      if (tag !== null && ofTag !== tag) continue;
      for (const feature of [...counts.keys()].flatMap(featuresIn)) {
        const [name, value] = valueOf(feature);
        values.set(name, (values.get(name) ?? new Set<string>()).add(value));
      }
    }
    return new Map([...values].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Prefers the rows of the lemma with exactly these capitals. */
  #rowsOf(lemma: string): readonly FormCount[] {
    const rows = this.#ofLemma.get(lemma.toLowerCase()) ?? [];
    const same = rows.filter((row) => row.lemma === lemma);
    return same.length > 0 ? same : rows;
  }

  /**
   * Returns the rows of counts of a lemma that fit a tag and features best. Four kinds of rows are
   * tried in turn:
   * - rows with exactly these features;
   * - rows with at least these features;
   * - rows with features that do not contradict these;
   * - all rows with the tag, unless the features ask for the form of another tag
   *   (`InflectionRules.tagOfForm`).
   *
   * If the tag is unknown (null), only the second kind is tried. The first kind could miss a tag:
   * for the lemma *walk* and `Number=Sing`, it would find the noun *walk*, but not the verb
   * *walks*, which has further features. For a word without features (`_`) and without a tag, only
   * the first kind is tried. If the features are unknown (an empty text), the tag alone decides.
   */
  #seen(lemma: string, tag: string | null, features: Features): readonly FormCount[] {
    const all = this.#ofLemma.get(lemma.toLowerCase()) ?? [];
    const ofTag = tag === null ? this.#rowsOf(lemma) : all.filter((row) => row.tag === tag);
    // Misspelt forms are used if and only if the features say that the word is misspelt.
    const isMisspelt = contains(features, MISSPELT);
    const spelt = ofTag.filter((row) => contains(row.features, MISSPELT) === isMisspelt);
    if (features === '') return spelt;
    const isShort = contains(features, ABBREVIATED);
    const alike = spelt.filter((row) => contains(row.features, ABBREVIATED) === isShort);
    const rows = alike.length > 0 ? alike : spelt;
    const sorted = sortedFeatures(features);
    const given = featuresIn(features);
    const choices = [
      (row: FormCount) => (tag !== null || given.length === 0) && row.features === sorted,
      (row: FormCount) => given.length > 0 && contains(row.features, given),
      (row: FormCount) => tag !== null && agrees(row.features, given),
      () => tag !== null && (this.#rules?.tagOfForm(tag, given) ?? tag) === tag,
    ];
    for (const isChosen of choices) {
      const chosen = rows.filter(isChosen);
      if (chosen.length > 0) return chosen;
    }
    return [];
  }

  /**
   * Returns the forms of the rows as candidates, without forms that are too rare.
   *
   * @param ofLemma how often training has seen the lemma with any of its possible tags
   */
  #cut(
    lemma: string,
    rows: readonly FormCount[],
    ofLemma: number,
    inContext: InContext = { weights: this.#weights, contexts: [] },
  ): readonly CandidateForm[] {
    const forms = new Map<string, Omit<CandidateForm, 'weight'>>();
    let total = 0;
    for (const { form, tag, count } of rows) {
      const at = key(form, tag);
      const before = forms.get(at)?.count ?? 0;
      forms.set(at, { form, tag, count: before + count, source: 'counts' });
      total += count;
    }
    const isOfRules = ({ form, tag }: Omit<CandidateForm, 'weight'>): boolean =>
      form === this.#made(lemma, tag).form.toLowerCase();
    const sorted = [...forms.values()].sort(
      (a, b) =>
        b.count - a.count || Number(isOfRules(b)) - Number(isOfRules(a)) || compareRows(a, b),
    );
    const least = Math.max(LEAST_COUNT, LEAST_SHARE * total);
    return sorted
      .filter(({ count }, i) => i === 0 || count >= least)
      .map((candidate) => ({
        ...candidate,
        form: inCaseOf(lemma, candidate.form),
        weight: inContext.weights.weightOf(lemma, candidate, ofLemma, inContext.contexts),
      }));
  }

  /**
   * Returns the forms that training has seen, and a form for each further tag that the lemma can
   * have.
   */
  #candidatesOfOpenTag(
    lemma: string,
    features: Features,
    inContext: InContext,
  ): readonly CandidateForm[] {
    const seen = this.#seen(lemma, null, features);
    const least = LEAST_SHARE * countOf(seen);
    const ofTags = [...new Set(seen.map(({ tag }) => tag))]
      .map((tag) => [tag, seen.filter((row) => row.tag === tag)] as const)
      .filter(([, rows]) => countOf(rows) >= least);
    const others = this.#tagsFor(lemma, features)
      .filter((tag) => !seen.some((row) => row.tag === tag))
      .map((tag) => [tag, []] as const);
    return this.#candidatesOf(lemma, [...ofTags, ...others], [], inContext);
  }

  /**
   * Returns the candidates for all tags of `ofTags`. If a tag has rows of counts, its candidates
   * are the forms of the rows. If a tag has no rows, its only candidate comes from `#unseen`.
   */
  #candidatesOf(
    lemma: string,
    ofTags: readonly (readonly [tag: string, rows: readonly FormCount[]])[],
    features: readonly string[],
    inContext: InContext,
  ): readonly CandidateForm[] {
    const total = countOf(ofTags.flatMap(([, rows]) => rows));
    const weight =
      total === 0 ? 0 : inContext.weights.ofShare(UNSEEN_COUNT / (total + UNSEEN_COUNT));
    return ofTags
      .flatMap(([tag, rows]) =>
        rows.length > 0
          ? this.#cut(lemma, rows, total, inContext)
          : [{ ...this.#unseen(lemma, tag, features), weight }],
      )
      .sort((a, b) => b.count - a.count);
  }

  /** Removes the features that no word of the training data has. */
  #onlyKnown(features: Features): Features {
    if (features === '' || features === NO_FEATURES) return features;
    return featuresIn(features)
      .filter((feature) => this.#features.has(feature))
      .join('|');
  }

  /** Returns the form of a lemma for a tag that training has not seen with the lemma. */
  #unseen(lemma: string, tag: string, features: readonly string[]): CandidateForm {
    // A missing ending is the most frequent misspelling that rules can foresee, so the form is the
    // lemma.
    if (MISSPELT.every((one) => features.includes(one))) {
      return { form: lemma, tag, count: 0, weight: 0, source: 'rules' };
    }
    const ofForm = this.#rules?.tagOfForm(tag, features) ?? tag;
    if (ofForm !== tag) {
      const [{ form, source }] = this.candidates(lemma, [ofForm], '');
      return { form: inCaseOf(lemma, form), tag, count: 0, weight: 0, source };
    }
    const irregular = this.#irregularForm(lemma, tag);
    if (irregular === null) return this.#made(lemma, tag);
    return { form: inCaseOf(lemma, irregular), tag, count: 0, weight: 0, source: 'irregular' };
  }

  #made(lemma: string, tag: string): CandidateForm {
    const form = this.#rules?.form(lemma.toLowerCase(), tag) ?? lemma.toLowerCase();
    return { form: inCaseOf(lemma, form), tag, count: 0, weight: 0, source: 'rules' };
  }

  /**
   * Returns the irregular form of a lemma, in lower case; null if there is none. A compound such as
   * *override* has the irregular form of its last part.
   */
  #irregularForm(lemma: string, tag: string): string | null {
    const written = lemma.toLowerCase();
    const own = this.#irregular.get(key(written, tag));
    if (own !== undefined || this.#rules?.inflects(tag) !== true) return own ?? null;
    for (const part of this.#rules.lastParts(written)) {
      const seen = this.#seen(part, tag, '');
      const form =
        this.#irregular.get(key(part, tag)) ??
        (seen.length > 0 ? this.#cut(part, seen, countOf(seen))[0].form : null);
      if (form !== null && form !== this.#rules.form(part, tag)) {
        return written.slice(0, -part.length) + form;
      }
    }
    return null;
  }

  /**
   * Returns the tags that a lemma may have with these features, the most likely first. Training may
   * have seen the lemma with other tags only.
   */
  #tagsFor(lemma: string, features: Features): readonly string[] {
    const given = featuresIn(features);
    const isAmong = new Set(
      this.#rowsOf(lemma).flatMap(({ tag }) => this.#rules?.paradigmOf(tag) ?? [tag]),
    );
    const all: [tag: string, count: number][] = [];
    for (const [tag, rows] of this.#ofTag) {
      let count = 0;
      for (const [each, times] of rows) if (contains(each, given)) count += times;
      if (count > 0) all.push([tag, count]);
    }
    // If no tag of the lemma's paradigms fits the features, all other tags are tried: a noun may
    // also be a verb, as in *she hammered the nail*.
    const among = all.filter(([tag]) => isAmong.has(tag));
    const counts = among.length > 0 ? among : all;
    if (counts.length === 0) {
      return isAmong.size > 0 ? [...isAmong] : [...this.#ofTag.keys()].slice(0, 1);
    }
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    counts.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return counts
      .filter(([, count], i) => i === 0 || count >= LEAST_TAG_SHARE * total)
      .map(([tag]) => tag);
  }

  #usualFeatures(tag: string): Features {
    const counts = [...(this.#ofTag.get(tag) ?? [])];
    return counts.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).at(0)?.[0] ?? '_';
  }
}

interface InContext {
  readonly weights: FormWeights;
  readonly contexts: readonly string[];
}

class FormWeights {
  readonly #shareFactor: number;
  /** Keyed by lemma, tag, form and context. */
  readonly #biases = new Map<string, number>();

  constructor({ shareFactor, biases }: FormChoice) {
    this.#shareFactor = shareFactor;
    for (const { lemma, tag, form, context, bias } of biases) {
      this.#biases.set(key(key(key(lemma, tag), form), context), bias);
    }
  }

  ofShare(share: number): number {
    return Math.round(this.#shareFactor * Math.log(share));
  }

  /** @param total how often training has seen all forms of the lemma together */
  weightOf(
    lemma: string,
    { form, tag, count }: Omit<CandidateForm, 'weight'>,
    total: number,
    contexts: readonly string[],
  ): number {
    const ofForm = key(key(lemma.toLowerCase(), tag), form);
    let weight = this.ofShare(count / total);
    for (const context of ['', ...contexts]) {
      weight += this.#biases.get(key(ofForm, context)) ?? 0;
    }
    return weight;
  }
}

function push<T>(map: Map<string, T[]>, at: string, value: T): void {
  const values = map.get(at);
  if (values === undefined) map.set(at, [value]);
  else values.push(value);
}

/** The separator is a tab, since no column of a treebank contains one. */
function key(first: string, second: string): string {
  return `${first}\t${second}`;
}

type Named = Pick<FormCount, 'form' | 'tag'>;

function compareRows(a: Named, b: Named): number {
  const [one, other] = [key(a.form, a.tag), key(b.form, b.tag)];
  return one === other ? 0 : one < other ? -1 : 1;
}

function countOf(rows: readonly FormCount[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}
