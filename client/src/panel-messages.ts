/** The messages between the side panel and the extension. Both sides import this file. */
import type {
  SearchFurtherParams,
  AddParams,
  BagParams,
  BagView,
  ExplainParams,
  NamedBagParams,
  Position,
  Range,
  ShownComparison,
  ShownExplanation,
  ShownQuestion,
} from '../../server/src/lsp/protocol.ts';
import type { BagDebugState } from './debug/cursor.ts';

/** The content of the panel. */
export interface PanelContent {
  /** The name of the bag's file, as its tab has it. */
  readonly file: string | null;
  /** The bag that the panel is pinned to; null if it follows the cursor. */
  readonly pinned: NamedBagParams | null;
  /** Null while nothing is known. */
  readonly view: BagView | null;
  readonly server: ServerState;
  /** The positions of debuggers in all bags; of several in one bag the last counts. */
  readonly debug: readonly BagDebugState[];
  /** The sentence to explain as soon as its bag is shown; null if there is none. */
  readonly asked: (AskedWhy & { readonly id: number }) | null;
}

/** A sentence of which the user has asked why it is not the best. */
export interface AskedWhy {
  readonly uri: string;
  readonly text: string;
}

/** The parts of the server's state that a panel shows: the rest changes with every key. */
export type ServerState = 'loading' | 'running' | 'stopped';

/** From the extension to the panel. */
export type ToPanel =
  | { readonly type: 'content'; readonly content: PanelContent }
  /** The answer to the request with this id. */
  | {
      readonly type: 'answer';
      readonly id: string;
      readonly value: PanelAnswer;
    }
  | { readonly type: 'answer'; readonly id: string; readonly problem: string }
  | { readonly type: 'menu'; readonly chosen: MenuChoice };

/** The choice of a command in the context menu of a sentence. */
export interface MenuChoice extends MenuContext {
  readonly command: (typeof menuCommands)[keyof typeof menuCommands];
}

/** The context of a menu: the editor passes it from the panel to the chosen command. */
export interface MenuContext {
  /** The `id` of the panel that shows the menu; the editor does not pass it. */
  readonly panel: string;
  /** The sentence's `text`. */
  readonly text: string;
}

/** The commands of the context menu, and their effects on the sentence. */
export const menuCommands = {
  'bowline.panel.copy': 'copy',
  'bowline.panel.insert': 'insert',
  'bowline.panel.keepTags': 'tags',
  'bowline.panel.keepArcs': 'arcs',
  'bowline.panel.why': 'why',
} as const;

/** From the panel to the extension. */
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
  /** Writes the server's addition into a bag. */
  | { readonly type: 'add'; readonly params: AddParams }
  | PanelQuestion
  /** The answer is no longer needed. */
  | { readonly type: 'withdraw'; readonly id: string }
  /** Back to the file. */
  | { readonly type: 'leave'; readonly uri: string | null }
  /** Marks ranges of a file for as long as they are looked at in the tree; none takes the marks away. */
  | { readonly type: 'highlight'; readonly uri: string; readonly ranges: readonly Range[] }
  /** Words are places in the bag; a head of null takes the given arc out. */
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
      /** Null if the sentence is not in the list. */
      readonly rank: number | null;
      readonly text: string;
      readonly file: TreeFile;
    }
  | { readonly type: 'setting'; readonly setting: PanelSetting }
  | { readonly type: 'command'; readonly command: PanelCommand };

/** The server's answer to a `PanelQuestion`. */
export type PanelAnswer = ShownExplanation | ShownComparison | ShownQuestion | null;

/** A request of the panel to the server; the answer has its id. */
export type PanelQuestion =
  | { readonly type: 'explain'; readonly id: string; readonly params: ExplainParams }
  | { readonly type: 'question' | 'compare'; readonly id: string; readonly params: BagParams };

/** Commands that the panel has a button for: the extension runs no others for it. */
export const panelCommands = ['bowline.newFile', 'bowline.restart', 'bowline.showOutput'] as const;
export type PanelCommand = (typeof panelCommands)[number];

/** Settings of the user or a workspace that the panel has a button for. */
export const panelSettings = [
  'bowline.search',
  'bowline.beam',
  'bowline.results',
  'bowline.timeLimit',
] as const;
/** Settings of the machine that it has a button for. */
export const machineSettings = ['bowline.languageModel', 'bowline.model'] as const;
export type PanelSetting = (typeof panelSettings | typeof machineSettings)[number];

/** How a drawing is laid out: in rows of the panel's width, in one row that fits into it, or in one row. */
export type TreeMode = 'rows' | 'fit' | 'line';

export type TreeFormat = TreeFile['format'];

/** A file of a tree; CoNLL-U is the server's to write. */
export type TreeFile = DrawingFile | { readonly format: 'conllu' };

/** A file of a drawing. */
export type DrawingFile =
  | { readonly format: 'svg' | 'tex'; readonly content: string }
  | { readonly format: 'png'; readonly content: Uint8Array };

/** The drawn content of the panel, for tests. */
export interface Drawn {
  /** The heading: the bag's name. */
  readonly title: string | null;
  /** The kind of the state, or of the server's state if the panel shows that. */
  readonly kind: string;
  readonly sentences: readonly string[];
  /** The place of the chosen one, from 0. */
  readonly chosen: number;
  readonly arcs: number;
  /** How many categories the derivation of the chosen sentence has; 0 if it has none. */
  readonly categories: number;
}

/** What survives a reload of the window. */
export interface PanelMemory {
  readonly uri: string | null;
  readonly line: number;
  /** The name of the bag that the panel is pinned to; null if it follows the cursor. */
  readonly bag: string | null;
  /** The `text` of the chosen realization. */
  readonly chosen: string | null;
  readonly tab: PanelTab;
  /** The id of the last explanation that was requested and answered. */
  readonly asked: number;
  readonly treeMode: TreeMode;
}

export type PanelTab = 'tree' | 'derivation' | 'why' | 'questions' | 'compare' | 'debugger';
