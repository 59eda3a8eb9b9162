/**
 * Looks up what a record holds under a name that somebody else chose. A plain `record[name]` would find what every
 * object inherits: tables and columns may be called `constructor`.
 */
export function byName<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.prototype.hasOwnProperty.call(record, name) ? record[name] : undefined;
}
