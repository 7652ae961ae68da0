import { InlayHintKind } from 'vscode-languageserver';
import type { InlayHint } from 'vscode-languageserver';
import { absoluteRange, chosenTags } from '../language/index.ts';
import type { Realization } from '../realize/realizer.ts';
import type { BowDocument } from './document.ts';

/** After each word without a given tag: its tag in the first realization. */
export function toTagHints(
  document: BowDocument,
  index: number,
  best: Pick<Realization, 'tokens'>,
): InlayHint[] {
  const { file } = document;
  // Categories would hide the words; the panel shows them.
  return chosenTags(file.bags[index], best.tokens, 'tags').map(({ tag, edit }) => {
    const range = document.range(absoluteRange(file, index, edit.range));
    return {
      position: range.end,
      // After several given tags, the chosen one.
      label: edit.range.start === edit.range.end ? `/${tag}` : `→ ${tag}`,
      kind: InlayHintKind.Type,
      tooltip: 'The tag that the best realization has.',
      textEdits: [{ range, newText: edit.newText }],
    };
  });
}
