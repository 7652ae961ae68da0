/** How a language forms words that neither counts nor the table of irregular forms know. */
export interface InflectionRules {
  /** The name that model files store. */
  readonly name: string;
  /** Whether a treebank has the tags that the rules know. */
  fits(tags: ReadonlySet<string>): boolean;
  /** Whether the forms under a tag differ from their lemmas as a rule. */
  inflects(tag: string): boolean;
  /** Returns the form of a lemma under a tag; the lemma itself if the tag does not inflect. Both are in lower case. */
  form(lemma: string, tag: string): string;
  /**
   * Returns the tag by which the rules form a word. It is the given tag, unless features name another form: a proper
   * noun may have the form of a verb or an adjective, such as *Breaking* in *Breaking News*.
   */
  tagOfForm(tag: string, features: readonly string[]): string;
  /** Returns words of which the lemma may be a compound, which may have irregular forms: *rewrite*, *write*. */
  lastParts(lemma: string): readonly string[];
  /** Returns lemmas that may have this form under a tag, the most likely first. All are in lower case. */
  lemmas(form: string, tag: string): readonly string[];
  /** Returns the tags of the forms of one lemma, in the order of a grammar book: *take*, *takes*, *taking*, … */
  paradigmOf(tag: string): readonly string[];
  /** Whether the rules make a form under this tag of every lemma of the paradigm (*beautifuler* is none). */
  isRegular(lemma: string, tag: string): boolean;
  /**
   * Returns the tags and the forms in a line of a table of inflections (`inflection-table.ts`). Empty if the line has
   * another part of speech.
   *
   * @param slots the columns after the part of speech
   */
  tableForms(lemma: string, pos: string, slots: readonly string[]): readonly TableForm[];
}

/** A form of a table of inflections, with its alternatives. */
export interface TableForm {
  readonly tag: string;
  readonly alternatives: readonly string[];
}
