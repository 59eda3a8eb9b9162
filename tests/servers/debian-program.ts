import { existsSync } from 'fs';
import { join } from 'path';
import { which } from '../../build/setup/command.mjs';
import { inCache } from '../../build/setup/places.mjs';

/** The command of a program that set-up has unpacked into a folder of the cache, or the system's. */
export function debianProgram(folder: string, program: string): readonly string[] {
  const unpacked = inCache('servers', folder);
  if (!existsSync(unpacked)) return [which(program) ?? program];
  return [join(unpacked, 'loader'), '--library-path', unpacked, join(unpacked, program)];
}
