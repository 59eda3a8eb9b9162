import compat from 'eslint-plugin-compat';
import hooks from 'eslint-plugin-react-hooks';
import { configs as typescript } from 'typescript-eslint';
import { layersRule } from './build/lint/layers.mjs';
import { sentencesRule } from './build/lint/sentences.mjs';
import { windowLayersRule } from './build/lint/window-layers.mjs';
import { VERSION_COMPARISON } from './build/lint/versions.mjs';

const TYPESCRIPT = ['app/**/*.ts', 'renderer/**/*.{ts,tsx}', 'tests/**/*.ts'];

/** What renderer/polyfills.ts brings to Chromium 83: eslint-plugin-compat may let it pass. */
const POLYFILLED = [
  'Array.at',
  'Array.findLast',
  'Array.toSorted',
  'Object.hasOwn',
  'Promise.any',
  'String.replaceAll',
  'structuredClone',
];

const ELECTRON_IS_FOR_THE_SHELL = {
  name: 'electron',
  message: 'Only app/main and app/preload know of Electron: services run in the command line too.',
};
const NODE_12 = { name: 'fs/promises', message: 'Node 12 has it as { promises } of fs.' };
const RAW_IPC = {
  name: 'electron',
  message: 'Raw IPC is for app/preload and app/main/ipc.ts: use the channel map.',
};

const OPENERS = ['openExternal', 'openPath'].map((property) => ({
  object: 'shell',
  property,
  message: 'What is opened outside the window stands in app/main/external-pages.ts.',
}));

export default [
  { ignores: ['dist/', 'node_modules/', '.cache/'] },
  ...[...typescript.strictTypeChecked, ...typescript.stylisticTypeChecked].map((config) => ({
    ...config,
    files: TYPESCRIPT,
  })),
  {
    files: TYPESCRIPT,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { sluice: { rules: { layers: layersRule, sentences: sentencesRule } } },
    rules: {
      'sluice/layers': 'error',
      'sluice/sentences': 'error',
      'max-lines': ['error', { max: 500, skipBlankLines: false }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ImportDeclaration[source.value=/^node:/]', message: 'Node 12 knows no node: prefix.' },
        VERSION_COMPARISON,
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // An empty string in the environment means "not set".
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      // Its fix is what no-non-null-assertion forbids.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // A promise that must be awaited for its stack is worth the word.
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['app/catalog/server/dialect.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['app/**/*.ts'],
    ignores: ['app/main/**', 'app/preload/**'],
    rules: { 'no-restricted-imports': ['error', { paths: [ELECTRON_IS_FOR_THE_SHELL, NODE_12] }] },
  },
  {
    files: ['app/main/**/*.ts'],
    ignores: ['app/main/ipc.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ ...RAW_IPC, importNames: ['ipcMain', 'ipcRenderer'] }, NODE_12] },
      ],
    },
  },
  {
    files: ['app/main/**/*.ts'],
    ignores: ['app/main/page/open-external.ts'],
    rules: { 'no-restricted-properties': ['error', ...OPENERS] },
  },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    ...compat.configs['flat/recommended'],
    settings: { targets: ['chrome 83'], polyfills: POLYFILLED },
  },
  { files: ['renderer/**/*.{ts,tsx}'], ...hooks.configs.flat.recommended },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    plugins: { window: { rules: { layers: windowLayersRule } } },
    rules: { 'window/layers': 'error' },
  },
  // A hint for the React compiler, which is not in use: TanStack Virtual's hook returns new functions each time.
  { files: ['renderer/**/*.{ts,tsx}'], rules: { 'react-hooks/incompatible-library': 'off' } },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    rules: { 'no-restricted-imports': ['error', { paths: [ELECTRON_IS_FOR_THE_SHELL] }] },
  },
];
