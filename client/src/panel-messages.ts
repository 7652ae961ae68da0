/** The messages between the side panel and the extension. Both sides import this file. */
import type {
  SearchFurtherParams,
  AddParams,
  BagParams,
  BagView,
  ExplainParams,
  LabelsParams,
  NamedBagParams,
  Position,
  Range,
  ShownComparison,
  ShownExplanation,
  ShownLabels,
  ShownParse,
  ShownQuestion,
  ShownUnambiguous,
  TreeParams,
} from '../../server/src/lsp/protocol.ts';
import type { BagDebugState } from './debug/cursor.ts';

export interface PanelContent {
  /** The name of the bag's file, as the file's tab shows it. */
  readonly file: string | null;
  /** Null if the panel follows the cursor. */
  readonly pinned: NamedBagParams | null;
  /** Null until the server has sent a view. */
  readonly view: BagView | null;
  readonly server: ServerState;
  /**
   * The positions of all debuggers. If several are in the panel's bag, the panel shows the last.
   */
  readonly debug: readonly BagDebugState[];
  /** The sentence to explain as soon as its bag is shown. */
  readonly asked: (AskedWhy & { readonly id: number }) | null;
}

/** A sentence that the user wants explained: why does it not come first? */
export interface AskedWhy {
  readonly uri: string;
  readonly text: string;
}

/**
 * The part of the server's state that panels need. They do not get the exact state, since it
 * changes with every key press.
 */
export type ServerState = 'loading' | 'running' | 'stopped';

export type ToPanel =
  | { readonly type: 'content'; readonly content: PanelContent }
  | {
      readonly type: 'answer';
      readonly id: string;
      readonly value: PanelAnswer;
    }
  | { readonly type: 'answer'; readonly id: string; readonly problem: string }
  | { readonly type: 'menu'; readonly chosen: MenuChoice };

/** The user's choice in the context menu of a sentence. */
export interface MenuChoice extends MenuContext {
  readonly command: (typeof menuCommands)[keyof typeof menuCommands];
}

/** The editor passes this context from the panel to the chosen command. */
export interface MenuContext {
  /** The `panelId` of the panel that shows the menu. */
  readonly panel: string;
  /** The `text` of the sentence. */
  readonly text: string;
}

/** The commands of a sentence's context menu, and their names in messages to the panel. */
export const menuCommands = {
  'bowline.panel.copy': 'copy',
  'bowline.panel.insert': 'insert',
  'bowline.panel.keepTags': 'tags',
  'bowline.panel.keepArcs': 'arcs',
  'bowline.panel.why': 'why',
  'bowline.panel.parse': 'parse',
} as const;

export type FromPanel =
  | { readonly type: 'ready' }
  | { readonly type: 'drawn'; readonly drawn: Drawn }
  | { readonly type: 'copy'; readonly text: string }
  | {
      readonly type: 'insert';
      readonly uri: string;
      readonly index: number;
      readonly text: string;
    }
  | {
      readonly type: 'keep';
      readonly uri: string;
      readonly index: number;
      readonly text: string;
      readonly what: 'tags' | 'arcs';
    }
  | { readonly type: 'reveal'; readonly uri: string; readonly position: Position }
  | {
      readonly type: 'realize' | 'cancel';
      readonly uri: string;
      readonly index: number;
    }
  | { readonly type: 'prove' | 'cancelProof'; readonly params: NamedBagParams }
  | { readonly type: 'searchFurther'; readonly params: SearchFurtherParams }
  /** Adds a line that the server has suggested. */
  | { readonly type: 'add'; readonly params: AddParams }
  | PanelQuestion
  /** The panel no longer needs the answer to this request. */
  | { readonly type: 'withdraw'; readonly id: string }
  /** Moves the focus back to an editor. */
  | { readonly type: 'leave'; readonly uri: string | null }
  /** Marks the words at which the user points in the tree. Empty `ranges` remove the marks. */
  | { readonly type: 'highlight'; readonly uri: string; readonly ranges: readonly Range[] }
  /**
   * Makes `head` the head of `dependent`; null removes the head that the bag gives. Words are given
   * by their indices in the bag.
   */
  | {
      readonly type: 'editArc';
      readonly uri: string;
      readonly index: number;
      readonly dependent: number;
      readonly head: number | 'root' | null;
    }
  | {
      readonly type: 'exportDrawing';
      readonly drawing: 'tree' | 'derivation';
      readonly uri: string;
      readonly index: number;
      /** The bag's name. */
      readonly bag: string;
      /** From 1; null if the sentence is not in the list. */
      readonly rank: number | null;
      readonly text: string;
      readonly file: TreeFile;
    }
  | { readonly type: 'setting'; readonly setting: PanelSetting }
  | { readonly type: 'command'; readonly command: PanelCommand };

export type PanelAnswer =
  | ShownExplanation
  | ShownComparison
  | ShownLabels
  | ShownParse
  | ShownUnambiguous
  | readonly ShownQuestion[]
  | null;

/** A request to the server. The answer carries the same id. */
export type PanelQuestion =
  | { readonly type: 'explain'; readonly id: string; readonly params: ExplainParams }
  | { readonly type: 'questions' | 'compare'; readonly id: string; readonly params: BagParams }
  | { readonly type: 'labels'; readonly id: string; readonly params: LabelsParams }
  | {
      readonly type: 'parseAgain' | 'unambiguous';
      readonly id: string;
      readonly params: TreeParams;
    };

/** The commands with a button in the panel. The extension runs no other command for a panel. */
export const panelCommands = ['bowline.newFile', 'bowline.restart', 'bowline.showOutput'] as const;
export type PanelCommand = (typeof panelCommands)[number];

/** Settings with a button in the panel. Users and workspaces can set them. */
export const panelSettings = [
  'bowline.search',
  'bowline.beam',
  'bowline.results',
  'bowline.timeLimit',
] as const;
/** Settings of machine scope with a button in the panel. Workspaces cannot set them. */
export const machineSettings = [
  'bowline.languageModel',
  'bowline.model',
  'bowline.parser',
] as const;
export type PanelSetting = (typeof panelSettings | typeof machineSettings)[number];

/**
 * How a drawing is laid out. `rows`: in rows of the panel's width. `fit`: in one row, scaled to
 * this width. `line`: in one row of any width.
 */
export type TreeMode = 'rows' | 'fit' | 'line';

export type TreeFormat = TreeFile['format'];

/** An exported tree. For a CoNLL-U file, the server writes the content, so the panel sends none. */
export type TreeFile = DrawingFile | { readonly format: 'conllu' };

export type DrawingFile =
  | { readonly format: 'svg' | 'tex'; readonly content: string }
  | { readonly format: 'png'; readonly content: Uint8Array };

/** What the panel has drawn, for tests. */
export interface Drawn {
  /** The bag's name. */
  readonly title: string | null;
  /** The kind of the bag's state; `loading` before the first bag, `stopped` without a server. */
  readonly kind: string;
  readonly sentences: readonly string[];
  /** An index in `sentences`. */
  readonly chosen: number;
  readonly arcs: number;
  /** The number of categories in the chosen sentence's derivation. */
  readonly categories: number;
}

/** The state of a panel that survives a reload of the window. */
export interface PanelMemory {
  readonly uri: string | null;
  readonly line: number;
  /** The bag's name if the panel is pinned; null if the panel follows the cursor. */
  readonly bag: string | null;
  /** The `text` of the chosen realization. */
  readonly chosen: string | null;
  readonly tab: PanelTab;
  /** The `id` of the last `PanelContent.asked` that the panel has handled. */
  readonly asked: number;
  readonly treeMode: TreeMode;
}

export type PanelTab =
  'tree' | 'derivation' | 'why' | 'parse' | 'questions' | 'compare' | 'debugger';
