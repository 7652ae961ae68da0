import { builtinModules } from 'node:module';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Folders of the engine: they must run in a worker thread, in a web worker, and in a plain test. */
const engine = ['server/src/**/*.ts'];
const hosts = ['server/src/hosts/**', 'server/src/lsp/**', 'server/src/cli/**'];

const restrict = (...patterns) => ({
  '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
});

const noHost = {
  regex: `^(node:|vscode|(${builtinModules.join('|')})$)`,
  message: 'The engine imports neither the editor nor Node: pass what it needs as an argument.',
};
const noProtocol = {
  regex: '^vscode',
  message: 'Only lsp/ knows the protocol.',
};
const noUpward = {
  regex: '/(hosts|lsp|cli)/',
  message: 'The engine does not know its hosts.',
};
const serverTypesOnly = {
  regex: 'server/src/(?!lsp/protocol)',
  message: 'The client computes nothing: it shares only lsp/protocol.ts with the server.',
};

export default defineConfig(
  { ignores: ['dist/', '.host/', 'node_modules/', '.vscode-test/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'client/webview/tsconfig.json', 'test/browser/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Typed arrays are indexed within bounds that the type system cannot see.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/prefer-for-of': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Name every export.' },
      ],
    },
  },
  { files: engine, ignores: hosts, rules: restrict(noHost, noUpward) },
  { files: ['server/src/hosts/**', 'server/src/cli/**'], rules: restrict(noProtocol) },
  { files: ['client/src/**', 'client/webview/**'], rules: restrict(serverTypesOnly) },
  {
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-unused-expressions': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: {
        AbortController: 'readonly',
        console: 'readonly',
        process: 'readonly',
        URL: 'readonly',
      },
    },
  },
);
