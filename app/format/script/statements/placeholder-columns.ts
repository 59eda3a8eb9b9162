/** Names of the columns of `… AS SELECT 1 AS `a`, 1 AS `b``, as mysqldump writes placeholders. Pure. */
export function placeholderColumns(definition: string): readonly string[] {
  const names = [...definition.matchAll(/\b1 AS `((?:[^`]|``)+)`/g)];
  return names.map(([, name = '']) => name.replace(/``/g, '`'));
}
