import type { Addon } from './addon';

/**
 * Loads the native engine from `file`, an absolute path to a `.node` file. The caller names the file because only
 * it knows whether it runs from the bundle, from a package or from the sources.
 *
 * `process.dlopen` instead of `require`: it works alike in CommonJS bundles and in ES modules.
 */
export function openEngine(file: string): Addon {
  const module: { exports: unknown } = { exports: {} };
  process.dlopen(module, file);
  return module.exports as Addon;
}
