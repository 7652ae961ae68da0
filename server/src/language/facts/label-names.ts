/**
 * Indexed by a relation of Universal Dependencies or a subtype in English treebanks: its meaning
 * (universaldependencies.org/u/dep; de Marneffe et al. 2021, section 4).
 */
const labelNames: ReadonlyMap<string, string> = new Map([
  ['acl', 'clause that modifies a noun'],
  ['acl:relcl', 'relative clause'],
  ['advcl', 'adverbial clause'],
  ['advcl:relcl', 'relative clause that modifies a clause'],
  ['advmod', 'adverb'],
  ['amod', 'adjective that modifies a noun'],
  ['appos', 'apposition'],
  ['aux', 'auxiliary'],
  ['aux:pass', 'auxiliary of the passive'],
  ['case', 'preposition, or possessive ending, of a noun'],
  ['cc', 'coordinating conjunction'],
  ['cc:preconj', 'first part of a conjunction, as “both” and “either”'],
  ['ccomp', 'clause that is an object, with a subject of its own'],
  ['clf', 'classifier'],
  ['compound', 'part of a compound'],
  ['compound:prt', 'particle of a phrasal verb'],
  ['conj', 'coordinated with its head: “a and b”'],
  ['cop', 'copula, as “be”'],
  ['csubj', 'clause that is a subject'],
  ['csubj:outer', 'clause that is the subject of a clause that is a predicate'],
  ['csubj:pass', 'clause that is the subject of a passive'],
  ['dep', 'relation that is not specified'],
  ['det', 'determiner'],
  ['det:predet', 'determiner before another one, as in “all the”'],
  ['discourse', 'interjection, or another element of discourse'],
  ['dislocated', 'part that is repeated within its clause'],
  ['expl', 'expletive, as in “there is”'],
  ['fixed', 'part of a fixed expression, as “as well as”'],
  ['flat', 'part of a name or another expression without a head'],
  ['goeswith', 'part of a word that is written apart'],
  ['iobj', 'indirect object'],
  ['list', 'item of a list'],
  ['mark', 'word that introduces a clause, as “that”, “if” or “to”'],
  ['nmod', 'noun that modifies a noun'],
  ['nmod:desc', 'noun that describes a name, as in “president Bush”'],
  ['nmod:poss', 'possessor'],
  ['nmod:unmarked', 'noun without a preposition that modifies a noun'],
  ['nsubj', 'subject'],
  ['nsubj:outer', 'subject of a clause that is a predicate'],
  ['nsubj:pass', 'subject of a passive'],
  ['nummod', 'number'],
  ['obj', 'object'],
  ['obl', 'noun that modifies a verb, often with a preposition'],
  ['obl:agent', 'agent of a passive, with “by”'],
  ['obl:unmarked', 'noun without a preposition that modifies a verb'],
  ['orphan', 'what is left where a head is not said'],
  ['parataxis', 'clause beside another, not linked to it'],
  ['punct', 'punctuation'],
  ['reparandum', 'what a speaker takes back'],
  ['root', 'head of the sentence'],
  ['vocative', 'who is spoken to'],
  ['xcomp', 'clause or predicate without a subject of its own'],
]);

/** The meaning of a dependency label, or else of its part before the colon (`nmod:poss`). */
export function labelName(label: string): string | null {
  return labelNames.get(label) ?? labelNames.get(label.split(':')[0]) ?? null;
}

/** Labels that are ordinary words, too. */
const ordinaryWords: ReadonlySet<string> = new Set(
  'case cop dep discourse fixed flat list mark orphan root'.split(' '),
);

/** Whether a word is a label and no ordinary word: `nsubj`, but not `list`. */
export function isClearlyLabel(word: string): boolean {
  return labelName(word) !== null && !ordinaryWords.has(word);
}
