import { NONE } from '../model/lexicon.ts';
import { once } from '../util/once.ts';
import { NEVER, type Stop } from '../util/stop.ts';
import { BranchAndBound, type SearchOptions } from './branch-and-bound.ts';
import { templateDifferences, type TemplateDifference } from './explain-parse.ts';
import { FactorScores } from './factor-scores.ts';
import { Factors } from './factors.ts';
import { Fixed, haveTree } from './fixed-arcs.ts';
import { HeadCandidates } from './head-candidates.ts';
import { kBest, type RankedTree } from './k-best.ts';
import { LabelChoices, Labeller } from './labeller.ts';
import type { ParserModel } from './parser-model.ts';
import { PADDING, ParserTokens, partsOfTag, TagParts } from './parser-tokens.ts';
import { ScoredParts } from './scored-parts.ts';
import { Tagger } from './tagger.ts';

/** The most words of a sentence. The time of a parse grows with the third power of their number. */
export const MOST_PARSED_WORDS = 200;
/** The limit on runs of the dynamic program in one search by branch and bound. */
const MOST_CALLS = 300;

/** Arrays are indexed by word, from 0. An absent array is like an array of nulls. */
export interface ToParse {
  readonly forms: readonly string[];
  /** The XPOS that each word keeps; null to let the tagger choose. */
  readonly tags?: readonly (string | null)[];
  /**
   * The universal tag that each word keeps; null to let the tagger choose. It counts only if the
   * word also keeps an XPOS.
   */
  readonly universalTags?: readonly (string | null)[];
  /**
   * The head that each word keeps, counted from 1; 0 for the root. Null to let the parser choose.
   */
  readonly heads?: readonly (number | null)[];
  /** The label that each arc keeps; null to let the labeller choose. */
  readonly labels?: readonly (string | null)[];
}

/** A tree in which every word has a head. Labels may be null. */
export type ToLabel = Required<Omit<ToParse, 'universalTags' | 'heads'>> & {
  readonly heads: readonly number[];
};

export interface ParseOptions {
  /** By default 1. */
  readonly trees?: number;
  /** Whether to leave out the factors that only branch and bound can score. */
  readonly isSecondOrder?: boolean;
  /**
   * The heads of another tree, counted from 1; 0 for the root. `Parsed.differences` says why the
   * first tree is preferred to it.
   */
  readonly against?: readonly number[];
  readonly stop?: Stop;
}

export interface ParseTree {
  /** Counted from 1; 0 for the root. */
  readonly heads: readonly number[];
  readonly labels: readonly string[];
  readonly score: number;
  /** Whether it is proven that no tree outside `Parsed.trees` scores more than this tree. */
  readonly isProven: boolean;
}

export interface Parsed {
  /** The XPOS of each word: the kept tag, or the tagger's. */
  readonly tags: readonly string[];
  readonly universalTags: readonly string[];
  /** The highest score first. Empty if no projective tree has all the kept heads. */
  readonly trees: readonly ParseTree[];
  /**
   * Why the first tree is preferred to `ParseOptions.against`: the first tree's score minus that of
   * `against`, split by template. Left out without `against`, or if no tree was found.
   */
  readonly differences?: readonly TemplateDifference[];
}

/** Parses sentences, one after the other: tags, heads and labels. */
export class Parser {
  readonly model: ParserModel;
  readonly #tagParts: TagParts;
  readonly #tokens: ParserTokens;
  readonly #tagger: Tagger;
  // These weights are read when the first tree is searched. Tagging and labelling do not need them.
  readonly #candidates: () => HeadCandidates;
  readonly #parts: () => ScoredParts;
  readonly #labeller: Labeller;
  readonly #factors = new Factors();
  readonly #branchAndBound = new BranchAndBound();
  /**
   * Keyed by XPOS: the ids of its joint tags. A joint tag is a pair of an XPOS and a universal tag.
   */
  readonly #jointTags = new Map<string, number[]>();
  #factorScores: FactorScores | null = null;

  /** @throws {ModelError} if the weights of tags or labels cannot be read */
  constructor(model: ParserModel) {
    const { lexicon } = model;
    const parts = new TagParts(lexicon.tags);
    this.model = model;
    this.#tagParts = parts;
    this.#tokens = new ParserTokens(lexicon, parts);
    this.#tagger = new Tagger(lexicon, model.weights('tagger'));
    this.#candidates = once(() => new HeadCandidates(parts, model.weights('candidates')));
    this.#parts = once(() => new ScoredParts(parts, model.weights('parts')));
    const choices = new LabelChoices(model.seenLabels(), lexicon.labels.length);
    this.#labeller = new Labeller(parts, choices, model.weights('labels'));
    lexicon.tags.forEach((tag, i) => {
      const { xpos } = partsOfTag(tag);
      this.#jointTags.set(xpos, [...(this.#jointTags.get(xpos) ?? []), i + 1]);
    });
  }

  /**
   * Parses a sentence of at most MOST_PARSED_WORDS words.
   *
   * @throws {RangeError} if the sentence has no word, or too many
   * @throws {ModelError} if the model's weights cannot be read
   */
  parse(sentence: ToParse, options: ParseOptions = {}): Parsed {
    const { forms } = sentence;
    if (forms.length === 0 || forms.length > MOST_PARSED_WORDS) {
      throw new RangeError(`a sentence of ${forms.length} words cannot be parsed`);
    }
    const { lexicon, training } = this.model;
    this.#tag(sentence);
    const tokens = this.#tokens;
    const chosen = Array.from(forms, (_, i) =>
      partsOfTag(lexicon.tags[tokens.tags[PADDING + 1 + i] - 1]),
    );

    const kept = sentence.heads ?? forms.map(() => null);
    let found: readonly RankedTree[] = [];
    if (haveTree(kept)) {
      found = this.#search(kept, training.heads, options);
      // If every tree over the likeliest heads crosses a kept arc, more heads are tried.
      for (let most = training.heads; found.length === 0 && most < forms.length;) {
        if (options.stop?.requested === true) break;
        most *= 2;
        found = this.#search(kept, most, options);
      }
    }
    return {
      tags: chosen.map(({ xpos }, i) => sentence.tags?.[i] ?? xpos),
      universalTags: chosen.map(({ upos }, i) => sentence.universalTags?.[i] ?? upos),
      trees: found.map(({ heads, score, isProven }) => ({
        heads: Array.from(heads.subarray(1)),
        labels: this.#label(sentence, heads),
        score,
        isProven,
      })),
      ...(options.against !== undefined &&
        found.length > 0 && {
          differences: this.#differences(
            found[0].heads,
            Int32Array.from([0, ...options.against]),
            options.isSecondOrder ?? false,
          ),
        }),
    };
  }

  /**
   * Returns the labels of a tree's arcs. The labeller chooses the labels that are null. The tree may
   * have several roots, and arcs that cross.
   */
  label(tree: ToLabel): string[] {
    this.#tag(tree);
    return this.#label(tree, Int32Array.from([0, ...tree.heads]));
  }

  #tag(sentence: ToParse): void {
    const { forms } = sentence;
    this.#tokens.begin(forms);
    const given = forms.map((_, i) => this.#tagsFor(sentence, i));
    this.#tagger.tag(forms, this.#tokens, given);
  }

  /**
   * Returns the ids of the joint tags that the tagger may choose from: those with the XPOS and the
   * universal tag that the word keeps. If there are none, all with this XPOS. Null for any tag: the
   * word keeps no XPOS, or training has not seen its XPOS.
   */
  #tagsFor({ tags, universalTags }: ToParse, word: number): readonly number[] | null {
    const tag = tags?.[word] ?? null;
    const joint = tag === null ? undefined : this.#jointTags.get(tag);
    if (joint === undefined) return null;
    const universal = universalTags?.[word] ?? null;
    const both = joint.filter(
      (id) => partsOfTag(this.model.lexicon.tags[id - 1]).upos === universal,
    );
    return both.length > 0 ? both : joint;
  }

  /**
   * Finds the trees of the sentence in `#tokens`.
   *
   * @param most the number of heads to consider for a word
   */
  #search(
    kept: readonly (number | null)[],
    most: number,
    { trees: count = 1, isSecondOrder = false, stop = NEVER }: ParseOptions,
  ): readonly RankedTree[] {
    const tokens = this.#tokens;
    const scored = this.#parts();
    scored.choose(tokens, this.#candidates(), most, keptHeads(kept));
    const { arcs, parts, scores } = scored;
    const factors = this.#factors;
    factors.reset();
    if (!isSecondOrder) {
      this.#factorScores ??= new FactorScores(this.#tagParts, this.model.weights('factors'));
      this.#factorScores.begin(tokens);
      this.#factorScores.fill(parts, factors);
    }
    const fixed = new Int8Array(arcs.count);
    kept.forEach((head, i) => {
      if (head !== null) fixed[arcs.find(head, i + 1)] = Fixed.In;
    });
    const options: SearchOptions = { maxCalls: MOST_CALLS, fixed, stop };
    if (count > 1) return kBest(count, this.#branchAndBound, parts, scores, factors, options);
    const { best, isProven } = this.#branchAndBound.search(parts, scores, factors, options);
    return best === null ? [] : [{ ...best, isProven }];
  }

  /**
   * Splits the difference between the scores of two trees of the last sentence by template.
   *
   * @param first,other trees that `parse` has returned with the same options
   */
  differences(first: ParseTree, other: ParseTree, isSecondOrder: boolean): TemplateDifference[] {
    const places = ({ heads }: ParseTree): Int32Array => Int32Array.from([0, ...heads]);
    return this.#differences(places(first), places(other), isSecondOrder);
  }

  #differences(first: Int32Array, other: Int32Array, isSecondOrder: boolean): TemplateDifference[] {
    const factorScores = isSecondOrder ? null : this.#factorScores;
    return templateDifferences(this.#parts().scorer, factorScores, first, other);
  }

  #label({ forms, labels: kept }: ToParse, heads: Int32Array): string[] {
    const { lexicon } = this.model;
    const ids = new Int32Array(forms.length + 1);
    kept?.forEach((label, i) => (ids[i + 1] = label === null ? NONE : lexicon.labelId(label)));
    this.#labeller.label(forms, this.#tokens, heads, ids);
    return forms.map((_, i) => kept?.[i] ?? lexicon.labels[ids[i + 1] - 1]);
  }
}

/** Indexed by place, for `ScoredParts.choose`: −1 for a word without a kept head. */
function keptHeads(heads: readonly (number | null)[]): Int32Array {
  return Int32Array.from([-1, ...heads.map((head) => head ?? -1)]);
}
