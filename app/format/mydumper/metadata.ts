import { unquoteName } from '../../catalog/text/quote';
import { dumpedKey } from '../read/documents';

/** Facts that mydumper records of its dump, as far as a load needs them. */
export interface MydumperMetadata {
  /** Rows that it has written of each table, by {@link dumpedKey}; only versions from 0.11 on say it. */
  readonly rows: ReadonlyMap<string, number>;
  /** Some checksums of tables or definitions are recorded. */
  readonly hasChecksums: boolean;
  /** False where the file is cut: each version writes last when the dump ended. Sluice writes no times, and go-mydumper nothing. */
  readonly hasEnd: boolean;
}

const END = /^(?:# )?Finished dump at\b/m;
const OF_SLUICE = '# Sluice ';
const CHECKSUM = /^\w+_checksum\s*=/m;

const SECTION = /^\[`((?:[^`]|``)*)`\.`((?:[^`]|``)*)`\]$/;
const ROWS = /^rows\s*=\s*(\d+)$/;
const REAL_NAME = /^real_table_name\s*=\s*(.*)$/;

/**
 * Reads the file `metadata`, of both of its shapes: the earlier one names no table. Pure.
 *
 * @param schemas the schemas whose names among the files are others
 */
export function readMetadata(
  text: string,
  schemas: ReadonlyMap<string, string> = new Map(),
): MydumperMetadata {
  const rows = new Map<string, number>();
  let place: { schema: string; table: string } | null = null;
  for (const line of text.split(/\r?\n/)) {
    const section = SECTION.exec(line);
    if (section !== null) {
      const schema = unquoteName(section[1] ?? '');
      place = { schema: schemas.get(schema) ?? schema, table: unquoteName(section[2] ?? '') };
    } else if (line.startsWith('[')) place = null;
    const real = REAL_NAME.exec(line)?.[1];
    if (real !== undefined && place !== null) place = { ...place, table: real };
    const count = ROWS.exec(line)?.[1];
    if (count !== undefined && place !== null)
      rows.set(dumpedKey({ schema: place.schema, dumpedName: place.table }), Number(count));
  }
  return {
    rows,
    hasChecksums: CHECKSUM.test(text),
    hasEnd: text === '' || END.test(text) || text.startsWith(OF_SLUICE),
  };
}
