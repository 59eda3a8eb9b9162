import { unsupportedFailures } from '../../text/format/unsupported';
import type { Manifest } from '../documents';

const KNOWN_CAPABILITIES: ReadonlySet<string> = new Set(['partition_awareness', 'multifile_schema_ddl']);

/** Refuses what MySQL Shell's own reader refuses: a newer format, and a capability that we don't know. */
export function assertReadable({ version, capabilities, tzUtc }: Manifest): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 2 || (major === 2 && minor > 0)) throw unsupportedFailures.newerFormat({ version });
  if (!tzUtc) throw unsupportedFailures.timesNotInUtc();
  const unknown = capabilities.find(({ id }) => !KNOWN_CAPABILITIES.has(id));
  if (unknown === undefined) return;
  const { id, description, versionRequired } = unknown;
  throw unsupportedFailures.unknownCapability({ id, description, version: versionRequired });
}

/** Applies `source`, which overrides the flat keys, as in MySQL Shell's reader. */
export function withSource(manifest: Manifest): Manifest {
  const { source } = manifest;
  if (source === undefined) return manifest;
  const { file, position, gtidExecuted } = source.binlog ?? { file: '', position: 0, gtidExecuted: '' };
  return {
    ...manifest,
    serverVersion: source.version ?? source.sysvars?.version ?? manifest.serverVersion,
    binlogFile: file,
    binlogPosition: position,
    gtidExecuted,
  };
}

/** Returns whether a manifest's `dumper` is Sluice, of whatever version. */
export function writtenBySluice(dumper: string): boolean {
  return dumper.startsWith('Sluice ');
}
