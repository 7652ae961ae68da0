/** Lone surrogates, and invisible characters that control a terminal or an editor. */
const unprintable = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Turns an untrusted text into one printable line. Each control character (also ESC and line ends),
 * direction mark and lone surrogate becomes `�`.
 */
export function printable(text: string): string {
  return text.replace(unprintable, '�');
}

/**
 * Cuts a text to at most `longest` code units, including the final `…`. Halves no surrogate pair.
 */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const kept = text.slice(0, longest - 1);
  const last = kept.charCodeAt(kept.length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return `${isHalf ? kept.slice(0, -1) : kept}…`;
}

/** Like `shortened`, but cuts no word in two. If the first word does not fit, only `…` remains. */
export function shortenedAtWord(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf(' ', longest - 1);
  return `${text.slice(0, Math.max(0, end)).trimEnd()}…`;
}
