import { existsSync } from 'fs';
import { resolve } from 'path';

/** The dump folder that a command line names: its last argument that holds one; null without. */
export function dumpFolderIn(args: readonly string[], workingDirectory: string): string | null {
  const folders = args
    .filter((argument) => !argument.startsWith('-'))
    .map((argument) => resolve(workingDirectory, argument))
    .filter((path) => existsSync(resolve(path, '@.json')));
  return folders[folders.length - 1] ?? null;
}
