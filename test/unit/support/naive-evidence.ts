/**
 * Returns the score of a word's first surface word after any other word of the bag, in thousandths of a nat: the
 * logarithm of its mean probability after the sentence's beginning and after the last surface word of each other word.
 *
 * @param words the surface words of each word of the bag, as ids of the language model
 * @param afterStart returns the score of an id at the beginning of a sentence
 * @param afterOne returns the score of an id after another id
 */
export function scoreAnywhere(
  words: readonly (readonly number[])[],
  word: number,
  afterStart: (id: number) => number,
  afterOne: (before: number, id: number) => number,
): number {
  const [first] = words[word];
  const others = words.filter((_, other) => other !== word);
  const scores = [afterStart(first), ...others.map((ids) => afterOne(ids.at(-1)!, first))];
  const mean = scores.reduce((sum, score) => sum + Math.exp(score / 1000), 0) / scores.length;
  return Math.round(1000 * Math.log(mean));
}
