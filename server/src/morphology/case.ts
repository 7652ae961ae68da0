/**
 * Writes a form with the capitals of its lemma: *bushes* of *Bush* becomes *Bushes*, *usas* of
 * *USA* becomes *USAs*, *me* of *I* stays *me*.
 *
 * @param form in lower case
 */
export function inCaseOf(lemma: string, form: string): string {
  let same = 0;
  while (same < form.length && same < lemma.length && lemma[same].toLowerCase() === form[same]) {
    same++;
  }
  const isName = same === 0 && /^\p{Lu}./u.test(lemma);
  return isName ? form[0].toUpperCase() + form.slice(1) : lemma.slice(0, same) + form.slice(same);
}
