import { codeSpans } from './code-spans.ts';

export function Message({ text }: { readonly text: string }) {
  return (
    <>
      {codeSpans(text).map(({ text, isCode }, place) =>
        isCode ? <code key={place}>{text}</code> : text,
      )}
    </>
  );
}
