/** What a user is not told goes to the terminal that the app was started from, for whoever looks into a defect. */
export function logError(what: string, error: unknown): void {
  console.error(`sluice: ${what}:`, error);
}
