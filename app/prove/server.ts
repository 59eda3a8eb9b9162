import { randomBytes } from 'crypto';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Endpoint } from '../catalog/connect/endpoint';
import { has } from '../catalog/server/dialect';
import { parseVersion } from '../catalog/server/server';
import { productOf } from '../contract/product';
import type { RunHooks } from '../engine/hooks';
import type { DumpFolder } from '../format/read/dump';
import { tablesOf } from '../format/read/dump';
import { startInstance, sweepTemporary, type Instance } from '../sandbox/instance';
import { locateServers, type ServerProgram } from '../sandbox/locate';
import { freeBytesAt } from '../storage/free-space';
import { proveFailures, proveText } from '../text/prove';
import { chooseServer, type ServerWish } from './server-choice';

/** Folders of throwaway servers begin with this, below the system's folder for temporary files. */
const PREFIX = 'sluice-prove-';

/** As much as a practice server has. */
const BUFFER_POOL_BYTES = 512 << 20;

/** Rows as large as a server allows are loaded, and no event changes them. */
const OPTIONS = ['--max-allowed-packet=1G', '--event-scheduler=OFF'];

/** A server that runs until the work is done. */
export interface Throwaway {
  readonly endpoint: Endpoint;
  readonly version: string;
  readonly password: string;
  readonly startSeconds: number;
}

/** Finds the program of the server that the dump is restored into. Fails with `server-missing`. */
export function programFor(dump: DumpFolder, wish: ServerWish | null): ServerProgram {
  const { vendor, manifest } = dump;
  const { serverVersion } = manifest;
  return chooseServer(locateServers(wish?.vendor ?? vendor), wish, { vendor, serverVersion });
}

/**
 * Does work on an empty server in a private temporary folder. Both are gone afterwards, however this process ends: the
 * server's keeper sees to it after a kill, and the next proof removes what a crash of the machine has left.
 */
export async function withThrowaway<T>(
  program: ServerProgram,
  dump: DumpFolder,
  hooks: RunHooks,
  work: (server: Throwaway) => Promise<T>,
): Promise<T> {
  const parent = tmpdir();
  await sweepTemporary(parent, PREFIX);
  await assertSpace(parent, dump);
  hooks.cancellation.throwIfCancelled();
  const folder = join(parent, `${PREFIX}${randomBytes(6).toString('hex')}`);
  hooks.log('info', proveText.starting(productOf(program.version), program.origin));
  const begun = Date.now();
  const server = await startInstance({
    program: namedAsAt(dump, program),
    folder,
    lifetime: 'temporary',
    bufferPoolBytes: BUFFER_POOL_BYTES,
    options: optionsFor(dump, program),
  });
  try {
    hooks.cancellation.throwIfCancelled();
    const startSeconds = (Date.now() - begun) / 1000;
    const { version, password } = server;
    return await work({ endpoint: endpointOf(server), version, password, startSeconds });
  } finally {
    await server.stop();
  }
}

/** Servers read the schema's name of a grant by partial_revokes. */
function optionsFor({ manifest }: DumpFolder, { version }: ServerProgram): readonly string[] {
  const isPartial = manifest.partialRevokes === true && has(parseVersion(version), 'partialRevokes');
  return [...OPTIONS, ...(isPartial ? ['--partial-revokes=ON'] : [])];
}

/** Compares names as the dumped server did: one that folds them is restored into one that does. */
function namedAsAt({ manifest }: DumpFolder, program: ServerProgram): ServerProgram {
  if (manifest.lowerCaseTableNames !== 1) return program;
  return { ...program, options: [...program.options, '--lower-case-table-names=1'] };
}

function endpointOf({ socketPath, user, password }: Instance): Endpoint {
  return { address: { kind: 'socket', path: socketPath }, user, password, tls: { mode: 'disabled' } };
}

/** Fails with `disk-full` where not even the rows themselves fit. */
async function assertSpace(folder: string, dump: DumpFolder): Promise<void> {
  const free = await freeBytesAt(folder);
  const needed = tablesOf(dump).reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  if (free !== null && free < needed) throw proveFailures.noSpace({ folder, free, needed });
}
