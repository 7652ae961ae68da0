import { codeSpans } from './code-spans.ts';

/** A message of the server, with the text in backticks as code. */
export function Message({ text }: { readonly text: string }) {
  return (
    <>
      {codeSpans(text).map(({ text, isCode }, place) =>
        isCode ? <code key={place}>{text}</code> : text,
      )}
    </>
  );
}
