import type { Addon } from '../../../engine/addon';
import { scriptText } from '../../../text/format/script';
import type { ScriptContent, ScriptSchema } from '../content';
import { folderOf, type ReadScript } from '../folder';
import type { WrittenAccount } from './accounts';
import { readGrantRows } from './grant-rows';
import { statementsOfGlobalPrivs } from './mariadb-rows';
import { statementsOfUsers } from './mysql-rows';

/** Script whose accounts may be rows of the server's own tables. */
type Found = Omit<ReadScript, 'content'>;

/**
 * Adds the accounts that a script has as rows to those that it has as statements, as the statements that create them. A
 * script with such statements has all of its accounts in them.
 */
export async function withAccountsOfRows(
  engine: Addon,
  found: Found,
  content: ScriptContent,
): Promise<ScriptContent> {
  const { grantTables = null, accounts, remarks } = content;
  const table = accountTable(grantTables);
  if (grantTables === null || table === null) return content;
  const said = (remark: string): ScriptContent => ({ ...content, remarks: [...remarks, remark] });
  if (accounts.some(({ text }) => CREATES.test(text))) return said(scriptText.accountRowsLeft(table.name));
  // Nothing else tells surely whose words they are.
  if (found.serverVersion === null) return said(scriptText.accountRows(table.name));
  const own = { ...content, schemas: [grantTables], statements: [], accounts: [], problems: [], remarks: [] };
  const rows = await readGrantRows(engine, folderOf({ ...found, content: own }));
  if (rows === null) return said(scriptText.accountRows(table.name));
  const read = table.name === 'user' ? statementsOfUsers(rows) : statementsOfGlobalPrivs(rows);
  const place = { file: table.file, line: table.line };
  return {
    ...content,
    remarks: [
      ...remarks,
      scriptText.accountsOfRows(table.name),
      ...(read.leftOut.length === 0 ? [] : [scriptText.accountsLeftOut(read.leftOut)]),
    ],
    accounts: [...read.statements.map((text): WrittenAccount => ({ text, ...place })), ...accounts],
    ...(read.hasPartialRevokes && { hasPartialRevokes: true as const }),
  };
}

/** A script with such statements has all of its accounts in them. */
const CREATES = /^(?:\/\*M?!\d*\s*)?CREATE\s+(?:OR\s+REPLACE\s+)?(?:USER|ROLE)\b/i;

interface AccountTable {
  readonly name: 'user' | 'global_priv';
  readonly file: string;
  readonly line: number;
}

/** The table that names the accounts; null where no row of it is there. */
function accountTable(schema: ScriptSchema | null): AccountTable | null {
  for (const name of ['global_priv', 'user'] as const) {
    const [rows] = schema?.tables.find(({ text }) => text.name.toLowerCase() === name)?.rows ?? [];
    if (rows !== undefined) return { name, file: rows.file.name, line: rows.line };
  }
  return null;
}
