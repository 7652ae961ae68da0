// Which folder of server/src may import which: ARCHITECTURE.md draws it, and this holds it. The client imports only
// the protocol of the server. No import cycles anywhere, in types either.

/** @type {Record<string, string[]>} */
const mayImport = {
  util: [],
  text: ['util'],
  bag: ['grammar', 'text', 'util'],
  grammar: ['text', 'util'],
  model: ['grammar', 'text', 'util'],
  lm: ['model', 'text', 'util'],
  language: ['bag', 'grammar', 'text', 'util'],
  problem: ['bag', 'grammar', 'model', 'text', 'util'],
  scoring: ['grammar', 'lm', 'model', 'problem', 'util'],
  search: ['bag', 'grammar', 'lm', 'model', 'problem', 'scoring', 'text', 'util'],
  explain: ['bag', 'grammar', 'model', 'problem', 'scoring', 'search', 'util'],
  realize: ['bag', 'explain', 'grammar', 'lm', 'model', 'search', 'text', 'util'],
  treebank: ['bag', 'grammar', 'language', 'text', 'util'],
  evaluate: ['bag', 'grammar', 'realize', 'search', 'text', 'treebank', 'util'],
  results: ['bag', 'evaluate', 'explain', 'language', 'realize', 'text', 'util'],
  train: [
    'bag',
    'evaluate',
    'grammar',
    'lm',
    'model',
    'problem',
    'realize',
    'scoring',
    'search',
    'text',
    'treebank',
    'util',
  ],
  hosts: ['bag', 'explain', 'lm', 'lsp', 'model', 'realize', 'train', 'util'],
  lsp: [
    'bag',
    'explain',
    'grammar',
    'hosts',
    'language',
    'lm',
    'model',
    'realize',
    'results',
    'search',
    'text',
    'treebank',
    'util',
  ],
};

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
      name: 'lsp-knows-no-node',
      severity: 'error',
      comment: 'lsp/ asks a host for what is the machine’s',
      from: { path: '^server/src/lsp/' },
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
