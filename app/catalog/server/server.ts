import type { Vendor } from '../../contract/connections/connection';
import { productOf } from '../../contract/product';
import { serverFailures, serverText } from '../../text/catalog/server';
import { isNewerThanKnown, isSupported, newestKnown, type ServerVersion } from './dialect';

/** Facts about a server, read once at sign-in and passed along. */
export interface ServerFacts extends ServerVersion {
  /** As `SELECT VERSION()` gives it, such as `10.11.19-MariaDB-0+deb12u1`. */
  readonly version: string;
  readonly connectionId: number;
  /** The TLS cipher of this session; null without TLS. */
  readonly tls: string | null;
  /** `user@host` as the server matched it (CURRENT_USER). */
  readonly account: string;
  /**
   * 0: case distinguishes names of schemas, tables and views; 1 and 2: it does not (both manuals, "Identifier Case
   * Sensitivity").
   */
  readonly lowerCaseTableNames: number;
}

/**
 * Versions of MySQL that Aurora is compatible with at least, where its own name hides them, as in
 * “8.0.mysql_aurora.3.07.1” (Aurora manual, "Aurora MySQL version 3 compatible with MySQL 8.0" and of version 2).
 */
const AURORA = { '5.7': 50_712, '8.0': 80_023 } as const;

/** Parses vendor and number out of a version text; MariaDB's contains its name. */
export function parseVersion(version: string): Pick<ServerFacts, 'vendor' | 'version' | 'versionNumber'> {
  const vendor: Vendor = /mariadb/i.test(version) ? 'mariadb' : 'mysql';
  const aurora = /^(5\.7|8\.0)\.mysql_aurora\./.exec(version)?.[1];
  if (aurora === '5.7' || aurora === '8.0') return { vendor, version, versionNumber: AURORA[aurora] };
  // MariaDB's replication-compatible prefix: "5.5.5-10.11.19-MariaDB".
  const match = /^(?:5\.5\.5-)?(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (match === null) throw serverFailures.versionUnknown({ version });
  const [major, minor, patch] = match.slice(1).map(Number) as [number, number, number];
  return { vendor, version, versionNumber: major * 10_000 + minor * 100 + patch };
}

/** Fails for versions older than the first that Sluice works with. */
export function assertSupported(server: Pick<ServerFacts, 'vendor' | 'version' | 'versionNumber'>): void {
  if (isSupported(server)) return;
  throw serverFailures.versionTooOld({ version: server.version });
}

/** Returns a sentence on a server newer than all known ones, which is taken for its vendor's newest; null for others. */
export function newerNotice(
  server: Pick<ServerFacts, 'vendor' | 'version' | 'versionNumber'>,
): string | null {
  if (!isNewerThanKnown(server)) return null;
  return serverText.newer(productOf(server.version), newestKnown(server.vendor));
}
