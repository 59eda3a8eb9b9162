import { builtinModules } from 'node:module';
import { inRoot } from './setup/places.mjs';
import { zstdBinding } from './vite/zstd-binding.mjs';
import { plainBuiltins } from './vite/plain-builtins.mjs';

/** The bundles that run in Node, all CommonJS: Electron 9.4.1 knows nothing else in its main process. */
export const NODE_BUNDLES = {
  main: { entry: 'app/main/main.ts', file: 'main.cjs' },
  preload: { entry: 'app/preload/preload.ts', file: 'preload.cjs' },
  cli: { entry: 'app/cli/main.ts', file: 'cli-program.cjs' },
  'cli-start': { entry: 'app/cli/start.ts', file: 'cli.cjs' },
  locate: { entry: 'app/sandbox/locate.ts', file: 'tools/locate.cjs' },
  'fill-shop': { entry: 'tests/bench/fill-shop.ts', file: 'tools/fill-shop.cjs' },
  'test-servers': { entry: 'tests/servers/serve.ts', file: 'tools/test-servers.cjs' },
};

/**
 * Vite's configuration of one of {@link NODE_BUNDLES}: a single file with all its dependencies in it, in the syntax
 * of Node 12, without the `node:` prefix, which Node 12.14 does not know.
 */
export function nodeBundle(name) {
  const { entry, file } = NODE_BUNDLES[name];
  return {
    configFile: false,
    root: inRoot(),
    logLevel: 'warn',
    publicDir: false,
    plugins: [plainBuiltins(), zstdBinding()],
    build: {
      ssr: inRoot(entry),
      // node12 alone leaves private methods in, which its V8 can't read.
      target: ['node12', 'es2020'],
      outDir: inRoot('dist'),
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        external: ['electron', ...builtinModules],
        output: { format: 'cjs', entryFileNames: file, codeSplitting: false },
      },
    },
    ssr: { noExternal: true },
  };
}
