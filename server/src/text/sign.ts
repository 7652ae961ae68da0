/** Whether a word consists of punctuation marks. */
export function isSign(form: string): boolean {
  return /^[\p{P}`]+$/u.test(form);
}
