import type { InflectionRules, TableForm } from './rules.ts';

/**
 * The regular inflection of English, for the tags of the Penn Treebank. Lemmas and forms are in
 * lower case. The lemmas are those of English-EWT: for example, the lemma of a noun without a
 * singular is its plural (*earnings*).
 */
export const english: InflectionRules = {
  name: 'english',
  fits: (tags) => ['NNS', 'VBD', 'VBG', 'VBZ'].every((tag) => tags.has(tag)),
  inflects: (tag) => inflections.has(tag),
  form: (lemma, tag) => (inflections.get(tag) ?? spellings.get(tag))?.(lemma) ?? lemma,
  tagOfForm: (tag, features) =>
    tag === 'NNP' || tag === 'NNPS'
      ? (tagsOfFeatures.find(([all]) => all.every((one) => features.includes(one)))?.[1] ?? tag)
      : tag,
  lastParts,
  lemmas,
  paradigmOf: (tag) => paradigms.find((tags) => tags.includes(tag)) ?? [tag],
  isRegular: (lemma, tag) => !comparison.has(tag) || (tag.startsWith('JJ') && isCompared(lemma)),
  tableForms,
};

const inflections: ReadonlyMap<string, (lemma: string) => string> = new Map([
  ['NNS', plural],
  ['NNPS', plural],
  ['VBZ', thirdPerson],
  ['VBG', presentParticiple],
  ['VBD', past],
  ['VBN', past],
  ['JJR', comparative],
  ['RBR', comparative],
  ['JJS', superlative],
  ['RBS', superlative],
]);

/**
 * Indexed by tag: makes the form of a word that does not inflect, but may be spelt otherwise than
 * its lemma. The form of the number *85000* is *85,000*.
 */
const spellings: ReadonlyMap<string, (lemma: string) => string> = new Map([['CD', numeral]]);

/**
 * Proper nouns with these features are inflected as if they had this tag. The first match counts.
 */
const tagsOfFeatures: readonly (readonly [features: readonly string[], tag: string])[] = [
  [['VerbForm=Ger'], 'VBG'],
  [['Tense=Pres', 'VerbForm=Part'], 'VBG'],
  [['Tense=Past', 'VerbForm=Part'], 'VBN'],
  [['Tense=Past', 'VerbForm=Fin'], 'VBD'],
  [['Degree=Cmp'], 'JJR'],
  [['Degree=Sup'], 'JJS'],
];

const paradigms: readonly (readonly string[])[] = [
  ['NN', 'NNS'],
  ['NNP', 'NNPS'],
  ['VB', 'VBP', 'VBZ', 'VBD', 'VBN', 'VBG'],
  ['JJ', 'JJR', 'JJS'],
  ['RB', 'RBR', 'RBS'],
];

const comparison: ReadonlySet<string> = new Set(['JJR', 'JJS', 'RBR', 'RBS']);

/** Verbs that keep their *e* before *-ing*: *singeing*, not *singing*. */
const KEEPS_E = /^(?:singe|tinge|swinge|binge|whinge)$/;
/** Nouns that end in *-man* but are not compounds of *man*. */
const NO_MAN =
  /(?:^|[^a-z])(?:human|german|roman|norman|ottoman|shaman|talisman|caiman|mussulman)$/;
/** Irregular plurals: the end of a noun, and its replacement. Compounds match, too. */
const nounEndings: readonly (readonly [ending: RegExp, plural: string])[] = [
  [/man$/, 'men'],
  [/child$/, 'children'],
  [/([^-]*)-in-law$/, '$1s-in-law'],
  [/(kni|wi|li)fe$/, '$1ves'],
  [/([ae])lf$/, '$1lves'],
  [/((?:^|[^r])lea|loa|thie|shea)f$/, '$1ves'],
  [/(^|-)foot$/, '$1feet'],
  [/(^|-)tooth$/, '$1teeth'],
  [/(^|-)goose$/, '$1geese'],
  [/((?:air|space|water|hover)craft|fish|deer|sheep|shrimp|swine|offspring)$/, '$1'],
  [/([^s])sis$/, '$1ses'],
  [/xis$/, 'xes'],
];

function plural(lemma: string): string {
  if (/[a-z]\.$/.test(lemma)) return `${plural(lemma.slice(0, -1))}.`;
  if (isPlural(lemma)) return lemma;
  if (!NO_MAN.test(lemma)) {
    const found = nounEndings.find(([ending]) => ending.test(lemma));
    if (found !== undefined) return lemma.replace(...found);
  }
  return sibilant(lemma);
}

/** Guesses by the ending whether a lemma is a plural without a singular (*earnings*). */
function isPlural(lemma: string): boolean {
  return /...[^sui'’]s$|\ds$|..men$/.test(lemma) && !/specimen$|^(?:o|ab)men$/.test(lemma);
}

function thirdPerson(lemma: string): string {
  return /[^aeiou]o$/.test(lemma) ? `${lemma}es` : sibilant(lemma);
}

/** Adds *-s*. Adds *-es* after a sibilant. After a consonant, replaces *-y* by *-ies*. */
function sibilant(lemma: string): string {
  if (/.(?:[^aeiou]|qu)y$/.test(lemma)) return `${lemma.slice(0, -1)}ies`;
  if (/^(?:[^aeiou]+|qu)iz$/.test(lemma)) return `${lemma}zes`;
  return /(?:s|x|z|ch|sh)$/.test(lemma) ? `${lemma}es` : `${lemma}s`;
}

function presentParticiple(lemma: string): string {
  if (/.ie$/.test(lemma)) return `${lemma.slice(0, -2)}ying`;
  const isDropped = /.[^eoy]e$/.test(lemma) && !KEEPS_E.test(lemma);
  return `${isDropped ? lemma.slice(0, -1) : beforeVowel(lemma)}ing`;
}

function past(lemma: string): string {
  if (lemma.endsWith('e')) return `${lemma}d`;
  if (/[^aeiou]y$/.test(lemma)) return `${lemma.slice(0, -1)}ied`;
  return `${beforeVowel(lemma)}ed`;
}

/** Whether an adjective is compared by `more` and `most`, as `beautiful` is. */
function isLong(lemma: string): boolean {
  return syllables(lemma) > 2 && !lemma.endsWith('y');
}

function comparative(lemma: string): string {
  return /..er$/.test(lemma) || isLong(lemma) ? lemma : `${compared(lemma)}er`;
}

function superlative(lemma: string): string {
  return /(?:..est|most|least)$/.test(lemma) || isLong(lemma) ? lemma : `${compared(lemma)}est`;
}

function compared(lemma: string): string {
  if (lemma.endsWith('e')) return lemma.slice(0, -1);
  if (/[^aeiou]y$/.test(lemma)) return `${lemma.slice(0, -1)}i`;
  return isStressedShort(lemma) ? lemma + lemma.at(-1)! : lemma;
}

/** Groups the digits of a number that ends in 00: *85000* becomes *85,000*. */
function numeral(lemma: string): string {
  return /^[1-9]\d{2,}00$/.test(lemma) ? lemma.replace(/\B(?=(?:\d{3})+$)/g, ',') : lemma;
}

/** Whether an adjective is short enough for *-er* and *-est*. */
function isCompared(lemma: string): boolean {
  const count = syllables(lemma);
  return count === 1 || (count === 2 && /(?:y|le|er|ow)$/.test(lemma) && !/[^l]ly$/.test(lemma));
}

/** Returns the stem of a verb as written before *-ing* and *-ed*. */
function beforeVowel(lemma: string): string {
  if (/[aeiou]c$/.test(lemma) && syllables(lemma) > 1) return `${lemma}k`;
  return isStressedShort(lemma) ? lemma + lemma.at(-1)! : lemma;
}

/** The last syllable has a single vowel, then a single consonant of a kind that can be doubled. */
const SHORT_SYLLABLE = /(?:^|[^aeiou]|qu)[aeiouy][bdfgklmnprstvz]$/;
/** An unstressed prefix of a verb, as in *refer*. Longer prefixes come first. */
const PREFIX =
  /^(?:under|photo|trans|over|com|con|dis|for|mis|out|per|pre|pro|sub|a[bdcl]|de|im|in|oc|re|un|up|e|o)(?=[^aeiou])/;
/** A single syllable that can follow a prefix. It begins with consonants that can begin a word. */
const WHOLE_SYLLABLE =
  /^(?:[bcdfghjklmnprstvwz]|qu|[bcdfgpt]r|[bcfgps]l|s[cklmnptw]|s[cpt]r|spl|[cst]h|wr|kn|tw)[aeiouy][bdfgklmnprstvz]$/;
/**
 * Verbs that only seem to have a prefix. Their last syllable is not stressed, so its consonant is
 * not doubled: *opened*.
 */
const STRESSED_EARLY = /^(?:open|profit|debit|debut|revel|devil|promis)$/;
/** Verbs without a prefix that double their last consonant, mostly compounds: *handicapped*. */
const STRESSED_LATE =
  /(?:handicap|program|diagram|format|worship|kidnap|combat|patrol|enrol|hobnob|zigzag|[^aeiou](?:step|drop|shop|snap|stop|ship|trap|spot|plug|flop|slap|strap))$/;

/**
 * Whether a word ends in a stressed syllable with a short vowel and one consonant, which is doubled
 * before a vowel.
 */
function isStressedShort(lemma: string): boolean {
  const word = lemma.slice(lemma.lastIndexOf('-') + 1);
  if (!SHORT_SYLLABLE.test(word)) return false;
  if (syllables(word) === 1 || STRESSED_LATE.test(word)) return true;
  if (STRESSED_EARLY.test(word)) return false;
  const prefix = PREFIX.exec(word);
  return prefix !== null && WHOLE_SYLLABLE.test(word.slice(prefix[0].length));
}

/** Counts groups of vowels. A silent *e* at the end does not count. */
function syllables(word: string): number {
  const spoken = word.replace(/qu/g, 'q').replace(/([^l])e$/, '$1');
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 0);
}

/**
 * Prefixes of verbs and nouns. The rest of the word decides its irregular forms: *overtook* is like
 * *took*.
 */
const COMPOUND =
  /^(?:back|co|fore|grand|inter|mis|out|over|pre|re|step|sub|super|un|under|up|with)(?=...)/;

function lastParts(lemma: string): readonly string[] {
  const hyphen = lemma.lastIndexOf('-');
  const beginning = hyphen > 0 ? lemma.slice(0, hyphen + 1) : COMPOUND.exec(lemma)?.[0];
  const rest = lemma.slice(beginning?.length);
  return beginning === undefined || rest.length < 2 ? [] : [rest];
}

/** In each row, an ending of a form, and the endings that its lemma may have instead. */
const endings: readonly (readonly [ending: string, ...ofLemma: string[]])[] = [
  ['ies', 'y', 'ie'],
  ['ves', 'f', 'fe'],
  ['men', 'man'],
  ['children', 'child'],
  ['s', ''],
  ['es', '', 'is'],
  ['ying', 'ie'],
  ['ing', '', 'e'],
  ['ied', 'y', 'ie'],
  ['ed', '', 'e'],
  ['ier', 'y'],
  ['er', '', 'e'],
  ['iest', 'y'],
  ['est', '', 'e'],
];

function lemmas(form: string, tag: string): readonly string[] {
  const guesses: string[] = [];
  for (const [ending, ...ofLemma] of endings) {
    const stem = form.slice(0, -ending.length);
    if (stem === '' || !form.endsWith(ending)) continue;
    const undoubled = /(.)\1$|ck$/.test(stem) ? [stem.slice(0, -1)] : [];
    const whole = ofLemma.map((end) => stem + end);
    // Two equal letters at the end of the stem may belong to the lemma: *miss*, *fall*.
    guesses.push(...(/[flsz]$/.test(stem) ? [...whole, ...undoubled] : [...undoubled, ...whole]));
  }
  guesses.push(form.replaceAll(',', ''), form);
  return [...new Set(guesses)].filter((lemma) => english.form(lemma, tag) === form);
}

function tableForms(lemma: string, pos: string, slots: readonly string[]): readonly TableForm[] {
  const formsAt = (place: number): readonly string[] =>
    (slots[place] ?? '').split('/').filter((form) => form !== '');
  const of = (tag: string, place: number): TableForm => ({ tag, alternatives: formsAt(place) });
  if (pos === 'noun') {
    // If a noun is also used without a plural ending, the table lists the noun's lemma as a plural:
    // `research,noun,research`, `fish,noun,fishes/fish`. The lemma is left out.
    return [{ tag: 'NNS', alternatives: formsAt(0).filter((form) => form !== lemma) }];
  }
  if (pos === 'verb') {
    const pasts = of('VBD', 0).alternatives;
    const participles = of('VBN', 1).alternatives;
    // In `burn,verb,burned/burnt,burnt,burning,burns`, the third column lists the past forms, and
    // the fourth lists the participle. If the first past form is regular and the participle is one
    // of the past forms, all past forms are also participles: here, *burned*, too.
    const isPast =
      participles.length === 0 || (pasts[0]?.endsWith('ed') && pasts.includes(participles[0]));
    return [of('VBD', 0), of('VBN', isPast ? 0 : 1), of('VBG', 2), of('VBZ', 3)];
  }
  if (pos === 'adj') return [of('JJR', 0), of('JJS', 1)];
  return pos === 'adv' ? [of('RBR', 0), of('RBS', 1)] : [];
}
