/** A comparison of server versions, for `no-restricted-syntax`: one table knows what differs between servers. */
export const VERSION_COMPARISON = {
  selector: "BinaryExpression[operator=/^([<>]=?|[!=]==)$/]:has(Identifier[name='versionNumber'])",
  message: 'A version decides in app/catalog/server/dialect.ts alone: ask it for a capability.',
};
