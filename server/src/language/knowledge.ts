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
}
