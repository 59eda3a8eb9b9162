import { join } from 'path';
import type { Addon } from '../../../engine/addon';
import { headOfEntry } from '../../archive/files';
import type { DumpGlimpse } from '../../format';
import { headOf } from '../../read/head';
import type { ScriptFile } from '../content';
import { headerOf } from '../header';
import { glimpseOf } from './sizes';
import { unpackedHead } from './unpacked';

/** Says what the first bytes of the first script tell of all. */
export async function glimpseScripts(
  directory: string,
  scripts: readonly ScriptFile[],
  engine: Addon,
): Promise<DumpGlimpse> {
  const [first] = scripts;
  const head = first === undefined ? '' : (await headOfScript(directory, first, engine)).toString('utf8');
  const { tool, serverVersion } = headerOf(head);
  return await glimpseOf(directory, scripts, { form: 'script', tool, serverVersion });
}

async function headOfScript(directory: string, script: ScriptFile, engine: Addon): Promise<Buffer> {
  const { compression, entry } = script;
  const path = join(directory, script.path);
  if (entry !== null) return await headOfEntry(path, entry, compression);
  if (compression === 'none') return await headOf(path);
  return await unpackedHead({ path, compression, entry }, engine);
}
