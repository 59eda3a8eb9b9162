import { quoteName, quoteTable } from '../../catalog/text/quote';
import type { EngineExportTable } from '../../engine/specs';
import { isPlace, plainCreations } from '../../format/sql/creation';
import { versionsOf } from '../../format/row-versions';
import { storedObjectOf } from '../../format/sql/stored-object';
import { viewsInOrder, type ViewToCreate } from '../../format/sql/view-order';
import type { DumpSchema, DumpTable } from '../../format/read/dump';
import type { ChosenDump } from '../chosen-dump';
import { printComment, printStatements } from './print';
import { createdBy, isSequence, programsOf, triggersOf } from './programs';
import { createdTable, insertsOf } from './table';

/** That of a load: dates and zeros pass unchanged, and no engine is replaced by another one. */
export const SQL_MODE = "'NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES,NO_ENGINE_SUBSTITUTION'";

/** A part of the script: text, and perhaps the rows of a table behind it. */
export type ScriptPart = Omit<EngineExportTable, 'id' | 'file'>;

/**
 * The session's settings, saved before and restored behind. TIMESTAMP values of a dump are in UTC.
 */
const SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ['TIME_ZONE', "'+00:00'"],
  ['UNIQUE_CHECKS', '0'],
  ['FOREIGN_KEY_CHECKS', '0'],
  ['SQL_MODE', SQL_MODE],
  ['SQL_NOTES', '0'],
];
const NAMES = ['CHARACTER_SET_CLIENT', 'CHARACTER_SET_RESULTS', 'COLLATION_CONNECTION'];
/** MariaDB from 10.11 on takes the times of past row versions. */
export const WITH_HISTORY = '/*M!101100 SET SESSION system_versioning_insert_history = 1 */;\n';

/**
 * The parts of one script that makes everything a dump holds, in the order in which a load makes it: schemas and
 * sequences, tables with their rows, libraries, programs, views, triggers. The same dump gives the same text.
 */
export async function* scriptOf(dump: ChosenDump, sluiceVersion: string): AsyncGenerator<ScriptPart> {
  yield textPart(headOfScript(dump, sluiceVersion) + (await schemasText(dump)));
  let current = dump.schemas.length === 1 ? (dump.schemas[0]?.name ?? '') : '';
  for (const schema of dump.schemas) {
    for (const table of schema.tables) {
      const use = current === schema.name ? '' : useText(schema);
      current = schema.name;
      const part = await tablePart(dump, table);
      yield { ...part, before: `${use}${part.before}` };
    }
  }
  yield textPart(`${await objectsText(dump)}${footOfScript()}`);
}

export function textPart(before: string): ScriptPart {
  return { schema: '', table: '', before, after: '', head: '', columns: [], parquet: null, chunks: [] };
}

export function headOfScript(
  { manifest, schemas, isLikelySource }: ChosenDump,
  sluiceVersion: string,
): string {
  const hasHistory = schemas.some(({ tables }) => tables.some((table) => versionsOf(table) === 'all'));
  return [
    printComment(`Sluice ${sluiceVersion}, SQL script of a dump`),
    isLikelySource === true ? '' : printComment(`Server version\t${manifest.serverVersion}`),
    '\n',
    ...NAMES.map((name) => `SET @OLD_${name} = @@SESSION.${name};\n`),
    'SET NAMES utf8mb4;\n',
    ...SETTINGS.map(([name, value]) => `SET @OLD_${name} = @@SESSION.${name}, SESSION ${name} = ${value};\n`),
    hasHistory ? WITH_HISTORY : '',
  ].join('');
}

export function footOfScript(): string {
  return [
    '\n',
    ...[...SETTINGS].reverse().map(([name]) => `SET SESSION ${name} = @OLD_${name};\n`),
    ...NAMES.map((name) => `SET SESSION ${name} = @OLD_${name};\n`),
    '\n',
    printComment('Dump completed'),
  ].join('');
}

export function useText({ name }: DumpSchema): string {
  return `\nUSE ${quoteName(name)};\n`;
}

/** Schemas with their sequences, which defaults of any table may use. */
export async function schemasText(dump: ChosenDump): Promise<string> {
  let text = '';
  for (const schema of dump.schemas) {
    const statements = await programsOf(dump, schema);
    const create = statements.filter((statement) => isPlace(statement) && !/^USE\b/i.test(statement));
    const sequences = plainCreations(statements.filter(isSequence));
    text += `\n${printComment(`Schema ${quoteName(schema.name)}`)}`;
    text += printStatements(create) + useText(schema).trimStart() + printStatements(sequences);
  }
  return text;
}

export async function tablePart(dump: ChosenDump, table: DumpTable): Promise<ScriptPart> {
  const { schema, name, chunks } = table;
  const { statements, text } = await createdTable(dump, table);
  return {
    schema,
    table: name,
    before: `\n${printComment(`Table ${quoteTable(schema, name)}`)}${printStatements(statements)}`,
    after: '',
    parquet: null,
    ...insertsOf(table, text),
    chunks,
  };
}

/** Everything that may refer to tables, or nothing; triggers come last, for none may fire for the rows. */
export async function objectsText(dump: ChosenDump): Promise<string> {
  const placeholders: string[] = [];
  const libraries: string[] = [];
  const programs: string[] = [];
  const triggers: string[] = [];
  for (const schema of dump.schemas) {
    const use = useText(schema);
    const statements = (await programsOf(dump, schema)).filter(
      (statement) => !isPlace(statement) && !isSequence(statement),
    );
    const ofKind = (isLibrary: boolean) =>
      plainCreations(
        statements.filter((statement) => {
          const object = storedObjectOf(statement);
          return object === null || (object.kind === 'library') === isLibrary;
        }),
      );
    const hasPrograms = ofKind(false).some((statement) => storedObjectOf(statement) !== null);
    if ((schema.document.libraries ?? []).length > 0) libraries.push(use, printStatements(ofKind(true)));
    if (hasPrograms) programs.push(use, printStatements(ofKind(false)));
    if (schema.document.includesViewsDdl && schema.views.length > 0) {
      placeholders.push(use);
      for (const { stem } of schema.views)
        placeholders.push(printStatements(await createdBy(dump, `${stem}.pre.sql`)));
    }
    const own: string[] = [];
    for (const table of schema.tables) own.push(printStatements(await triggersOf(dump, table)));
    if (own.join('') !== '') triggers.push(use, ...own);
  }
  return [...placeholders, ...libraries, ...programs, await viewsText(dump), ...triggers].join('');
}

interface PrintedView extends ViewToCreate {
  readonly use: string;
  readonly statements: readonly string[];
}

/**
 * Views in the place of their placeholders, each after those that it depends on: over a placeholder a view may be
 * refused (error 1368), and the server takes an updatable view for one that is not.
 */
async function viewsText(dump: ChosenDump): Promise<string> {
  const views: PrintedView[] = [];
  for (const schema of dump.schemas) {
    for (const { name, stem } of schema.document.includesViewsDdl ? schema.views : []) {
      const text = await dump.script(`${stem}.sql`);
      const statements = await createdBy(dump, `${stem}.sql`);
      views.push({ schema: schema.name, name, text, statements, use: useText(schema) });
    }
  }
  return viewsInOrder(views)
    .flat()
    .map(
      ({ name, use, statements }) =>
        `${use}DROP VIEW IF EXISTS ${quoteName(name)};\n${printStatements(statements)}`,
    )
    .join('');
}
