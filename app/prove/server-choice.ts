import { parseVersion } from '../catalog/server/server';
import type { Vendor } from '../contract/connections/connection';
import { productOf } from '../contract/product';
import type { ServerProgram } from '../sandbox/locate';
import { proveFailures } from '../text/prove';

/** Server that a user asks for, such as `mysql` or `mariadb:10.11`. */
export interface ServerWish {
  readonly vendor: Vendor;
  /** Leading numbers of its version; null for any. */
  readonly version: string | null;
}

/** Reads the words of a wish; null for anything else. Pure. */
export function readServerWish(text: string): ServerWish | null {
  const match = /^(mysql|mariadb)(?::(\d+(?:\.\d+){0,2}))?$/i.exec(text.trim());
  if (match === null) return null;
  return { vendor: match[1]?.toLowerCase() === 'mariadb' ? 'mariadb' : 'mysql', version: match[2] ?? null };
}

/** Writes a wish as {@link readServerWish} reads it. */
export function wishText({ vendor, version }: ServerWish): string {
  return version === null ? vendor : `${vendor}:${version}`;
}

/** Server that was dumped. */
interface DumpedServer {
  readonly vendor: Vendor;
  readonly serverVersion: string;
}

/**
 * Chooses the server that a dump is restored into: one as it is wished for; else one of the series that was dumped, else
 * the nearest later one, else the newest. Fails with `server-missing` where none fits. Pure.
 *
 * @param programs servers of the wished vendor, or of the dump's
 */
export function chooseServer(
  programs: readonly ServerProgram[],
  wish: ServerWish | null,
  dumped: DumpedServer,
): ServerProgram {
  const vendor = wish?.vendor ?? dumped.vendor;
  if (wish !== null && wish.version !== null) {
    const { version } = wish;
    const fitting = programs.find((program) => fits(program.version, version));
    if (fitting !== undefined) return fitting;
    const installed = programs.map((program) => ({
      product: productOf(program.version),
      origin: program.origin,
    }));
    throw proveFailures.noSuchVersion({ vendor, version, installed });
  }
  const inOrder = [...programs].sort((one, other) => numberOf(one) - numberOf(other));
  const isSeries = (program: ServerProgram) => isSameSeries(program.version, dumped.serverVersion);
  const isLater = (program: ServerProgram) => numberOf(program) >= numberIn(dumped.serverVersion);
  const nearest = vendor === dumped.vendor ? (programs.find(isSeries) ?? inOrder.find(isLater)) : programs[0];
  const chosen = nearest ?? inOrder[inOrder.length - 1];
  if (chosen === undefined) throw proveFailures.noServer({ vendor });
  return chosen;
}

function fits(version: string, wanted: string): boolean {
  const numbers = numbersOf(version);
  return wanted.split('.').every((part, at) => Number(part) === numbers[at]);
}

/** Returns whether two versions have one vendor and one series (major and minor number). */
export function isSameSeries(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  return (
    parseVersion(one).vendor === parseVersion(other).vendor && a[0] === b[0] && (a[1] ?? 0) === (b[1] ?? 0)
  );
}

function numberOf({ version }: Pick<ServerProgram, 'version'>): number {
  return numberIn(version);
}

function numberIn(version: string): number {
  return parseVersion(version).versionNumber;
}

function numbersOf(version: string): readonly number[] {
  const { versionNumber } = parseVersion(version);
  return [Math.floor(versionNumber / 10_000), Math.floor(versionNumber / 100) % 100, versionNumber % 100];
}
