import type { Random } from '../util/random.ts';
import type { Condition, Share } from '../treebank/sampling.ts';

/**
 * The share of examples that give tags (`posRates`) or arcs (`depRates`) for none, half or all of
 * their words. With this mix, one model serves all conditions. The rates were chosen on the
 * development set. Most examples have no arcs, since bags without arcs are the hardest.
 */
const posRates: Readonly<Record<Share, number>> = { none: 0.2, half: 0.2, all: 0.6 };
const depRates: Readonly<Record<Share, number>> = { none: 0.55, half: 0.2, all: 0.25 };
const LABEL_RATE = 0.5;

export function drawCondition(random: Random): Condition {
  return {
    pos: draw(posRates, random),
    dep: draw(depRates, random),
    label: random.next() < LABEL_RATE,
  };
}

/** Draws a condition for searches that order full trees: the bag gives all arcs. */
export function drawTreeCondition(random: Random): Condition {
  return { pos: draw(posRates, random), dep: 'all', label: random.next() < LABEL_RATE };
}

/**
 * For searches with a grammar: the shares of examples that give categories, tags or arcs for none,
 * half or all of their words.
 */
const categoryRates: Readonly<Record<Share, number>> = { none: 0.45, half: 0.15, all: 0.4 };
const tagRates: Readonly<Record<Share, number>> = { none: 0.15, half: 0.1, all: 0.75 };
const arcRates: Readonly<Record<Share, number>> = { none: 0.7, half: 0.1, all: 0.2 };

export function drawCategoryCondition(random: Random): Condition {
  return {
    pos: draw(tagRates, random),
    dep: draw(arcRates, random),
    label: false,
    categories: draw(categoryRates, random),
  };
}

function draw(rates: Readonly<Record<Share, number>>, random: Random): Share {
  const at = random.next();
  if (at < rates.none) return 'none';
  return at < rates.none + rates.half ? 'half' : 'all';
}
