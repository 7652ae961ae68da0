import { CompletionItemKind, InsertTextFormat } from 'vscode-languageserver';
import type { ClientCapabilities, CompletionItem, Connection } from 'vscode-languageserver';
import { type Completion, completionsAt, type Knowledge } from '../language/index.ts';
import { lineStartAt } from '../language/tree/lines.ts';
import type { BowDocument } from './document.ts';
import type { InitializationOptions } from './protocol.ts';

export interface CompletionSupport {
  readonly snippets: boolean;
  /** The editor's command that offers more completions. */
  readonly suggestCommand: string | null;
}

export function completionSupport(
  capabilities: ClientCapabilities,
  { suggestCommand }: InitializationOptions,
): CompletionSupport {
  const { completionItem } = capabilities.textDocument?.completion ?? {};
  return {
    snippets: completionItem?.snippetSupport === true,
    suggestCommand: suggestCommand ?? null,
  };
}

const kinds: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  section: CompletionItemKind.Module,
  setting: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  tag: CompletionItemKind.Class,
  category: CompletionItemKind.Struct,
  label: CompletionItemKind.Interface,
  word: CompletionItemKind.Text,
  keyword: CompletionItemKind.Keyword,
  snippet: CompletionItemKind.Snippet,
};

/** Typing one of these characters opens the completions. */
export const triggerCharacters = ['/', '|', '-', '\\', '[', '='];

/** Matches the text before a position in the features of a lemma, as in `@be[Tense=`. */
const inFeatures = /(?<!\S)@[^\s[\]]+\[[^\s\]]*$/u;

export function registerCompletion(
  connection: Connection,
  documents: ReadonlyMap<string, BowDocument>,
  knowledge: () => Knowledge | null,
  support: () => CompletionSupport,
): void {
  connection.onCompletion(({ textDocument, position, context }): CompletionItem[] | null => {
    const document = documents.get(textDocument.uri);
    if (document === undefined) return null;
    const offset = document.positions.offsetAt(position);
    // Typing `[` or `=` opens completions only in the features of a lemma. Elsewhere these
    // characters mean something else: for example, `[` begins a chunk.
    const { text } = document.file;
    const isOfFeatures = /[[=]/.test(context?.triggerCharacter ?? '');
    if (isOfFeatures && !inFeatures.test(text.slice(lineStartAt(text, offset), offset))) return [];
    const { range, items } = completionsAt(document.file, offset, knowledge());
    const replaced = document.range(range);
    const { snippets, suggestCommand } = support();
    return items.flatMap((item, place) => {
      const { label, kind, detail, newText, snippet, isUnlikely, unfinished, otherEdits } = item;
      const inserted = snippets ? (snippet ?? newText) : newText;
      if (inserted === null) return [];
      return {
        label,
        kind: kinds[kind],
        ...(detail !== null && { detail }),
        // The editor sorts the items by this text. The numbers keep the order, likeliest first.
        sortText: String(place).padStart(6, '0'),
        // The editor compares this text with the typed text. VS Code puts an exact match before all
        // other items. With the space, an unlikely item is no exact match.
        filterText: (newText ?? label) + (isUnlikely ? ' ' : ''),
        ...(inserted === snippet && { insertTextFormat: InsertTextFormat.Snippet }),
        textEdit: { range: replaced, newText: inserted },
        ...(otherEdits.length > 0 && {
          additionalTextEdits: otherEdits.map(({ range, newText }) => ({
            range: document.range(range),
            newText,
          })),
        }),
        ...(unfinished &&
          suggestCommand !== null && { command: { title: 'Suggest', command: suggestCommand } }),
      };
    });
  });
}
