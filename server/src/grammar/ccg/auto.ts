import { bracketed, type Category, half, readCategory } from './category.ts';
import type { CcgDerivation, Leaf } from './derivation.ts';
import { combinationOf } from './rules.ts';

/** A sentence of a file in CCGbank's AUTO format (Hockenmaier & Steedman 2005, appendix C). */
export interface AutoSentence {
  readonly id: string;
  readonly words: readonly string[];
  readonly tags: readonly string[];
  /**
   * The `modes` of its leaves (see `Leaf`) are empty if the file has no modes. CCGbank's files have
   * none.
   */
  readonly derivation: CcgDerivation;
}

export interface AutoProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** The limit on the words of a sentence. A bag has the same limit. */
const MOST_WORDS = 1000;
const MOST_DEPTH = MOST_WORDS;

/**
 * Reads AUTO: a line with the sentence's `ID=`, then a line with its derivation. Ignores CCGbank's
 * features `[nb]` and `[num]`. Leaves out and reports sentences that cannot be read.
 *
 * @param notUtf8 the numbers, from 1, of lines that are not UTF-8
 */
export function readAuto(
  text: string,
  notUtf8: readonly number[] = [],
): {
  readonly sentences: readonly AutoSentence[];
  readonly problems: readonly AutoProblem[];
} {
  const sentences: AutoSentence[] = [];
  const problems: AutoProblem[] = [];
  let header: { readonly line: number; readonly id: string } | null = null;
  const undecoded = new Set(notUtf8);
  const expectDerivation = (): void => {
    if (header !== null) {
      problems.push({ line: header.line, message: 'the sentence has no derivation' });
    }
  };
  text.split(/\r?\n/).forEach((row, i) => {
    const line = i + 1;
    if (undecoded.has(line)) {
      problems.push({ line, message: 'is not UTF-8' });
      header = null;
    } else if (row.startsWith('ID=')) {
      expectDerivation();
      header = { line, id: decode(/^ID=(\S*)/.exec(row)![1]) };
    } else if (row.trim() !== '') {
      try {
        const read = new AutoReader(row.trim()).read();
        const id = header?.id ?? `sentence ${sentences.length + 1}`;
        sentences.push({ id, ...read });
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        problems.push({ line, message: error.message });
      }
      header = null;
    }
  });
  expectDerivation();
  return { sentences, problems };
}

class Unreadable extends Error {}

interface Open {
  readonly category: Category;
  readonly children: CcgDerivation[];
  readonly arity: number;
}

class AutoReader {
  readonly #text: string;
  #at = 0;
  readonly #words: string[] = [];
  readonly #tags: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Does not recurse, since derivations may be deep. */
  read(): Omit<AutoSentence, 'id'> {
    const open: Open[] = [];
    for (;;) {
      const [inner, category, arity] = this.#take(/\(<T (\S+) [01] ([12])> */y) ?? [];
      if (inner !== undefined) {
        open.push({ category: this.#category(category), children: [], arity: Number(arity) });
        if (open.length > MOST_DEPTH) throw new Unreadable(`nests more than ${MOST_DEPTH} deep`);
        continue;
      }
      let node: CcgDerivation = this.#leaf();
      for (let parent = open.at(-1); ; parent = open.at(-1)) {
        if (parent === undefined) {
          if (this.#at < this.#text.length) this.#fail('expected the end of the line');
          return { words: this.#words, tags: this.#tags, derivation: node };
        }
        parent.children.push(node);
        if (parent.children.length < parent.arity) break;
        if (this.#take(/\) */y) === null) this.#fail('expected ")"');
        node = close(parent);
        open.pop();
      }
    }
  }

  #leaf(): Leaf {
    const fields = this.#take(/\(<L (\S+) \S+ (\S+) (\S+) ([^\s<>]+)>\) */y);
    if (fields === null) {
      this.#fail(
        'expected "(<T CATEGORY HEAD CHILDREN>" or "(<L CATEGORY TAG TAG WORD CATEGORY>)"',
      );
    }
    const [, written, tag, word, annotated] = fields;
    const category = this.#category(written);
    if (this.#words.push(readWord(word)) > MOST_WORDS) {
      throw new Unreadable(`has more than ${MOST_WORDS} words`);
    }
    this.#tags.push(decode(tag));
    const modes = readModes(category, annotated);
    return { kind: 'leaf', category, word: this.#words.length - 1, modes };
  }

  #category(text: string): Category {
    const whole = text.replace(/\[(?:nb|num)\]/g, '');
    // In CCGbank, [conj] applies to the whole category before it, even if that has no brackets.
    const of = /^(.+)\[conj\]$/.exec(whole)?.[1];
    const category = readCategory(of ?? whole);
    if ('message' in category) throw new Unreadable(`${text}: ${category.message}`);
    return of === undefined ? category : half(category);
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #fail(expected: string): never {
    const found = this.#at < this.#text.length ? `character ${this.#at + 1}` : 'the end';
    throw new Unreadable(`${expected} at ${found}`);
  }
}

function close({ category, children }: Open): CcgDerivation {
  const [left, right] = children as [CcgDerivation, CcgDerivation?];
  return right === undefined
    ? { kind: 'unary', category, child: left }
    : { kind: 'binary', category, left, right };
}

type Pending = CcgDerivation | string;

/** Writes two lines, each with a line end. */
export function writeAuto({ id, words, tags, derivation }: AutoSentence): string {
  const written: string[] = [];
  const open: Pending[] = [derivation];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') {
      written.push(node);
    } else if (node.kind === 'leaf') {
      const { category, word, modes } = node;
      const tag = encode(tags[word], /[\s()]/g) || '_';
      const fields = [
        textOf(category),
        tag,
        tag,
        writeWord(words[word]),
        writeModes(category, modes),
      ];
      written.push(`(<L ${fields.join(' ')}>) `);
    } else {
      const children = node.kind === 'unary' ? [node.child] : [node.left, node.right];
      written.push(`(<T ${textOf(node.category)} ${headChild(node)} ${children.length}> `);
      open.push(') ', ...children.reverse());
    }
  }
  return `ID=${encode(id, /\s/g)} PARSER=GOLD NUMPARSE=1\n${written.join('').trimEnd()}\n`;
}

/** Writes a category. As in CCGbank, there are no brackets around the category before [conj]. */
function textOf(category: Category): string {
  return category.kind === 'half' ? `${category.of.text}[conj]` : category.text;
}

/**
 * Guesses which child contains the head: the argument if the functor is a modifier or a determiner,
 * otherwise the functor.
 */
function headChild(node: Exclude<CcgDerivation, Leaf>): 0 | 1 {
  if (node.kind === 'unary') return 0;
  const combination = combinationOf(node.left.category, node.right.category, node.category);
  if (combination === null) return 0;
  const isMainRight = combination.main === 'right';
  const main = isMainRight ? node.right.category : node.left.category;
  const isArgumentHead = combination.keepsOther || main.text === 'NP/N';
  return isMainRight === isArgumentHead ? 0 : 1;
}

const bracketCodes: Readonly<Record<string, string>> = {
  '(': '-LRB-',
  ')': '-RRB-',
  '{': '-LCB-',
  '}': '-RCB-',
};
const brackets = new Map(Object.entries(bracketCodes).map(([bracket, code]) => [code, bracket]));

/**
 * Writes brackets in CCGbank's codes, and white space as `\uXXXX`. If the word itself looks like a
 * code, its hyphens become `\uXXXX`, too.
 */
function writeWord(word: string): string {
  const code = (text: string): string => text.replace(/[(){}]/g, (one) => bracketCodes[one]);
  const written = code(encode(word, /\s/g));
  return readWord(written) === word ? written : code(encode(word, /[\s-]/g));
}

function readWord(text: string): string {
  return decode(text.replace(/-(?:LRB|RRB|LCB|RCB)-/g, (code) => brackets.get(code) ?? code));
}

/**
 * Writes the given characters as `\uXXXX`. A backslash before `uXXXX` in the text is escaped, too.
 */
function encode(text: string, characters: RegExp): string {
  return text
    .replace(/\\(?=u[0-9a-f]{4})/g, '\\u005c')
    .replace(characters, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function decode(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

/**
 * Writes the mode (see `Leaf`) of each argument after it, where CCGbank has indices:
 * `(S[dcl]\NP_g)/NP_g`.
 */
function writeModes(category: Category, modes: string): string {
  if (category.kind !== 'functor' || modes === '') return category.text;
  const { result, slash, argument } = category;
  const below = writeModes(result, modes.slice(1));
  const left = result.kind === 'functor' ? `(${below})` : below;
  return `${left}${slash}${bracketed(argument)}_${modes[0]}`;
}

/**
 * Reads the modes from a text that `writeModes` wrote for `category`. Returns an empty text if
 * `text` is anything else, such as a category with CCGbank's indices.
 */
function readModes(category: Category, text: string): string {
  let modes = '';
  let at = category;
  let rest = text;
  while (at.kind === 'functor') {
    const mode = /_([ghfwt])$/.exec(rest)?.[1];
    const end = `${at.slash}${bracketed(at.argument)}_${mode}`;
    if (mode === undefined || !rest.endsWith(end)) return '';
    modes += mode;
    rest = rest.slice(0, -end.length);
    at = at.result;
    if (at.kind === 'functor') rest = rest.replace(/^\((.*)\)$/, '$1');
  }
  return rest === at.text ? modes : '';
}
