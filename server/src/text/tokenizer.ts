import { splitWord } from './split-word.ts';

/** Characters that become tokens of their own at the start of a word. */
const OPENING = /^(?:["“”„«»([{<¡¿$£€¥*~=+|_‘’`'#@-])/u;

/** Runs of marks that form one token at the start of a word. */
const LEADING_RUN =
  /^(?:\.{2,}|…+\.*|-{2,}|–+|—+|={2,}|\*{2,}|_{2,}|~{2,}|<<+|>>+|''|``|‘‘|’’|>+)/u;
/** Runs of marks that form one token at the end of a word. */
const TRAILING_RUN =
  /(?:(?<![.!?])\.{0,2}[!?][.!?]*|\.{2,}|…+\.*|-{2,}|–+|—+|={2,}|\*{2,}|_{2,}|~{2,}|<<+|>>+|''|``|‘‘|’’|\+{2,})$/u;
const CLOSING = /[.,;:!?"“”»)\]}>…%*~=+|_'’‘`-]$/u;

const EMOTICON =
  /^(?:[:;=8][-'^o]?[)(DPpOo3/\\|\][*]+|[)(]+[-']?[:;=]|\^_+\^|<3|>:\(|D:|:['’]\(|xD|XD|-_+-|[oO]_[oO])$/u;
const TRAILING_EMOTICON = /(?:[:;=]-?[)(DP]+|\(:)$/u;

const URL = /^(?:(?:https?|ftp|mailto|ymsgr):\S+|www\.\S+)/iu;
const EMAIL = /^[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/u;
const DOMAIN =
  /^(?:[a-z0-9][a-z0-9-]*\.)+(?:com|org|net|edu|gov|mil|co\.uk|info|de|ca|uk|ru|tv|us|biz|fr|eu|ie|au|cfm|html?)(?:\/\S*)?/iu;
const FILE_NAME = /^[\w#~%!-]+\.(?:docx?|xlsx?|pdf|txt|jpe?g|gif|png|html?|zip|exe|ppt|csv|mp3)/iu;

/** Punctuation that may follow an address and does not belong to it. */
const AFTER_ADDRESS = /[.,;:!?)\]>"'”’]+$/u;

/** Tokens that begin with an apostrophe: clitics, shortened words and years. */
const CUT_SHORT = /^['’](?:s|m|re|ve|ll|d|em|n|til|cause|\d\ds?)(?![\p{L}\d])/iu;

/** Words that remain single tokens, although they begin or end with a mark. */
const WITH_MARK = /^(?:\+\d[\d-]*|Yahoo!)$/u;

/** A line of marks drawn across the page. */
const RULER = /^(?:[-=_*~#+.<>|]{4,}|[*~]{3,})$/u;

/** Abbreviations that end with a period, listed without it and without capitals. */
const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st ft gen lt col sgt capt cpt maj adm cmdr gov sen rep reps rev hon pres jr sr inc ' +
    'corp co ltd bros no nos vs etc jan feb mar apr jun jul aug sept sep oct nov dec mon tue tues wed ' +
    'thu thur thurs fri sat sun ave blvd rd dept univ assn assoc dist ext fig figs vol vols pp ed eds ' +
    'est ca cf al eg ie viz esp approx attn conf dom oz lb lbs mt mts ph mob arrv lv messrs mme mlle ' +
    "spec sec que va la ass't pvt cpl"
  ).split(' '),
);

/** Abbreviations that are also words. They keep their period only if they begin with a capital. */
const ALSO_WORDS = new Set(
  'no mar sun sat co la ed fig gen hon que sec mon est al dom rep reps ms spec mob ca'.split(' '),
);

/**
 * A longer stretch of text without spaces is not split. No word or address is so long, and
 * splitting would be slow, since it removes marks one by one.
 */
const LONGEST_CHUNK = 1000;

/** Initials: letters, each with a period. */
const INITIALS = /^(?:\p{L}\.)+$/u;

/**
 * Splits text into tokens by the conventions of Universal Dependencies English-EWT. Clitics are
 * tokens (`do n't`, `it 's`), most compounds are split at their hyphens, and addresses and file
 * names are single tokens. The concatenated tokens are the text without its white space.
 *
 * @param text one or more sentences. If a period could end an abbreviation or a sentence, it counts
 *   as a full stop only at the end of the text
 */
export function tokenize(text: string): string[] {
  const tokens: string[] = [];
  const chunks = text.split(/\s+/u).filter((chunk) => chunk !== '');
  chunks.forEach((chunk, i) => tokenizeChunk(chunk, i === chunks.length - 1, tokens));
  return tokens;
}

/** A chunk is a stretch of text without white space. */
function tokenizeChunk(chunk: string, isLast: boolean, tokens: string[]): void {
  if (chunk.length > LONGEST_CHUNK) {
    tokens.push(chunk);
    return;
  }
  let rest = chunk;
  const tail: string[] = [];
  while (rest !== '' && !isWhole(rest)) {
    const head = leading(rest);
    if (head === '') break;
    tokens.push(head);
    rest = rest.slice(head.length);
  }
  while (rest !== '' && !isWhole(rest)) {
    const mark = trailing(rest, isLast && tail.every((token) => /^["”'’)\]]$/u.test(token)));
    if (mark === '') break;
    tail.push(mark);
    rest = rest.slice(0, -mark.length);
  }
  if (rest !== '') {
    if (isWhole(rest)) tokens.push(rest);
    else splitWord(rest, tokens);
  }
  tokens.push(...tail.reverse());
}

function leading(text: string): string {
  if (CUT_SHORT.test(text)) return '';
  const run = LEADING_RUN.exec(text);
  if (run) return run[0];
  return OPENING.exec(text)?.[0] ?? '';
}

function trailing(text: string, isLast: boolean): string {
  const run = TRAILING_RUN.exec(text) ?? TRAILING_EMOTICON.exec(text);
  if (run) return run[0];
  if (text.endsWith('.') && keepsPeriod(text, isLast)) return '';
  return CLOSING.exec(text)?.[0] ?? '';
}

function keepsPeriod(text: string, isLast: boolean): boolean {
  if (isLast) return false;
  const word = text.slice(0, -1);
  const lower = word.toLowerCase();
  if (INITIALS.test(text)) return true;
  return ABBREVIATIONS.has(lower) && (word !== lower || !ALSO_WORDS.has(lower));
}

export function isEmoticon(token: string): boolean {
  return EMOTICON.test(token);
}

function isWhole(text: string): boolean {
  if (isEmoticon(text) || RULER.test(text) || WITH_MARK.test(text)) return true;
  for (const address of [URL, EMAIL, DOMAIN, FILE_NAME]) {
    const match = address.exec(text);
    if (match?.[0].length === text.length && !AFTER_ADDRESS.test(text)) return true;
  }
  return false;
}
