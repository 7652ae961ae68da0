import { mix } from '../../util/hash.ts';
import { LinearizationField } from '../../scoring/bottom-up/records.ts';
import type { Linearizations } from '../bottom-up/linearizations.ts';
import type { Futures } from './layer.ts';

/**
 * Later scores treat all lengths of LONG words or more alike. They also treat all numbers of
 * dependents on one side of a head alike, if there are MANY or more.
 */
const LONG = 3;
const MANY = 3;

/**
 * The range of fields with the first and the last words of a linearization; the end is included.
 */
const FIRST_OF_WORDS: number = LinearizationField.First1;
const LAST_OF_WORDS: number = LinearizationField.FirstCasing;

/**
 * Decides which partial linearizations of a head have the same future: those with equal records
 * from the field `Head` on. All lengths of `LONG` words or more count as equal.
 */
export class PartialFutures implements Futures {
  readonly #linearizations: Pick<Linearizations, 'data'>;
  readonly #end: number;

  constructor(linearizations: Pick<Linearizations, 'data'>, maskLength: number) {
    this.#linearizations = linearizations;
    this.#end = LinearizationField.Mask + maskLength;
  }

  scoreOf(linearization: number): number {
    return this.#linearizations.data[linearization + LinearizationField.Score];
  }

  hashOf(linearization: number): number {
    let hash = 0;
    for (let field: number = LinearizationField.Head; field < this.#end; field++) {
      hash = mix(hash, this.#valueOf(linearization, field));
    }
    return hash;
  }

  areAlike(one: number, other: number): boolean {
    for (let field: number = LinearizationField.Head; field < this.#end; field++) {
      if (this.#valueOf(one, field) !== this.#valueOf(other, field)) return false;
    }
    return true;
  }

  #valueOf(linearization: number, field: number): number {
    const value = this.#linearizations.data[linearization + field];
    return field === (LinearizationField.Length as number) ? Math.min(LONG, value) : value;
  }
}

/**
 * Decides which linearizations of a whole subtree are equivalent for the head above: those with the
 * same first and last words (all fields from `First1` to `FirstCasing`), the same length, and the
 * same number of dependents on each side of their head. All lengths of `LONG` words or more count
 * as equal, and so do all numbers of `MANY` dependents or more.
 */
export class WholeFutures implements Futures {
  readonly #linearizations: Pick<Linearizations, 'data'>;

  constructor(linearizations: Pick<Linearizations, 'data'>) {
    this.#linearizations = linearizations;
  }

  scoreOf(linearization: number): number {
    return this.#linearizations.data[linearization + LinearizationField.Score];
  }

  hashOf(linearization: number): number {
    let hash = this.#shapeOf(linearization);
    for (let field = FIRST_OF_WORDS; field <= LAST_OF_WORDS; field++) {
      hash = mix(hash, this.#linearizations.data[linearization + field]);
    }
    return hash;
  }

  areAlike(one: number, other: number): boolean {
    const { data } = this.#linearizations;
    if (this.#shapeOf(one) !== this.#shapeOf(other)) return false;
    for (let field = FIRST_OF_WORDS; field <= LAST_OF_WORDS; field++) {
      if (data[one + field] !== data[other + field]) return false;
    }
    return true;
  }

  #shapeOf(linearization: number): number {
    const { data } = this.#linearizations;
    const length = Math.min(LONG, data[linearization + LinearizationField.Length]);
    const lefts = Math.min(MANY, data[linearization + LinearizationField.Lefts]);
    const rights = Math.min(MANY, data[linearization + LinearizationField.Rights]);
    return (length * (MANY + 1) + lefts) * (MANY + 1) + rights;
  }
}
