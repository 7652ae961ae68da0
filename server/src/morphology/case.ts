/**
 * Writes a form as its lemma is written: *bushes* of *Bush* is *Bushes*, *usas* of *USA* is *USAs*, *me* of *I* is
 * *me*.
 *
 * @param form the form in lower case
 */
export function inCaseOf(lemma: string, form: string): string {
  let same = 0;
  while (same < form.length && same < lemma.length && lemma[same].toLowerCase() === form[same]) {
    same++;
  }
  const isName = same === 0 && /^\p{Lu}./u.test(lemma);
  return isName ? form[0].toUpperCase() + form.slice(1) : lemma.slice(0, same) + form.slice(same);
}
