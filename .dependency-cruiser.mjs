// Which folder of server/src may import which: ARCHITECTURE.md draws it, and this holds it. The client imports only
// the protocol of the server. No import cycles anywhere, in types either.

/** @type {Record<string, string[]>} */
const mayImport = {
  util: [],
  text: ['util'],
  bag: ['grammar', 'text', 'util'],
  grammar: ['text', 'util'],
  morphology: ['text', 'util'],
  model: ['grammar', 'morphology', 'text', 'util'],
  lm: ['model', 'text', 'util'],
  language: ['bag', 'grammar', 'text', 'util'],
  problem: ['bag', 'grammar', 'model', 'morphology', 'text', 'util'],
  scoring: ['grammar', 'lm', 'model', 'problem', 'util'],
  parser: ['model', 'scoring', 'text', 'util'],
  search: ['bag', 'grammar', 'lm', 'model', 'problem', 'scoring', 'text', 'util'],
  explain: ['bag', 'grammar', 'model', 'problem', 'scoring', 'search', 'text', 'util'],
  realize: ['bag', 'explain', 'grammar', 'lm', 'model', 'search', 'text', 'util'],
  treebank: ['bag', 'grammar', 'language', 'morphology', 'text', 'util'],
  evaluate: ['bag', 'grammar', 'morphology', 'realize', 'search', 'text', 'treebank', 'util'],
  results: ['bag', 'evaluate', 'explain', 'language', 'parser', 'realize', 'text', 'util'],
  train: [
    'bag',
    'evaluate',
    'grammar',
    'lm',
    'model',
    'morphology',
    'parser',
    'problem',
    'realize',
    'scoring',
    'search',
    'text',
    'treebank',
    'util',
  ],
  hosts: ['bag', 'explain', 'lm', 'model', 'parser', 'realize', 'train', 'util'],
  lsp: [
    'bag',
    'explain',
    'grammar',
    'hosts',
    'language',
    'lm',
    'model',
    'parser',
    'realize',
    'results',
    'search',
    'text',
    'treebank',
    'util',
  ],
};

/** The checker of CCG derivations. */
const CHECKER = '^server/src/grammar/ccg/check(er|ed-category)\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(mayImport).map(([folder, allowed]) => ({
      name: `${folder}-imports`,
      severity: 'error',
      comment: `${folder}/ may import ${allowed.join(', ') || 'nothing'}`,
      from: { path: `^server/src/${folder}/` },
      to: { path: '^server/src/', pathNot: `^server/src/(${[folder, ...allowed].join('|')})/` },
    })),
    {
      name: 'checker-is-an-oracle',
      severity: 'error',
      comment:
        'only the statistics of derivations ask the checker: the engine joins categories by rules.ts',
      from: { path: '^server/src/', pathNot: ['^server/src/treebank/ccg/stats\\.ts$', CHECKER] },
      to: { path: CHECKER },
    },
    {
      name: 'checker-shares-nothing',
      severity: 'error',
      comment:
        'the checker of derivations shares no code with the rest, so that it cannot share a slip',
      from: { path: CHECKER },
      to: { pathNot: CHECKER },
    },
    {
      name: 'lsp-knows-no-node',
      severity: 'error',
      comment: 'lsp/ asks a host for what is the machine’s; its entry picks the host',
      from: { path: '^server/src/lsp/', pathNot: '^server/src/lsp/main\\.ts$' },
      to: { path: '^server/src/hosts/[^/]+/' },
    },
    {
      name: 'client-imports',
      severity: 'error',
      comment: 'The client computes nothing: it shares only lsp/protocol.ts with the server.',
      from: { path: '^client/' },
      to: { path: '^server/', pathNot: '^server/src/lsp/protocol\\.ts$' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};
