/**
 * Lint rule against a piece of syntax.
 * @param selector of the nodes that may not be: https://eslint.org/docs/latest/extend/selectors
 * @param message tells what to write instead
 */
function syntaxRule(selector, message) {
  return {
    meta: { type: 'problem', schema: [], docs: { description: message } },
    create: (context) => ({ [selector]: (node) => context.report({ node, message }) }),
  };
}

/** Comparisons of server versions: one table knows what differs between servers. */
export const versionsRule = syntaxRule(
  "BinaryExpression[operator=/^([<>]=?|[!=]==)$/]:has(Identifier[name='versionNumber'])",
  'A version decides in app/catalog/server/dialect.ts alone: ask it for a capability.',
);

export const nodePrefixRule = syntaxRule(
  'ImportDeclaration[source.value=/^node:/]',
  'Node 12 knows no node: prefix.',
);

/** Goes with typescript/no-meaningless-void-operator, which looks at calls alone. */
export const voidRule = syntaxRule(
  "UnaryExpression[operator='void']:not([argument.type=/^(Call|Chain|Import|Assignment)Expression$/], [argument.value=0])",
  'Without a call or an assignment there is nothing that void discards.',
);

/** Goes with typescript/array-type, which looks at Array and ReadonlyArray alone. */
export const readonlyArraysRule = syntaxRule(
  "TSTypeReference[typeName.name='Readonly'] > TSTypeParameterInstantiation > TSArrayType",
  'Write readonly T[] instead of Readonly<T[]>.',
);
