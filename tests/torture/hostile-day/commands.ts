import { join } from 'path';
import type { Client } from './client';
import type { Round } from './deck';
import type { Account, Ground } from './ground';

export const SOURCE = 'hd_source';
export const TARGET = 'hd_target';
const RETRY_SECONDS = '8';

/** The servers of a round, who works on them, and where its dump lies. */
export interface Scene {
  readonly source: Ground;
  readonly target: Ground;
  readonly client: Client;
  readonly folder: string;
}

/** The words of a command line, by the account that signs in to the target. */
export type WordsOf = (account: Account) => readonly string[];

/** Makes the dump that a round loads, and gives the words that load it. */
export async function loadWords(round: Round, { source, target, client, folder }: Scene): Promise<WordsOf> {
  const dump = join(folder, 'dump');
  const words = ['dump', '--source', source.dsn('hostile'), '--out', dump, '--schemas', SOURCE];
  const { ended } = client.start(words, passwordsOf(round, { source, target }, 'hostile'));
  const { exitCode, output } = await ended;
  if (exitCode !== 0 && exitCode !== 3) throw new Error(`The round's own dump failed: ${output}`);
  await source.wire.rest();
  return (account) => [
    ...['load', '--target', target.dsn(account), '--dump', dump, '--threads', '2'],
    ...['--schema-map', `${SOURCE}=${TARGET}`, '--retry-for', RETRY_SECONDS],
  ];
}

export function migrateWords({ source, target }: Scene): WordsOf {
  return (account) => [
    ...['migrate', '--source', source.dsn('hostile'), '--target', target.dsn(account)],
    ...['--schemas', SOURCE, '--schema-map', `${SOURCE}=${TARGET}`],
    ...['--threads', '2', '--retry-for', RETRY_SECONDS],
  ];
}

/** The passwords of a command line, in the variables that it looks for them in. */
export function passwordsOf(
  { verb }: Round,
  { source, target }: Pick<Scene, 'source' | 'target'>,
  account: Account,
): Readonly<Record<string, string>> {
  const ofTarget = target.passwords[account];
  // The dump of a load's round is made by the full account at its source.
  const isOfOne = verb !== 'migrate' && (account !== 'hostile' || source === target);
  return isOfOne
    ? { SLUICE_PASSWORD: ofTarget }
    : { SLUICE_SOURCE_PASSWORD: source.passwords.hostile, SLUICE_TARGET_PASSWORD: ofTarget };
}
