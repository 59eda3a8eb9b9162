import { relative, sep } from 'node:path';

/**
 * Lint rule over everything that a file imports, for its types too.
 * @param description a sentence on the rule
 * @param objectionTo takes the importing file's path within the repository and the specifier; returns a message, or null
 */
export function importRule(description, objectionTo) {
  return {
    meta: { type: 'problem', schema: [], docs: { description } },
    create(context) {
      const file = relative(context.cwd, context.filename).split(sep).join('/');
      const check = (source) => {
        const objection = typeof source?.value === 'string' ? objectionTo(file, source.value) : null;
        if (objection) context.report({ node: source, message: objection });
      };
      return {
        ImportDeclaration: (node) => check(node.source),
        ExportNamedDeclaration: (node) => check(node.source),
        ExportAllDeclaration: (node) => check(node.source),
        ImportExpression: (node) => check(node.source),
        TSImportType: (node) => check(node.source ?? node.argument?.literal),
      };
    },
  };
}
