import { readDefaultCollations } from '../../catalog/server/collations';
import { unsaidCollations } from '../../catalog/server/dialect';
import type { ControlSession } from '../../catalog/session/control-session';
import { inWordsOf } from '../../catalog/definition/converted-literals';
import { quoteName } from '../../catalog/text/quote';
import { withFoldedNames } from '../../catalog/server/name-folding';
import {
  differenceText,
  differingLines,
  likenessOf,
  meaningOf,
  SAME_AS_SOURCE,
  type DefinitionDifference,
} from '../../catalog/definition/same-definition';
import { parseVersion, type ServerFacts } from '../../catalog/server/server';
import { assertNever } from '../../contract/exhaustive';
import type { SluiceError } from '../../contract/failure';
import type { LoadOptions } from '../../contract/runs/options';
import type { Check } from '../../contract/runs/result';
import type { Manifest } from '../../format/documents';
import { plainCreation } from '../../format/sql/creation';
import { withoutConstraintNames } from './constraint-names';
import { compareVersions } from '../normalized/across-versions';
import { renamedReferences } from '../names/rename-references';
import type { PreparedTable } from './prepared-table';
import { tableFailures, tableText } from '../../text/target/tables';

/** The definition that a dump has of a table which is compared. */
export interface ReadDefinitions {
  /** SHOW CREATE TABLE of the target. */
  readonly now: string;
  /** The statement that creates the table in a dump which records no definition; null where it has none. */
  readonly written: string | null;
}

/**
 * Compares a table's present definition with the one before indexes and foreign keys were deferred, and with the
 * source's: byte for byte where dump and target have the same version, else in normalized form. Fails with
 * `definition-differs`.
 */
export async function checkDefinition(
  session: ControlSession,
  { now, written }: ReadDefinitions,
  table: PreparedTable,
  sides: DefinitionSides,
): Promise<Check> {
  assertAsBefore(table, await inWordsOf(session, table.canonical, now), now);
  const wish = comparedSource(table, sides.renaming);
  switch (wish.kind) {
    case 'nothing':
      return wish.check;
    case 'written':
      return written === null
        ? { kind: 'definition', state: 'not-checked', detail: tableText.noDefinition }
        : await compareWithWritten(
            session,
            { written, now },
            { source: table.dump.schema, target: table.schema },
            sides,
          );
    case 'source': {
      const [wanted, found] = await inOneSpelling(session, { source: wish.source, now, folds: sides.folds });
      return judgeDefinition(table, wanted, found, sides);
    }
    default:
      return assertNever(wish);
  }
}

/**
 * Compares a table's definition with the statement that another tool has written. A difference proves nothing: tools leave
 * out parts of what a server prints, and write others in words of their own.
 *
 * @param schemas names of the table's schema in the dump and on the target
 */
export async function compareWithWritten(
  session: ControlSession,
  { written, now }: { readonly written: string; readonly now: string },
  schemas: { readonly source: string; readonly target: string },
  sides: DefinitionSides,
): Promise<Check> {
  const said = (detail: string): Check => ({ kind: 'definition', state: 'not-checked', detail });
  const create = plainCreation(written) ?? written;
  const source = renamedReferences(create, { ...schemas, ...sides.renaming });
  const [wanted, found] = await inOneSpelling(session, { source, now, folds: sides.folds });
  const equal = likenessToSource(wanted, found);
  if (equal !== null) return { kind: 'definition', state: 'ok', detail: equal };
  // Many dumps do not tell their server, and equal words need no guess.
  if (parseVersion(sides.manifest.serverVersion).vendor !== sides.server.vendor)
    return said(tableText.writtenForOtherVendor);
  const compared = compareWithSource(wanted, found, sides);
  return 'check' in compared
    ? compared.check
    : said(tableText.otherThanWritten(differenceText(compared.difference)));
}

/** Parts of a table that the check of its definition reads. */
export type CheckedTable = Pick<PreparedTable, 'schema' | 'canonical' | 'existingRows'> & {
  readonly dump: SourceTable & {
    readonly name: string;
    readonly document: Pick<PreparedTable['dump']['document'], 'includesDdl'>;
  };
};

/**
 * Fails with `definition-differs` where the definition is not the one before indexes and foreign keys were deferred.
 * Pure.
 *
 * @param alike its definition `now` in the spelling of the one before
 */
export function assertAsBefore(table: CheckedTable, alike: string, now: string): void {
  if (likenessOf(alike, table.canonical) === 'different') throw differs(table, table.canonical, now);
}

/**
 * Returns the definition that a table's is compared with, or a sentence where there is none; `written` where the dump has
 * only the statement of another tool. Pure.
 */
export function comparedSource(
  table: CheckedTable,
  renaming: DefinitionSides['renaming'],
):
  | { readonly kind: 'nothing'; readonly check: Check }
  | { readonly kind: 'written' }
  | { readonly kind: 'source'; readonly source: string } {
  if (!table.dump.document.includesDdl || table.existingRows !== null)
    return { kind: 'nothing', check: { kind: 'definition', state: 'ok', detail: tableText.onlyRows } };
  const source = sourceDefinition(table, renaming);
  return source === undefined ? { kind: 'written' } : { kind: 'source', source };
}

/** Fails with `definition-differs` where the definition `found` is not the `wanted` one. Pure. */
export function judgeDefinition(table: CheckedTable, wanted: string, found: string, sides: Versions): Check {
  const compared = compareWithSource(wanted, found, sides);
  if ('check' in compared) return compared.check;
  throw differs(table, wanted, found, compared.difference);
}

/**
 * Returns the source's definition and the target's present one, without what the target's server alone spells
 * differently.
 */
export async function inOneSpelling(
  session: ControlSession,
  { source, now, folds }: { readonly source: string; readonly now: string; readonly folds: boolean },
): Promise<readonly [source: string, now: string]> {
  const alike = await inWordsOf(session, source, now);
  return folds ? [withFoldedNames(source), withFoldedNames(alike)] : [source, alike];
}

/** Both sides of a comparison of definitions, with what a load has renamed. */
export interface DefinitionSides extends Versions {
  readonly renaming: Pick<LoadOptions, 'schemaMap' | 'tableRenames'>;
  /** True if the target ignores the case of table names. */
  readonly folds: boolean;
}

/** Versions of both sides of a comparison. */
export interface Versions {
  readonly server: Pick<ServerFacts, 'version' | 'vendor'>;
  readonly manifest: Pick<Manifest, 'serverVersion'>;
  /** Default collation of each character set on the target; empty where both sides have one version. */
  readonly defaults: ReadonlyMap<string, string>;
}

/** Reads from the target what a comparison between two versions depends on. */
export async function readVersions(
  session: ControlSession,
  manifest: Pick<Manifest, 'serverVersion'>,
): Promise<Versions> {
  const { server } = session;
  const defaults = isSameVersion(server, manifest) ? new Map() : await readDefaultCollations(session);
  return { server, manifest, defaults };
}

/**
 * Compares a table's definition with its source's under the names that it has now; returns a sentence, or the differing
 * lines.
 */
export function compareWithSource(
  source: string,
  now: string,
  { server, manifest, defaults }: Versions,
): { readonly check: Check } | { readonly difference: DefinitionDifference } {
  const equal = likenessToSource(source, now);
  if (equal !== null) return { check: { kind: 'definition', state: 'ok', detail: equal } };
  if (isSameVersion(server, manifest)) return { difference: differingLines(source, now) };
  const dumped = parseVersion(manifest.serverVersion);
  const { vendor } = dumped;
  if (vendor !== server.vendor)
    return { check: { kind: 'definition', state: 'ok', detail: tableText.otherVendor } };
  const ofSource = new Map([...defaults, ...unsaidCollations(dumped)]);
  const { lost, gained, unclear } = compareVersions(
    { text: source, defaults: ofSource },
    { text: now, defaults },
    vendor,
  );
  if (lost.length + gained.length > 0) return { difference: { lost, gained } };
  const check: Check =
    unclear.length === 0
      ? { kind: 'definition', state: 'ok', detail: tableText.sameMeaning }
      : { kind: 'definition', state: 'not-checked', detail: tableText.sameButExpressions(unclear) };
  return { check };
}

/**
 * Returns a sentence on how a table's definition equals its source's under the names that it has now; null where it
 * does not.
 */
export function likenessToSource(source: string, now: string): string | null {
  const likeness = likenessOf(source, now);
  if (likeness !== 'different') return SAME_AS_SOURCE[likeness];
  return withoutConstraintNames(meaningOf(source)) === withoutConstraintNames(meaningOf(now))
    ? tableText.sameButConstraintNames
    : null;
}

/** A dumped table whose definition may be unknown. */
type SourceTable = Pick<PreparedTable['dump'], 'schema'> & {
  readonly definition: { readonly createTable: string } | null;
};

/** Returns the source's own text with the present names of its schemas and tables; undefined where there is none. */
export function sourceDefinition(
  { dump, schema }: Pick<PreparedTable, 'schema'> & { readonly dump: SourceTable },
  { schemaMap, tableRenames }: Pick<LoadOptions, 'schemaMap' | 'tableRenames'>,
): string | undefined {
  const createTable = dump.definition?.createTable;
  if (createTable === undefined) return undefined;
  const renamed = renamedReferences(createTable, {
    source: dump.schema,
    target: schema,
    schemaMap,
    tableRenames,
  });
  // Servers name the schema of a parent only where it is another one.
  return renamed.split(` REFERENCES ${quoteName(schema)}.`).join(' REFERENCES ');
}

function isSameVersion(
  { version }: Pick<ServerFacts, 'version'>,
  { serverVersion }: Pick<Manifest, 'serverVersion'>,
): boolean {
  return version === serverVersion;
}

function differs(
  table: CheckedTable,
  wanted: string,
  now: string,
  difference: DefinitionDifference = differingLines(wanted, now),
): SluiceError {
  const meant = meaningOf(wanted).split('\n');
  const odd = meaningOf(now)
    .split('\n')
    .findIndex((text, index) => text !== meant[index]);
  const line = now.split('\n')[odd] ?? wanted.slice(now.length, now.length + 200);
  return tableFailures.definitionDiffers(
    { difference: differenceText(difference) },
    { table: `${table.schema}.${table.dump.name}`, statement: line.trim() },
  );
}

/** Returns the engine's row count as a check. The engine has failed the load already where the count differs. */
export function rowCheck(
  counted: number,
  {
    dump,
    existingRows,
  }: Pick<PreparedTable, 'existingRows'> & { readonly dump: { readonly rows: number | null } },
): Check {
  const detail = tableText.rowsCounted({ counted, before: existingRows, dumped: dump.rows });
  return { kind: 'rows', state: dump.rows === null ? 'not-checked' : 'ok', detail };
}
