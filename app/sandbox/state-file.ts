import { promises as fs } from 'fs';
import { join } from 'path';
import { z } from 'zod';
import { ignoreMissing } from './folders';

const lifetimes = ['temporary', 'bound', 'detached'] as const;

/**
 * Lifetime of a server: `temporary` until its starter ends, its folder is removed with it; `bound` until its starter
 * ends; `detached` until it is stopped.
 */
export type Lifetime = (typeof lifetimes)[number];

const stateSchema = z.object({
  process: z.object({ pid: z.number().int().positive(), began: z.string() }),
  lifetime: z.enum(lifetimes),
  vendor: z.enum(['mysql', 'mariadb']),
  port: z.number().int(),
  socketPath: z.string(),
  password: z.string(),
});

/** State of a server that runs in a folder, for other processes. */
export type ServerState = z.infer<typeof stateSchema>;

const fileOf = (folder: string) => join(folder, 'state.json');

/** @returns null where no server was started in the folder, or what is there can't be read. */
export async function readState(folder: string): Promise<ServerState | null> {
  try {
    return stateSchema.parse(JSON.parse(await fs.readFile(fileOf(folder), 'utf8')));
  } catch {
    return null;
  }
}

/** Writes the state. It contains the password, so the file is for its owner's eyes only. */
export async function writeState(folder: string, state: ServerState): Promise<void> {
  const fresh = `${fileOf(folder)}.new`;
  await fs.writeFile(fresh, JSON.stringify(state), { mode: 0o600 });
  await fs.rename(fresh, fileOf(folder));
}

export async function removeState(folder: string): Promise<void> {
  await fs.unlink(fileOf(folder)).catch(ignoreMissing);
}
