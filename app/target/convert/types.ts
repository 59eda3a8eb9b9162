import type { MigrationFinding } from '../../contract/runs/migrate';
import { precheckText } from '../../text/migrate/precheck';
import type { Conversion } from './conversion';

/** Collation of the text that replaces a type: the values are plain digits and letters. */
export const STAND_IN_COLLATION = 'ascii_bin';
const ASCII = `CHARACTER SET ascii COLLATE ${STAND_IN_COLLATION}`;

/** MariaDB's types that MySQL lacks, by name in lower case, and the types that hold the same text. */
export const TYPE_STAND_INS: ReadonlyMap<string, string> = new Map([
  ['uuid', `char(36) ${ASCII}`],
  ['inet6', `varchar(39) ${ASCII}`],
  ['inet4', `varchar(15) ${ASCII}`],
]);

/** Returns a column's line with the replacement of its type; other lines unchanged. */
export function withStandIn(line: string): string {
  return line.replace(/^( {2}`(?:[^`]|``)+` )(\w+)\b/, (whole, name: string, type: string) => {
    const standIn = TYPE_STAND_INS.get(type);
    return standIn === undefined ? whole : `${name}${standIn}`;
  });
}

/** Column whose type another vendor may lack. */
interface TypedColumn {
  /** Name of the column or of its table, as findings show it. */
  readonly object: string;
  /** In lower case, without length. */
  readonly type: string;
  /** The type as the user wrote it. */
  readonly printed: string;
}

/** Returns what becomes of a type that the other vendor lacks, or keeps in another way; null for every other type. */
export function judgeType(
  { object, type, printed }: TypedColumn,
  {
    target,
    fixes,
  }: { readonly target: Pick<Conversion['target'], 'vendor'>; readonly fixes: Conversion['fixes'] },
): MigrationFinding | null {
  if (type === 'vector') {
    return { kind: 'advised', severity: 'blocks', rule: 'vector', object, ...precheckText.vectorsDiffer };
  }
  const standIn = TYPE_STAND_INS.get(type);
  if (standIn === undefined || target.vendor !== 'mysql') return null;
  const why = precheckText.typeReplaced(printed.toUpperCase(), standIn);
  return fixes.has('types')
    ? { kind: 'plain', severity: 'converts', rule: 'types', object, why }
    : { kind: 'switchable', severity: 'blocks', rule: 'types', object, why, switchOn: 'types' };
}
