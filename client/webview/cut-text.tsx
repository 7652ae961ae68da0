/** Characters at the end of a long text that are always shown. */
const END = 12;

/** Characters as people count them. */
const segmenter = new Intl.Segmenter();

/** A text of one line: where there is no room for it, it is cut in its middle. */
export function CutText({ text }: { readonly text: string }) {
  const characters = Array.from(segmenter.segment(text), ({ segment }) => segment);
  const end = characters.slice(-END).join('');
  const start = characters.slice(0, -END).join('');
  return (
    <span class="cut" title={text} aria-label={text}>
      <span class="cut-start" aria-hidden="true">
        {start}
      </span>
      <span class="cut-end" aria-hidden="true">
        {end}
      </span>
    </span>
  );
}
