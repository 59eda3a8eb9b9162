import type { AccountObject } from '../../catalog/privileges/accounts';
import type { SequenceObject } from '../../catalog/objects/sequences';
import type { CreationContext, StoredObject, ViewObject } from '../../catalog/objects/objects';
import { quoteName, quoteText } from '../../catalog/text/quote';
import { onOneLine } from './account-lines';

/** The texts of the SQL files of a dump. Every file can be run by a client that knows DELIMITER. */

const HEADER = '-- Written by Sluice. Format: MySQL Shell dump 2.0.1.\n\n';

export function emptyScript(): string {
  return HEADER;
}

/** `<schema>.sql`: the schema, then its sequences, routines and events. */
export function schemaScript(
  schema: string,
  createSchema: string,
  objects: readonly StoredObject[],
  sequences: readonly SequenceObject[] = [],
): string {
  const create = createSchema.replace(/^CREATE DATABASE /, 'CREATE DATABASE /*!32312 IF NOT EXISTS*/ ');
  const parts = [`${create};\n\nUSE ${quoteName(schema)};\n`];
  for (const { name, create, setValue } of sequences) {
    const title = oneLine(`sequence ${quoteName(schema)}.${quoteName(name)}`);
    parts.push(`-- begin ${title}\n${create};\n${setValue};\n-- end ${title}\n`);
  }
  for (const object of objects) {
    const title = oneLine(`${object.kind} ${quoteName(schema)}.${quoteName(object.name)}`);
    parts.push(`-- begin ${title}\n${storedStatement(object)}-- end ${title}\n`);
  }
  return HEADER + parts.join('\n');
}

/** `<schema>@<table>.sql` */
export function tableScript(createTable: string): string {
  return `${HEADER}${createTable.replace(/^CREATE TABLE /, 'CREATE TABLE IF NOT EXISTS ')};\n`;
}

/** `<schema>@<table>.triggers.sql` */
export function triggersScript(triggers: readonly StoredObject[]): string {
  return HEADER + triggers.map(storedStatement).join('\n');
}

/** `<schema>@<view>.pre.sql`: a placeholder view of the same columns, for other views to refer to. */
export function viewPlaceholderScript({ name, columns }: ViewObject): string {
  const list = columns.map((column) => `1 AS ${quoteName(column)}`).join(', ');
  return `${HEADER}CREATE OR REPLACE VIEW ${quoteName(name)} AS SELECT ${list};\n`;
}

/** `<schema>@<view>.sql` */
export function viewScript(view: ViewObject): string {
  const definition = view.definition.replace(/^CREATE /, 'CREATE OR REPLACE ');
  return `${HEADER}${inContext(view.context, null, `${definition};\n`)}`;
}

/**
 * `@.users.sql`: MySQL Shell reads it line by line, one statement on each, in groups that are marked. All accounts
 * come before the first grant, since a grant may name another account as its role.
 */
export function usersScript(accounts: readonly AccountObject[]): string {
  const group = (title: string, account: string, statements: readonly string[]) =>
    statements.length === 0
      ? ''
      : [
          `-- begin ${title} ${onOneLine(account)}`,
          ...statements.map((statement) => `${onOneLine(statement)};`),
          `-- end ${title} ${onOneLine(account)}`,
        ]
          .join('\n')
          .concat('\n\n');
  return [
    HEADER,
    ...accounts.map(({ account, create }) => group('user', account, [create])),
    ...accounts.map(({ account, grants }) => group('grants', account, grants)),
    ...accounts.map(({ account, defaultRole }) =>
      group('default role', account, defaultRole === null ? [] : [defaultRole]),
    ),
  ].join('');
}

/** A name may hold line breaks, and behind one a comment would be a statement. */
function oneLine(comment: string): string {
  return comment.replace(/[\r\n]+/g, ' ');
}

function storedStatement({ definition, context, timeZone }: StoredObject): string {
  // A body may end with a comment: on the same line the delimiter would be part of it.
  const delimiter = delimiterFor(definition);
  return inContext(context, timeZone, `DELIMITER ${delimiter}\n${definition}\n${delimiter}\nDELIMITER ;\n`);
}

/**
 * Chooses the delimiter. Not every client can tell a body in another language from the statement around it, and a loop
 * in it may contain `;;`.
 */
export function delimiterFor(definition: string): string {
  let delimiter = ';;';
  while (definition.includes(delimiter)) delimiter += ';';
  return delimiter;
}

/** Runs `statement` under the settings the object was created with, and restores the session's own. */
function inContext(context: CreationContext, timeZone: string | null, statement: string): string {
  const settings: readonly (readonly [name: string, value: string])[] = [
    ['character_set_client', context.characterSet],
    ['collation_connection', context.collation],
    ['sql_mode', context.sqlMode],
    ['time_zone', timeZone ?? ''],
  ];
  // An empty sql_mode is a mode; an empty character set or time zone means "not recorded".
  const used = settings.filter(([name, value]) => value !== '' || name === 'sql_mode');
  return underSettings(
    used.map(([name, value]) => [name, quoteText(value)]),
    statement,
  );
}

/** Runs statements with variables of the session set to SQL expressions, and restores the session's own. */
export function underSettings(
  settings: readonly (readonly [name: string, expression: string])[],
  statements: string,
): string {
  if (settings.length === 0) return statements;
  const save = settings.map(([name]) => `@saved_${name} = @@SESSION.${name}`).join(', ');
  const apply = settings.map(([name, expression]) => `SESSION ${name} = ${expression}`).join(', ');
  const restore = settings.map(([name]) => `SESSION ${name} = @saved_${name}`).join(', ');
  return `SET ${save};\nSET ${apply};\n${statements}SET ${restore};\n`;
}
