import { builtinModules } from 'node:module';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Folders of the engine: they must run in a worker thread, in a web worker, and in a plain test. */
const engine = ['server/src/**/*.ts'];
const programs = ['server/src/hosts/**', 'server/src/lsp/**', 'server/src/cli/**'];
const onNode = ['server/src/hosts/node/**', 'server/src/cli/**'];

const restrict = (...patterns) => ({
  '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
});

const noNode = {
  regex: `^(node:|vscode-languageserver/node|(${builtinModules.join('|')})$)|/hosts/\\w+/`,
  message: 'Only hosts/node/, cli/ and lsp/main.ts know Node: ask for it through hosts/host.ts.',
};
const noProtocol = {
  regex: '^vscode',
  message: 'Only lsp/ knows the protocol.',
};
const noUpward = {
  regex: '/(hosts|lsp|cli)/',
  message: 'The engine does not know its programs.',
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
  { files: engine, ignores: programs, rules: restrict(noNode, noProtocol, noUpward) },
  { files: ['server/src/hosts/*.ts'], rules: restrict(noNode, noProtocol) },
  { files: ['server/src/lsp/**'], ignores: ['server/src/lsp/main.ts'], rules: restrict(noNode) },
  { files: onNode, rules: restrict(noProtocol) },
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
