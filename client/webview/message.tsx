import { codeSpans } from './code-spans.ts';

/** Shows a message of the server, with text in backticks as code. */
export function Message({ text }: { readonly text: string }) {
  return (
    <>
      {codeSpans(text).map(({ text, isCode }, place) =>
        isCode ? <code key={place}>{text}</code> : text,
      )}
    </>
  );
}
