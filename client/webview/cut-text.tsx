/** The last `END` characters of a long text are always visible. */
const END = 8;

/** A character as the user perceives it may be several code points. */
const segmenter = new Intl.Segmenter();

/**
 * Shows a text in one line. If the text does not fit, its middle is cut, since names may differ at
 * the start or at the end.
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
