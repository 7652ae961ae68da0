/** The last `END` characters of a long text are always visible. */
const END = 8;

/** Splits a text into characters as the user perceives them. */
const segmenter = new Intl.Segmenter();

/**
 * Shows a text in one line. If the text does not fit, its middle is cut. Its start and its end stay, since names may
 * differ in either.
 */
export function CutText({ text }: { readonly text: string }) {
  const characters = Array.from(segmenter.segment(text), ({ segment }) => segment);
  const end = characters.length > 2 * END ? characters.length - END : characters.length;
  return (
    <span class="cut" title={text}>
      <span class="cut-start">{characters.slice(0, end).join('')}</span>
      {end < characters.length && <span class="cut-end">{characters.slice(end).join('')}</span>}
    </span>
  );
}
