import type { LoadPlan, PlannedDefiner } from '../contract/runs/load-plan';
import { readScript } from '../format/read/reader';
import { splitScript } from '../format/sql/script';
import type { DumpFolder } from '../format/read/dump';

/** A name between quotes of any kind. */
const BETWEEN_QUOTES = "`(?:[^`]|``)*`|'(?:[^'\\\\]|\\\\.|'')*'|\"(?:[^\"\\\\]|\\\\.)*\"";
const QUOTED = `(?:${BETWEEN_QUOTES}|[\\w$]+)`;
const HOST = `(?:${BETWEEN_QUOTES}|[\\w$.%-]+)`;
/** Words that may stand between CREATE and a definer, and the borders of version comments. */
const BEFORE =
  '^\\s*(?:/\\*M?!\\d*\\s*)?CREATE(?:\\s|\\*/|/\\*M?!\\d*|OR\\s+REPLACE\\b|ALGORITHM\\s*=\\s*\\w+)*';
/** A role of MariaDB has no host. */
const DEFINER = new RegExp(
  `${BEFORE}DEFINER\\s*=\\s*(?!CURRENT_(?:USER|ROLE)\\b)(${QUOTED})(?:\\s*@\\s*(${HOST}))?`,
  'i',
);
const OBJECT = new RegExp(
  `\\b(EVENT|FUNCTION|PROCEDURE|TRIGGER|VIEW|PACKAGE(?: BODY)?|LIBRARY)\\s+(?:IF NOT EXISTS\\s+)?((?:${QUOTED}\\.)?${QUOTED})`,
  'i',
);
/** Length of a stored object's head, in characters, in which a definer is searched: its body may hold any words. */
const HEAD_LENGTH = 600;

/** Statements that the scripts of every dump consist of; anything else is listed for review before it is run. */
const EXPECTED =
  /^(?:\/\*!\d* ?)?(?:SET (?!PASSWORD\b|GLOBAL\b|PERSIST\b|@@GLOBAL\b|DEFAULT ROLE\b|ROLE\b)|USE |DO SETVAL\(|CREATE (?!USER\b|ROLE\b|SERVER\b)|DROP (?:TABLE|VIEW|EVENT|FUNCTION|PROCEDURE|TRIGGER|LIBRARY|PACKAGE)\b|ALTER DATABASE )/i;

/**
 * Lists what the dump's scripts would run with other privileges than those of `account` (`user@host`), and their unusual
 * statements.
 */
export async function readPrivileges(
  dump: DumpFolder,
  account: string,
): Promise<Pick<LoadPlan, 'definers' | 'otherStatements'>> {
  const definers: PlannedDefiner[] = [];
  const otherStatements: { file: string; statement: string }[] = [];
  for (const { file } of scriptsOf(dump)) {
    for (const statement of splitScript(await readScript(dump, file))) {
      if (!EXPECTED.test(statement)) otherStatements.push({ file, statement: statement.slice(0, 500) });
      const definer = definerOf(statement);
      if (definer !== null && definer.account !== account) definers.push({ file, ...definer });
    }
  }
  return { definers, otherStatements };
}

/** Returns the definer that a statement names, and the object that it creates; null where it names none. */
export function definerOf(statement: string): Omit<PlannedDefiner, 'file'> | null {
  const head = statement.slice(0, HEAD_LENGTH);
  const definer = DEFINER.exec(head);
  if (definer === null) return null;
  const [, kind = 'OBJECT', name = ''] = OBJECT.exec(head.slice(definer.index + definer[0].length)) ?? [];
  const [, user = '', host] = definer;
  const account = host === undefined ? unquote(user) : `${unquote(user)}@${unquote(host)}`;
  return { object: `${kind.toUpperCase()} ${name.replace(/`/g, '')}`, account };
}

function unquote(text: string): string {
  if (/^[\w$.%-]/.test(text)) return text;
  const [quote = ''] = text;
  return text
    .slice(1, -1)
    .split(quote + quote)
    .join(quote);
}

/** Reads the definers that a dump's objects name, each with those objects. */
export async function definersIn(dump: DumpFolder): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const { file, hasDefiners } of scriptsOf(dump)) {
    if (!hasDefiners) continue;
    for (const statement of splitScript(await readScript(dump, file))) {
      const definer = definerOf(statement);
      if (definer === null) continue;
      const objects = found.get(definer.account);
      if (objects === undefined) found.set(definer.account, [definer.object]);
      else objects.push(definer.object);
    }
  }
  return found;
}

interface DumpScript {
  readonly file: string;
  /** False for tables and for the placeholders of views. */
  readonly hasDefiners: boolean;
}

/** Lists the scripts of a dump that define objects. */
export function scriptsOf({ schemas, problems }: DumpFolder): readonly DumpScript[] {
  const missing = new Set(problems.map(({ chunk }) => chunk));
  const objects = (file: string): DumpScript => ({ file, hasDefiners: true });
  const others = (file: string): DumpScript => ({ file, hasDefiners: false });
  const files = schemas.flatMap(({ document, scripts, tables, views }) => [
    ...(document.includesDdl ? scripts.map(objects) : []),
    ...tables.flatMap((table) => [
      ...(table.document.includesDdl ? [others(`${table.stem}.sql`)] : []),
      ...(document.includesDdl && table.document.triggers.length > 0
        ? [objects(`${table.stem}.triggers.sql`)]
        : []),
    ]),
    ...(document.includesViewsDdl
      ? views.flatMap(({ stem }) => [others(`${stem}.pre.sql`), objects(`${stem}.sql`)])
      : []),
  ]);
  return files.filter(({ file }) => !missing.has(file));
}
