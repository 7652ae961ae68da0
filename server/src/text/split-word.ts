/**
 * Splits a word without punctuation around it into tokens: `don't` into `do n't`, the compound
 * `well-known` into `well - known`, and `10km` into the number and its unit.
 */

const NEGATION = /^(.+?)(n['’`´]t)$/iu;
const CLITIC = /^(.+?)(['’`´](?:s|m|re|ve|ll|d))$/iu;
const POSSESSIVE = /^(.+s)(['’])$/iu;

/** These look like a word with a clitic (`1990's`), but are single tokens. */
const DECADE_OR_SIGN = /^(?:['’]?\d+0|#)['’]s$/u;

/** Maps each form that fuses two words to the length of its first word. */
const FUSED = new Map(
  Object.entries({
    ...{ cannot: 3, gonna: 3, wanna: 3, gotta: 3, wana: 3, outta: 3, dont: 2, wont: 2, cant: 2 },
    ...{ didnt: 3, doesnt: 4, isnt: 2, wasnt: 3, couldnt: 5, wouldnt: 5, shouldnt: 6, havent: 4 },
    ...{ hasnt: 3, arent: 3, werent: 4, hadnt: 3, aint: 2, arnt: 2, thats: 4, hes: 2, shes: 3 },
    ...{ whats: 4, elses: 4, theres: 5, im: 1, ive: 1, youre: 3, theyre: 4, itll: 2, youll: 3 },
    ...{ weve: 2, youve: 3, theyve: 4 },
  }),
);

/** Whether a form without an apostrophe is split into two words, like *cannot*. */
export function isFused(form: string): boolean {
  return FUSED.has(form.toLowerCase());
}

/** Whether two tokens are the two parts of a fused form, like *gon* and *na*. */
export function areFused(first: string, second: string): boolean {
  return FUSED.get((first + second).toLowerCase()) === first.length;
}

/** A word is not split at the hyphen after one of these, as in *co-operate*. */
const PREFIX = new RegExp(
  '^(?:' +
    'e|co|non|anti|pre|post|re|ex|mid|pro|multi|semi|neo|sub|over|counter|un|intra|ultra|trans|extra|' +
    'mini|macro|mega|pseudo|quasi|bi|tri|de|socio|psycho|cross|arch' +
    ')$',
  'iu',
);

/** A number, date, time or telephone number. */
const NUMERIC = /^[\d().+/:,-]*\d[\d().+/:,-]*$/u;
const RANGE = /^(\d[\d.,:]*)(-|\/|–)(\d[\d.,:]*)$/u;
/**
 * A telephone number: three digits, a hyphen, four digits. Also two numbers with a hyphen between
 * them, one of them with at least five digits, as in the postal code *12345-6789*.
 */
const TELEPHONE = /^(?:\d{3}-\d{4}|\d{5,}-\d+|\d+-\d{5,})$/u;
const DATE = /^(?:0?\d|1[0-2])\/(?:[0-2]?\d|3[01])$/u;
const FRACTION = /^[1-9]\/[2-8]$/u;

/** A number with its unit, sign or currency. */
const UNIT =
  /^(\d[\d.,:]*)(am|pm|[ap]\.m\.?|k|m|mm|cm|km|kg|g|lbs?|ft|mph|hrs?|min|mins|bn|mb|gb|kb|hz|mhz|ghz|yrs?|x|oz|°[cf]?|¢|€|£)$/iu;
const CURRENCY = /^([A-Z]{0,3}[$£€¥])(\d.*)$/u;

/** Letters joined by a sign that does not split them: AT&T, w/o, I/C. */
const JOINED = /^(?:\p{L}{1,3}&\p{L}{1,2}|\p{L}\/\p{L}|w\/out|\p{L}{1,2}&\p{L}{1,3})$/iu;

/** Marks that become tokens of their own inside a word. */
const INNER = /((?<!\d),(?!\d)|-+|\/|—+|–+|\.{2,}|…+|[?!;"()&[\]{}<>“”*+=]+)/u;

/** Appends the tokens of a word to `tokens`. No character is lost or changed. */
export function splitWord(word: string, tokens: string[]): void {
  if (DECADE_OR_SIGN.test(word)) {
    tokens.push(word);
    return;
  }
  const fused = FUSED.get(word.toLowerCase());
  if (fused !== undefined) {
    tokens.push(word.slice(0, fused), word.slice(fused));
    return;
  }
  const clitic = NEGATION.exec(word) ?? CLITIC.exec(word) ?? POSSESSIVE.exec(word);
  if (clitic) {
    splitWord(clitic[1], tokens);
    tokens.push(clitic[2]);
    return;
  }
  const two = UNIT.exec(word) ?? CURRENCY.exec(word);
  if (two) {
    tokens.push(two[1], two[2]);
    return;
  }
  if (NUMERIC.test(word)) splitNumber(word, tokens);
  else splitCompound(word, tokens);
}

function splitNumber(word: string, tokens: string[]): void {
  const range = RANGE.exec(word);
  const isRange =
    range !== null &&
    !TELEPHONE.test(word) &&
    (range[2] !== '/' || !DATE.test(word) || FRACTION.test(word));
  if (isRange) tokens.push(range[1], range[2], range[3]);
  else tokens.push(word);
}

function splitCompound(word: string, tokens: string[]): void {
  if (JOINED.test(word)) {
    tokens.push(word);
    return;
  }
  const parts = word.split(INNER).filter((part) => part !== '');
  let from = 0;
  if (parts.length >= 3 && parts[1] === '-' && PREFIX.test(parts[0])) {
    tokens.push(parts.slice(0, 3).join(''));
    from = 3;
  }
  tokens.push(...parts.slice(from));
}
