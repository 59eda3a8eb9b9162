import { promises as fs } from 'fs';
import { join } from 'path';
import { Readable } from 'stream';
import type { Connection } from 'mysql2/promise';
import { withSessionVariables } from '../../../app/sandbox/shop/session-variables';
import { identifier } from '../../fixtures/type-matrix/table';
import { dataSetsOf, discover, readData } from './data-files';
import { manifestShape, schemaShape, tableShape } from './shapes';
import type { TableShape } from './shapes';

/** MySQL Shell's own session, with invalid dates let through: it would turn them into zero dates. */
const LOADING_VARIABLES = {
  sql_mode: 'NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES',
  time_zone: '+00:00',
  foreign_key_checks: 0,
  unique_checks: 0,
  character_set_client: 'utf8mb4',
  character_set_connection: 'utf8mb4',
  character_set_results: 'utf8mb4',
} as const;

/** Further settings of the statements' session, and its answer to a key that exists. */
export interface PlainSession {
  readonly variables: Readonly<Record<string, number>>;
  readonly duplicates: 'REPLACE' | '';
}

const MYSQL_SHELL: PlainSession = { variables: {}, duplicates: 'REPLACE' };

/** MariaDB takes rows of the past from a session that says so, and never in the place of others (measured on 10.11). */
export const WITH_HISTORY: PlainSession = {
  variables: { system_versioning_insert_history: 1 },
  duplicates: '',
};

/**
 * Loads the tables of a dump of one schema into `target`, which must not be there yet: each by its own SQL file and by
 * LOAD DATA statements that are made of nothing but its JSON document.
 */
export async function loadPlainly(
  connection: Connection,
  folder: string,
  target: string,
  session: PlainSession = MYSQL_SHELL,
): Promise<void> {
  const names = new Set(await fs.readdir(folder));
  const manifest = manifestShape.parse(await readJson(folder, '@.json'));
  const [schema = ''] = manifest.schemas;
  const document = schemaShape.parse(await readJson(folder, `${manifest.basenames[schema]}.json`));
  await withSessionVariables(connection, { ...LOADING_VARIABLES, ...session.variables }, async () => {
    await connection.query(`CREATE DATABASE ${identifier(target)}`);
    await connection.query(`USE ${identifier(target)}`);
    for (const table of document.tables) {
      const basename = document.basenames[table] ?? '';
      await connection.query(await fs.readFile(join(folder, `${basename}.sql`), 'utf8'));
      const recipe = tableShape.parse(await readJson(folder, `${basename}.json`));
      for (const { partition, basename: own } of dataSetsOf(recipe, basename)) {
        for (const file of discover(names, recipe, own)) {
          const data = await readData(folder, file, recipe);
          // An empty packet is the end of the data, which the client sends by itself.
          const parts = data.length === 0 ? [] : [data];
          const sql = loadStatement(target, partition, recipe, session);
          await connection.query({ sql, infileStreamFactory: () => Readable.from(parts) });
        }
      }
    }
  });
}

async function readJson(folder: string, name: string): Promise<unknown> {
  return JSON.parse(await fs.readFile(join(folder, name), 'utf8'));
}

/** The caller says which bytes are loaded: the name in the statement says nothing. */
function loadStatement(
  target: string,
  partition: string | null,
  { options }: TableShape,
  { duplicates }: PlainSession,
): string {
  const decoders = options.decodeColumns ?? {};
  const isDecoded = (column: string) => Object.keys(decoders).includes(column);
  const variable = (column: string) => `@${identifier(column)}`;
  const fields = options.columns.map((column) => (isDecoded(column) ? variable(column) : identifier(column)));
  const set = Object.entries(decoders).map(
    ([column, decoder]) =>
      // The name of a function, or else the expression itself.
      `${identifier(column)} = ${/^\w+$/.test(decoder) ? `${decoder}(${variable(column)})` : decoder}`,
  );
  return [
    `LOAD DATA LOCAL INFILE 'chunk' ${duplicates} INTO TABLE ${identifier(target)}.${identifier(options.table)}`,
    partition === null ? '' : `PARTITION (${identifier(partition)})`,
    `CHARACTER SET ${options.defaultCharacterSet}`,
    `FIELDS TERMINATED BY ${literal(options.fieldsTerminatedBy)} ENCLOSED BY ${literal(options.fieldsEnclosedBy)}`,
    `ESCAPED BY ${literal(options.fieldsEscapedBy)} LINES TERMINATED BY ${literal(options.linesTerminatedBy)}`,
    `(${fields.join(', ')})`,
    set.length === 0 ? '' : `SET ${set.join(', ')}`,
  ].join(' ');
}

function literal(text: string): string {
  return text === '' ? "''" : `X'${Buffer.from(text).toString('hex')}'`;
}
