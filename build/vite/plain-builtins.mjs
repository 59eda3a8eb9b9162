/** Makes `node:fs` plain `fs` wherever it is imported or required, and refuses a bundle in which it still occurs. */
export function plainBuiltins() {
  return {
    name: 'sluice:plain-builtins',
    enforce: 'pre',
    resolveId(id) {
      return id.startsWith('node:') ? { id: id.slice('node:'.length), external: true } : null;
    },
    generateBundle(_, bundle) {
      for (const { fileName, code } of Object.values(bundle)) {
        const left = /\b(?:require|import)\((["'`])node:[^)]*\)/.exec(code ?? '');
        if (left) this.error(`${fileName} would fail on Node 12: ${left[0]}`);
      }
    },
  };
}
