const LONGEST_PATH = 4096;

/** The name of an included file, without the delimiter and the quotes that its line may have. */
export function includedName(written: string): string {
  return written
    .replace(/[\s;]+$/, '')
    .replace(/^(['"])([^]*)\1$/, '$2')
    .slice(0, LONGEST_PATH);
}
