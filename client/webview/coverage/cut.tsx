/** Characters that stay at the end of what is cut. */
const END = 7;

/** A text that is cut in the middle where there is no room for it: both ends of a name tell it from others. */
export function Cut({ text }: { readonly text: string }) {
  const end = text.length > 2 * END ? text.length - END : text.length;
  return (
    <span class="cut" title={text}>
      <span class="cut-start">{text.slice(0, end)}</span>
      {end < text.length && <span class="cut-end">{text.slice(end)}</span>}
    </span>
  );
}
