/** How a language forms words that the counts and the table of irregular forms do not contain. */
export interface InflectionRules {
  /** The name of the rules. Model files store this name. */
  readonly name: string;
  /** Whether a treebank with these tags can use the rules. */
  fits(tags: ReadonlySet<string>): boolean;
  /** Whether words with this tag usually differ from their lemmas, such as plurals. */
  inflects(tag: string): boolean;
  /**
   * Returns the form of a lemma for a tag. If words with the tag do not inflect, returns the lemma.
   * Lemma and form are in lower case.
   */
  form(lemma: string, tag: string): string;
  /**
   * Returns the tag by which the rules form a word. This is the given tag, unless the features name
   * another form. For example, the proper noun *Breaking* in *Breaking News* has the form of a
   * verb.
   */
  tagOfForm(tag: string, features: readonly string[]): string;
  /**
   * If a lemma may be a compound, returns its possible last parts: *write* for *rewrite*. If the
   * last part has irregular forms, the compound has them, too.
   */
  lastParts(lemma: string): readonly string[];
  /**
   * Returns lemmas that may have this form with this tag, the most likely first. Lemmas and form
   * are in lower case.
   */
  lemmas(form: string, tag: string): readonly string[];
  /**
   * Returns all tags of the paradigm that this tag belongs to, in the order of a grammar book: the
   * tags of *take*, *takes*, *took*, …
   */
  paradigmOf(tag: string): readonly string[];
  /**
   * Whether the rules can make a form of this lemma for this tag. For example, *beautiful* has no
   * form *beautifuler*.
   */
  isRegular(lemma: string, tag: string): boolean;
  /**
   * Returns the tags and forms in a line of a table of inflections (`inflection-table.ts`). Empty
   * if the rules do not use the line's part of speech.
   *
   * @param slots the columns after the part of speech
   */
  tableForms(lemma: string, pos: string, slots: readonly string[]): readonly TableForm[];
}

/** A form in a table of inflections. If there are alternatives, the usual form comes first. */
export interface TableForm {
  readonly tag: string;
  readonly alternatives: readonly string[];
}
