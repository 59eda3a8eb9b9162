/** Ends an exhaustive switch: the compiler refuses it while a member of the union is not handled. */
export function assertNever(value: never): never {
  throw new Error(`Not handled: ${JSON.stringify(value)}`);
}
