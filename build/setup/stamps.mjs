import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot, stampFolder } from './places.mjs';

/**
 * Does `work` unless `outputs` are there and were made from what `inputs` (files and folders, relative to the root)
 * hold now. The stamp is written last: work that was cut short is done again.
 */
export async function whenChanged(name, { inputs, outputs, also = '' }, work) {
  const stamp = join(stampFolder, name);
  const digest = digestOf(inputs, also);
  const isFresh =
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === digest &&
    outputs.every((path) => existsSync(inRoot(path)));
  if (isFresh) return 'up to date';
  const outcome = await work();
  mkdirSync(stampFolder, { recursive: true });
  writeFileSync(stamp, digest);
  return outcome;
}

function digestOf(inputs, also) {
  const hash = createHash('sha256').update(also);
  for (const path of inputs.flatMap(filesUnder).sort())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(inRoot(path)));
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(inRoot(path))) return [];
  if (statSync(inRoot(path)).isFile()) return [path];
  return readdirSync(inRoot(path)).flatMap((name) => filesUnder(join(path, name)));
}
