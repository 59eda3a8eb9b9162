import { promises as fs } from 'fs';
import { join } from 'path';
import type { DumpGlimpse } from '../../format';
import type { ScriptFile } from '../content';

/** Facts about the files of a dump that their sizes tell, beside those that are known. */
export async function glimpseOf(
  directory: string,
  files: readonly Pick<ScriptFile, 'path' | 'compression'>[],
  facts: Pick<DumpGlimpse, 'form' | 'tool' | 'serverVersion'>,
): Promise<DumpGlimpse> {
  const sizes = await sizesOf(
    directory,
    files.map(({ path }) => path),
  );
  return {
    ...facts,
    storedBytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0),
    files: files.length,
    compressions: [...new Set(files.map(({ compression }) => compression))],
  };
}

/** Bytes on disk of files of a folder, by name. */
export async function sizesOf(
  directory: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of new Set(names)) sizes.set(name, (await fs.stat(join(directory, name))).size);
  return sizes;
}
