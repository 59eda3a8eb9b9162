/** A name of a table, a job or a run as a file's: such a name may hold what no file's name can. */
export function fileNameOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}._+-]+/gu, '-');
}
