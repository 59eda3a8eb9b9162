/** Writes an error that the user does not see to the terminal that the app was started from. */
export function logError(what: string, error: unknown): void {
  console.error(`sluice: ${what}:`, error);
}
