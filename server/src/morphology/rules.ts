/** How a language forms words that training has not seen and that are not irregular. */
export interface InflectionRules {
  /** Model files store this name. */
  readonly name: string;
  /** Whether a treebank with these tags can use the rules. */
  fits(tags: ReadonlySet<string>): boolean;
  /** Whether words with this tag, such as plurals, usually differ from their lemmas. */
  inflects(tag: string): boolean;
  /**
   * Returns the lemma itself if words with the tag do not inflect. Lemma and form are in lower
   * case.
   */
  form(lemma: string, tag: string): string;
  /**
   * Returns the tag by which the rules form a word. It differs from the given tag if the features
   * name another form: the proper noun *Breaking* in *Breaking News* has the form of a verb.
   */
  tagOfForm(tag: string, features: readonly string[]): string;
  /**
   * If a lemma may be a compound, returns its possible last parts: *write* for *rewrite*. The
   * compound has the irregular forms of its last part.
   */
  lastParts(lemma: string): readonly string[];
  /**
   * Returns lemmas that may have this form with this tag, the most likely first. Lemmas and form
   * are in lower case.
   */
  lemmas(form: string, tag: string): readonly string[];
  /**
   * Returns the tags of the paradigm of this tag, in the order of a grammar book: those of *take*,
   * *takes*, *took*, …
   */
  paradigmOf(tag: string): readonly string[];
  /**
   * Whether the rules can make a form of this lemma for this tag: *beautiful* has no form
   * *beautifuler*.
   */
  isRegular(lemma: string, tag: string): boolean;
  /**
   * Reads a line of a table of inflections (`inflection-table.ts`). Empty if the rules do not use
   * the line's part of speech.
   *
   * @param slots the columns after the part of speech
   */
  tableForms(lemma: string, pos: string, slots: readonly string[]): readonly TableForm[];
}

/** A form in a table of inflections. The usual alternative comes first. */
export interface TableForm {
  readonly tag: string;
  readonly alternatives: readonly string[];
}
