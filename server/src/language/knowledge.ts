/** What the checks ask of a model; hosts build it from the model's tag dictionary and counts. */
export interface Knowledge {
  /** The tagset. */
  readonly tags: ReadonlySet<string>;
  /** The relation labels of the treebank. */
  readonly labels: ReadonlySet<string>;
  /** How often each tag was seen with a form; null for a form that was never seen. */
  tagsOf(form: string): ReadonlyMap<string, number> | null;
  /** How often a word with the first tag was the head of one with the second. */
  arcCount(headTag: string, dependentTag: string): number;
  arcStatistics(headTag: string, dependentTag: string): ArcStatistics;
}

/** What was seen of arcs between words of two tags. */
export interface ArcStatistics {
  /** Labels with their counts, the most frequent first. */
  readonly labels: readonly (readonly [label: string, count: number])[];
  /** How often the dependent stood before its head. */
  readonly left: number;
  /** How often the two stood next to each other. */
  readonly adjacent: number;
}
