import { SluiceError } from '../../contract/failure';
import type { Manifest } from '../documents';

const KNOWN_CAPABILITIES: ReadonlySet<string> = new Set(['partition_awareness', 'multifile_schema_ddl']);

/** Refuses what MySQL Shell's own reader refuses: a newer format, and a capability that we don't know. */
export function assertReadable({ version, capabilities, tzUtc }: Manifest): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 2 || (major === 2 && minor > 0)) {
    throw new SluiceError(
      'dump-unsupported',
      `The dump has format version ${version}; Sluice reads up to 2.0.`,
    );
  }
  if (!tzUtc) {
    throw new SluiceError(
      'dump-unsupported',
      'The dump’s TIMESTAMP values are in its server’s time zone, not in UTC: they would be shifted.',
    );
  }
  const unknown = capabilities.find(({ id }) => !KNOWN_CAPABILITIES.has(id));
  if (unknown === undefined) return;
  throw new SluiceError(
    'dump-unsupported',
    `The dump needs the capability “${unknown.id}” (${unknown.description}), ` +
      `which MySQL Shell has from ${unknown.versionRequired} on.`,
  );
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
