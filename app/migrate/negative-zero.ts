import { quoteTable } from '../catalog/text/quote';
import type { TableFacts } from '../catalog/objects/tables';
import type { SchemaPlan } from '../source/definitions/definitions';
import type { EngineDumpTable } from '../engine/specs';

const FLOATING: ReadonlySet<string> = new Set(['float', 'double']);

/** Returns the columns in which MySQL distinguishes negative zero from 0. MariaDB drops its sign (10.11, measured). */
export function floatingColumns({ columns }: TableFacts): readonly string[] {
  return columns.filter(({ dataType }) => FLOATING.has(dataType)).map(({ name }) => name);
}

/**
 * Returns the parts as read for MariaDB: negative zero is read as 0, as it will be on the target, so that checksums
 * agree.
 */
export function withoutNegativeZeros(
  parts: readonly EngineDumpTable[],
  plans: readonly SchemaPlan[],
): readonly EngineDumpTable[] {
  const floating = new Map(
    plans.flatMap(({ tables }) =>
      tables.map(
        ({ facts }) => [quoteTable(facts.schema, facts.name), new Set(floatingColumns(facts))] as const,
      ),
    ),
  );
  return parts.map((part) => {
    const own = floating.get(quoteTable(part.schema, part.table));
    if (own === undefined || own.size === 0) return part;
    const columns = part.columns.map((column) =>
      own.has(column.name) ? { ...column, select: `${column.select} + 0e0` } : column,
    );
    return { ...part, columns };
  });
}
