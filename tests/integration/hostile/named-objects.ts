import type { Connection } from 'mysql2/promise';
import type { Vendor } from '../../../app/contract/connections/connection';

/** Schemas whose objects of one kind, which share a namespace with tables, bear the names. */
export const SHARED = { view: 'kinds_view', sequence: 'kinds_sequence', package: 'kinds_package' } as const;
const SHARED_OF: Readonly<Record<Vendor, readonly string[]>> = {
  mysql: [SHARED.view],
  mariadb: [SHARED.view, SHARED.sequence, SHARED.package],
};

/** Names that a file system, a terminal, a pattern, a list or SQL takes for something else, all within the BMP. */
export const NAMES: readonly string[] = [
  `new\nline'"\`\r'; --`,
  '../../up\\',
  '..%s %00 a=b,c;d*.',
  'con',
  '\u202eltr\u200f\u2066tfel\u2069\u061c\ufeff\u2028\u0085',
  '\u0001\u0002\u001b[31m\u007f\u009b2K\tｂ',
  'Ω'.repeat(62),
];

export const quoted = (name: string) => `\`${name.replace(/`/g, '``')}\``;
export const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&')}'`;

/** An account's name holds at most 32 characters on MySQL. */
export const accountNamed = (name: string) => `${text(name.slice(0, 32))}@'kinds.test'`;

export const sourceSchemas = (vendor: Vendor): readonly string[] => [...NAMES, ...SHARED_OF[vendor]];

/**
 * Returns whether a foreign key may refer to a table of this name: MariaDB 10.11 finds none of the name of a DOS device, whose
 * file it names otherwise (error 1005, errno 150).
 */
const mayBeReferred = (vendor: Vendor, name: string) => vendor === 'mysql' || name !== 'con';

/** Every kind of object by this name, in a schema of this name, with a row. */
function objectsNamed(vendor: Vendor, name: string): readonly string[] {
  const [q, t] = [quoted(name), text(name)];
  const columns = [
    `${q} INT NOT NULL COMMENT ${t}`,
    `id INT NOT NULL, e ENUM(${t}, 'b') DEFAULT ${t}, PRIMARY KEY (${q}), KEY ${q} (id)`,
    `CONSTRAINT ${q} CHECK (${q} > 0)`,
  ];
  return [
    `CREATE TABLE ${q} (${columns.join(', ')}) COMMENT ${t}`,
    `INSERT INTO ${q} VALUES (1, 1, ${t})`,
    `CREATE TABLE parent (${q} INT PRIMARY KEY)`,
    `INSERT INTO parent VALUES (1)`,
    `CREATE TABLE child (id INT PRIMARY KEY, CONSTRAINT ${q} FOREIGN KEY (id) REFERENCES ${mayBeReferred(vendor, name) ? q : 'parent'} (${q}))`,
    `INSERT INTO child VALUES (1)`,
    `CREATE TABLE parts (id INT) PARTITION BY RANGE (id) (PARTITION ${q} VALUES LESS THAN (1) COMMENT ${t}, PARTITION rest VALUES LESS THAN MAXVALUE)`,
    `INSERT INTO parts VALUES (0), (1)`,
    `CREATE PROCEDURE ${q}(${q} INT) COMMENT ${t} SELECT ${q}, ${t}`,
    `CREATE FUNCTION ${q}() RETURNS INT DETERMINISTIC RETURN LENGTH(${t})`,
    `CREATE TRIGGER ${q} BEFORE INSERT ON ${q} FOR EACH ROW SET NEW.id = NEW.${q}`,
    `CREATE EVENT ${q} ON SCHEDULE EVERY 1 DAY DISABLE COMMENT ${t} DO SELECT ${t}`,
  ];
}

/** Makes all of it, and an account for each name, which has a privilege on the schema of its name. */
export async function makeObjects(connection: Connection, vendor: Vendor): Promise<void> {
  for (const schema of sourceSchemas(vendor)) await connection.query(`CREATE DATABASE ${quoted(schema)}`);
  for (const name of NAMES) {
    await connection.query(`USE ${quoted(name)}`);
    for (const statement of objectsNamed(vendor, name)) await connection.query(statement);
    await connection.query(`CREATE VIEW ${SHARED.view}.${quoted(name)} AS SELECT 1 AS ${quoted(name)}`);
    await connection.query(`CREATE USER ${accountNamed(name)} IDENTIFIED BY 'Given-12345678'`);
    await connection.query(`GRANT SELECT ON ${quoted(name)}.${quoted(name)} TO ${accountNamed(name)}`);
    if (vendor === 'mysql') continue;
    await connection.query(`CREATE SEQUENCE ${SHARED.sequence}.${quoted(name)} START WITH 7`);
    const place = `${SHARED.package}.${quoted(name)}`;
    await connection.query("SET sql_mode = 'ORACLE'");
    await connection.query(`CREATE PACKAGE ${place} AS FUNCTION one RETURN INT; END`);
    await connection.query(
      `CREATE PACKAGE BODY ${place} AS FUNCTION one RETURN INT AS BEGIN RETURN 1; END; END`,
    );
    await connection.query('SET sql_mode = DEFAULT');
  }
}

/**
 * Objects whose name, in a schema with a table `plain`, is beyond the BMP. Identifiers are utf8mb3 (both manuals,
 * "Schema Object Names"): MariaDB refuses them with error 1300, MySQL takes each such character for a question mark.
 */
export function namesBeyondBmp(name: string): readonly string[] {
  return [
    `CREATE TABLE \`${name}\` (\`${name}\` INT PRIMARY KEY, b INT, KEY \`${name}\` (b), CONSTRAINT \`${name}\` CHECK (b > 0))`,
    `CREATE TABLE parts (id INT) PARTITION BY RANGE (id) (PARTITION \`${name}\` VALUES LESS THAN (1))`,
    `CREATE VIEW \`v${name}\` AS SELECT 1 AS \`${name}\``,
    `CREATE PROCEDURE \`${name}\`() SELECT 1`,
    `CREATE FUNCTION \`${name}\`() RETURNS INT DETERMINISTIC RETURN 1`,
    `CREATE TRIGGER \`${name}\` BEFORE INSERT ON plain FOR EACH ROW SET @a = 1`,
    `CREATE EVENT \`${name}\` ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1`,
  ];
}

export async function dropObjects(
  connection: Connection,
  vendor: Vendor,
  copied: (schema: string) => string,
): Promise<void> {
  for (const schema of sourceSchemas(vendor)) {
    await connection.query(`DROP DATABASE IF EXISTS ${quoted(schema)}`);
    await connection.query(`DROP DATABASE IF EXISTS ${quoted(copied(schema))}`);
  }
  for (const name of NAMES) await connection.query(`DROP USER IF EXISTS ${accountNamed(name)}`);
}

/** The names of each kind as the server's catalogue lists them: kind, and the schema whose objects are asked for. */
const LISTS: Readonly<Record<string, string>> = {
  table: 'SELECT TABLE_NAME, TABLE_TYPE, TABLE_COMMENT FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?',
  column:
    'SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, COLUMN_DEFAULT, COLUMN_COMMENT FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ?',
  index:
    'SELECT TABLE_NAME, INDEX_NAME, COLUMN_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ?',
  constraint:
    'SELECT TABLE_NAME, CONSTRAINT_NAME, CONSTRAINT_TYPE FROM information_schema.TABLE_CONSTRAINTS WHERE TABLE_SCHEMA = ?',
  partition:
    'SELECT TABLE_NAME, PARTITION_NAME, PARTITION_COMMENT FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = ?',
  routine:
    'SELECT ROUTINE_TYPE, ROUTINE_NAME, ROUTINE_DEFINITION, ROUTINE_COMMENT FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ?',
  parameter:
    'SELECT SPECIFIC_NAME, PARAMETER_NAME, DTD_IDENTIFIER FROM information_schema.PARAMETERS WHERE SPECIFIC_SCHEMA = ?',
  trigger:
    'SELECT TRIGGER_NAME, EVENT_OBJECT_TABLE, ACTION_STATEMENT FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ?',
  event:
    'SELECT EVENT_NAME, EVENT_DEFINITION, EVENT_COMMENT FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?',
};

/** Contents of one schema: the catalogue's list of each kind, sorted, and the rows of its tables. */
export async function contentsOf(connection: Connection, schema: string): Promise<unknown> {
  const found: Record<string, unknown> = {};
  for (const [kind, sql] of Object.entries(LISTS)) {
    const [rows] = await connection.query({ sql, rowsAsArray: true }, [schema]);
    found[kind] = (rows as unknown[]).map((row) => JSON.stringify(row)).sort();
  }
  if (!NAMES.includes(schema) && !NAMES.some((name) => schema.endsWith(name))) return found;
  const [name = ''] = NAMES.filter((one) => schema === one || schema.endsWith(one));
  for (const table of [name, 'child', 'parts'])
    [found[`rows of ${table}`]] = await connection.query(
      `SELECT * FROM ${quoted(schema)}.${quoted(table)} ORDER BY 1`,
    );
  return found;
}

/** Grants of each account, as the server prints them. */
export async function grantsOf(connection: Connection): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const name of NAMES) {
    const [rows] = await connection.query(`SHOW GRANTS FOR ${accountNamed(name)}`);
    lines.push(...(rows as Record<string, string>[]).flatMap((row) => Object.values(row)));
  }
  return lines.sort();
}
