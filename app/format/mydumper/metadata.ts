import { unquoteName } from '../../catalog/text/quote';
import { dumpedKey } from '../read/documents';

/** Facts that mydumper records of its dump, as far as a load needs them. */
export interface MydumperMetadata {
  /** Rows that it has written of each table, by {@link dumpedKey}; only versions from 0.11 on say it. */
  readonly rows: ReadonlyMap<string, number>;
  /** Values of CHECKSUM TABLE in digits, by {@link dumpedKey}; where they were asked for, since 0.14.3. */
  readonly checksums: ReadonlyMap<string, string>;
  /** Some checksums of definitions are recorded. */
  readonly hasOtherChecksums: boolean;
  /** False where the file is cut: each version writes last when the dump ended. Sluice writes no times, and go-mydumper nothing. */
  readonly hasEnd: boolean;
}

const END = /^(?:# )?Finished dump at\b/m;
const OF_SLUICE = '# Sluice ';
const OTHER_CHECKSUM = /^(?!data_)\w+_checksum\s*=/m;

const SECTION = /^\[`((?:[^`]|``)*)`\.`((?:[^`]|``)*)`\]$/;
const DATA_CHECKSUM = /^data_checksum\s*=\s*(\d+)$/;
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
  const checksums = new Map<string, string>();
  let place: { schema: string; table: string } | null = null;
  for (const line of text.split(/\r?\n/)) {
    const section = SECTION.exec(line);
    if (section !== null) {
      const schema = unquoteName(section[1] ?? '');
      place = { schema: schemas.get(schema) ?? schema, table: unquoteName(section[2] ?? '') };
    } else if (line.startsWith('[')) place = null;
    const real = REAL_NAME.exec(line)?.[1];
    if (real !== undefined && place !== null) place = { ...place, table: real };
    if (place === null) continue;
    const key = dumpedKey({ schema: place.schema, dumpedName: place.table });
    const count = ROWS.exec(line)?.[1];
    if (count !== undefined) rows.set(key, Number(count));
    const checksum = DATA_CHECKSUM.exec(line)?.[1];
    if (checksum !== undefined) checksums.set(key, checksum);
  }
  return {
    rows,
    checksums,
    hasOtherChecksums: OTHER_CHECKSUM.test(text),
    hasEnd: text === '' || END.test(text) || text.startsWith(OF_SLUICE),
  };
}
