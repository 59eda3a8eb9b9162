import type { ControlSession } from '../../catalog/session/control-session';
import type { Failure } from '../../contract/failure';
import type { LoadFix } from '../../contract/runs/options';
import { convertedDump, readConversion, type ReportFinding } from './converted';
import type { Conversion } from '../../target/convert/conversion';
import { standInFor } from '../../format/sql/collation-stand-ins';
import { changeOutside } from '../../format/sql/outside-quotes';
import { changeStatements } from '../../format/sql/script';
import type { DumpSource } from '../dump-source/dump-source';
import { isSetting, readServerWords, unknownModes, type ServerWords } from '../../target/trial/server-words';
import { withCreateTable, type DumpFolder, type DumpTable } from '../../format/read/dump';
import { loadFailures, loadText } from '../../text/load/load';

/**
 * Modes that change nothing in how a view, routine, trigger or event runs: some affect GRANT and SHOW only, the others
 * are combinations of modes that are listed beside them.
 */
const REMOVABLE_MODES: readonly string[] = [
  ...['NO_AUTO_CREATE_USER', 'NO_FIELD_OPTIONS', 'NO_KEY_OPTIONS', 'NO_TABLE_OPTIONS'],
  ...['DB2', 'MAXDB', 'MSSQL', 'MYSQL323', 'MYSQL40', 'POSTGRESQL'],
];

export interface FixRules {
  readonly fixes: ReadonlySet<LoadFix>;
  readonly words: ServerWords;
  /** Modes that are removed: unknown to the server, and without effect. */
  readonly modes: ReadonlySet<string>;
}

/** Reads the server's properties on which the rules depend. */
async function readFixRules(session: ControlSession, fixes: readonly LoadFix[]): Promise<FixRules | null> {
  if (fixes.length === 0) return null;
  const modes = fixes.includes('sql-modes') ? await unknownModes(session, REMOVABLE_MODES) : [];
  return { fixes: new Set(fixes), words: await readServerWords(session), modes: new Set(modes) };
}

/** Receives each change, with the rule that made it. */
export type ReportChange = (fix: LoadFix, why: string) => void;

/** Returns a statement of a dump as changed by the rules. Pure. */
export function fixStatement(statement: string, rules: FixRules, report: ReportChange): string {
  if (isSetting(statement)) return withCollations(withModes(statement, rules, report), rules, report);
  if (!/^(?:\/\*!\d*\s*)?CREATE\b/i.test(statement)) return statement;
  const placed = isTable(statement)
    ? withPlaces(withEngines(statement, rules, report), rules, report)
    : statement;
  return changeOutside(placed, (sql) => withCollations(sql, rules, report));
}

/** Returns whether a statement creates a table. */
export function isTable(statement: string): boolean {
  return /^(?:\/\*!\d*\s*)?CREATE\s+TABLE\b/i.test(statement);
}

function withModes(statement: string, { modes }: FixRules, report: ReportChange): string {
  return statement.replace(
    /(\bsql_mode\s*=\s*')([^']*)(')/gi,
    (_, before: string, text: string, after: string) => {
      const all = text.split(',');
      const gone = all.filter((mode) => modes.has(mode.trim().toUpperCase()));
      if (gone.length > 0) report('sql-modes', loadText.modesRemoved(gone));
      return `${before}${all.filter((mode) => !gone.includes(mode)).join()}${after}`;
    },
  );
}

/** A named collation: after COLLATE in a definition, or as the value of a setting. */
export const COLLATION = /(\bCOLLATE(?:\s*=\s*|\s+)|\bcollation_connection\s*=\s*')(\w+)/gi;

function withCollations(sql: string, { fixes, words }: FixRules, report: ReportChange): string {
  if (!fixes.has('collations')) return sql;
  return sql.replace(COLLATION, (whole, before: string, name: string) => {
    const standIn = standInFor(name.toLowerCase(), words.collations);
    if (standIn == null) return whole;
    const exact = standIn.kind !== 'near';
    report('collations', loadText.collationChanged({ name, standIn: standIn.name, exact }));
    return before + standIn.name;
  });
}

export const ENGINE = /(\bENGINE\s*=\s*)(\w+)/gi;

function withEngines(statement: string, { fixes, words }: FixRules, report: ReportChange): string {
  if (!fixes.has('engines')) return statement;
  return changeOutside(statement, (sql) =>
    sql.replace(ENGINE, (whole, before: string, engine: string) => {
      if (words.engines.has(engine.toLowerCase())) return whole;
      report('engines', loadText.engineChanged(engine));
      return `${before}InnoDB`;
    }),
  );
}

/** DIRECTORY options: the words are outside quotes and the path is inside; a comma or the line's end may follow. */
const PLACE = /\s+(?:DATA|INDEX) DIRECTORY\s*=\s*'(?:[^'\\]|\\[^]|'')*'/gi;
const TABLESPACE = /\s*\/\*!\d+ TABLESPACE `(?:[^`]|``)*` \*\//gi;

function withPlaces(statement: string, { fixes }: FixRules, report: ReportChange): string {
  if (!fixes.has('data-directory')) return statement;
  const [lines, options] = splitOptions(statement);
  const changed = options.replace(PLACE, '').replace(TABLESPACE, '');
  if (changed === options) return statement;
  report('data-directory', loadText.placeRemoved);
  return lines + changed;
}

const PARENTHESES = /`(?:[^`]|``)*`|'(?:[^'\\]|\\[^]|'')*'|[()]/g;

/**
 * Splits a definition into columns and keys, and the options after their parenthesis: a comment among the former may
 * contain any words.
 */
function splitOptions(statement: string): readonly [lines: string, options: string] {
  let depth = 0;
  for (const match of statement.matchAll(PARENTHESES)) {
    if (match[0] === '(') depth += 1;
    else if (match[0] === ')') depth -= 1;
    if (depth > 0 || match[0] !== ')') continue;
    const end = match.index + 1;
    return [statement.slice(0, end), statement.slice(end)];
  }
  return [statement, ''];
}

/** Source of a dump whose definitions the rules change, with the list of changes. */
export interface FixedSource extends DumpSource {
  readonly changes: () => readonly Failure[];
  readonly conversion: DefinitionRules['conversion'];
}

/** Rules that apply to a load's definitions. */
export interface DefinitionRules {
  /** Conversion to the target's version or vendor; null where it is the source's. */
  readonly conversion: Conversion | null;
  /** Rules that were switched on; null for none. */
  readonly fixes: FixRules | null;
}

/** Reads all rules of a load from its target. */
export async function readRules(
  session: ControlSession,
  { whole }: DumpSource,
  fixes: readonly LoadFix[],
): Promise<DefinitionRules> {
  return {
    conversion: await readConversion(session, whole, fixes),
    fixes: await readFixRules(session, fixes),
  };
}

/** Returns a source that applies the rules wherever the dump is read. */
export function fixedSource(source: DumpSource, { conversion, fixes }: DefinitionRules): FixedSource {
  const changes = new Map<string, Failure>();
  const report: ReportFinding = (file, finding) => {
    if (finding.severity === 'blocks') return;
    const { failure } = loadFailures.converted(finding, { table: finding.object });
    changes.set(`${file} ${finding.why}`, failure);
  };
  const changed = (dump: DumpFolder) => {
    const converted = conversion === null ? dump : convertedDump(dump, conversion, report);
    return fixes === null ? converted : fixedDump(converted, fixes, changes);
  };
  return {
    whole: changed(source.whole),
    stillToCome: source.stillToCome,
    identity: () => source.identity(),
    assertSound: (selected) => {
      source.assertSound(selected);
    },
    next: (waiting) => source.next(waiting),
    stop: () => {
      source.stop();
    },
    finished: async () => changed(await source.finished()),
    loss: () => source.loss(),
    changes: () => [...changes.values()],
    conversion,
  };
}

function fixedDump(dump: DumpFolder, rules: FixRules, changes: Map<string, Failure>): DumpFolder {
  const reportOf =
    (file: string, table?: string): ReportChange =>
    (fix, why) => {
      const { failure } = loadFailures.changedByRule({ change: why, fix }, { chunk: file, table });
      changes.set(`${file} ${why}`, failure);
    };
  const fixed = (text: string, report: ReportChange) =>
    changeStatements(text, (statement) => fixStatement(statement, rules, report));
  const tableOf = (table: DumpTable) =>
    withCreateTable(table, (text) => fixStatement(text, rules, () => undefined));
  return {
    ...dump,
    script: async (file) => fixed(await dump.script(file), reportOf(file)),
    schemas: dump.schemas.map((schema) => ({ ...schema, tables: schema.tables.map(tableOf) })),
  };
}
