import type { Failure } from '../../contract/failure';
import type { LoadOptions } from '../../contract/runs/options';
import { writtenBySluice } from '../../format/documents';
import { compareObjects } from './compare';
import type { ComparedObject, ObjectName } from './likeness';
import { keepsExisting } from '../target-schema';
import type { TargetContext } from '../context';
import type { PreparedSchema } from '../tables/prepared-table';
import { objectFailures } from '../../text/target/objects';

export const IS_GOOD: ReadonlySet<ComparedObject['likeness']> = new Set([
  'same',
  'same-meaning',
  'unclear',
] as const);

/** Returns whether an object existed before the load and is kept. */
export function isKeptObject(
  options: Pick<LoadOptions, 'onExisting'>,
  { target, tables }: PreparedSchema,
  { kind, name }: ObjectName,
): boolean {
  if (!keepsExisting(options)) return false;
  const kept = new Set(tables.filter(({ isKept }) => isKept).map(({ dump }) => dump.name));
  return target.namesakes.some(
    (namesake) =>
      namesake.kind === kind &&
      namesake.name === name &&
      (kind !== 'trigger' || kept.has(namesake.table ?? '')),
  );
}

/**
 * Warns of the dump's views, routines, triggers and events that are not on the target because existing objects of their
 * names are kept. An identical object is no reason for a warning; across vendors, and for another tool's dump, no
 * object counts as identical.
 */
export async function warnOfKept(
  context: TargetContext,
  schema: PreparedSchema,
): Promise<readonly Failure[]> {
  const { options, session, dump } = context;
  const { source, target, tables } = schema;
  const kept = target.namesakes.filter(
    (namesake) =>
      namesake.kind !== 'table' &&
      isKeptObject(options, schema, { kind: namesake.kind, name: namesake.name }),
  );
  if (kept.length === 0 || !source.document.includesDdl) return [];
  const isComparable = writtenBySluice(dump.manifest.dumper) && dump.vendor === session.server.vendor;
  const compared = isComparable
    ? await compareObjects(session, dump, {
        source,
        target: target.target,
        tables: tables.map((table) => table.dump),
      })
    : [];
  const same = new Set(compared.filter(({ likeness }) => IS_GOOD.has(likeness)).map(keyOf));
  return kept
    .filter((namesake) => !same.has(keyOf(namesake)))
    .map(
      ({ kind, there }) =>
        objectFailures.skipped({ kind, existing: there.kind }, { table: `${target.target}.${there.name}` })
          .failure,
    );
}

function keyOf({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind} ${name}`;
}
