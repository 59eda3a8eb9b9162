/** A table or view among all those of a dump or a server. */
export function objectKey(schema: string, name: string): string {
  return JSON.stringify([schema, name]);
}
