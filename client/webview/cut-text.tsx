/** Characters at the end of a long text that are always shown. */
const END = 8;

/** Characters as people count them. */
const segmenter = new Intl.Segmenter();

/** A text of one line. If it does not fit, its middle is cut: both ends of a name distinguish it from others. */
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
