import type { ControlSession } from '../../catalog/session/control-session';
import type { LoadOptions } from '../../contract/runs/options';
import { targetSchemaOf } from '../../format/select';
import type { DumpFolder } from '../../format/read/dump';
import { rowFailures } from '../../text/target/rows';
import { SeveralFailures } from '../several-failures';

/** Bytes that FROM_BASE64 makes of four characters; it asks for room for whole groups. */
const GROUP_BYTES = 3;

/**
 * Refuses a dump that holds a binary value which the target's `max_allowed_packet` does not let FROM_BASE64 or a literal
 * of an INSERT make: it would become NULL, with warning 1301 (measured on MySQL 9.7.4 and MariaDB 10.11.19, which take
 * plain text of any length by LOAD DATA). A dump of another tool, or of an earlier Sluice, does not say how long its
 * values are.
 */
export async function assertPacketsSuffice(
  session: ControlSession,
  dump: DumpFolder,
  options: LoadOptions,
): Promise<void> {
  const most = Number(await session.scalar('SELECT @@GLOBAL.max_allowed_packet'));
  const failures = dump.schemas.flatMap(({ name: schema, tables }) =>
    tables.flatMap(({ name, chunks }) => {
      const bytes = Math.max(0, ...chunks.map(({ longestBinary }) => longestBinary ?? 0));
      const room = GROUP_BYTES * Math.ceil(bytes / GROUP_BYTES);
      if (room <= most) return [];
      const table = `${targetSchemaOf(options, schema)}.${name}`;
      return [rowFailures.packetTooSmall({ bytes, most, room }, { table }).failure];
    }),
  );
  const [first] = failures;
  if (first !== undefined) throw new SeveralFailures(first, failures);
}
