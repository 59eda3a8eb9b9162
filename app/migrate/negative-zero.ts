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
  return parts.map((part) => withoutSigns(part, floating.get(quoteTable(part.schema, part.table)) ?? NONE));
}

/**
 * Returns the target's parts, which are read as the source's are: the sum has neither the decimals of DOUBLE(8,2) nor the
 * zeros of ZEROFILL, which the plain column is given with.
 */
export function readAlike(
  parts: readonly EngineDumpTable[],
  source: readonly EngineDumpTable[],
): readonly EngineDumpTable[] {
  const unsigned = (source[0]?.columns ?? []).filter(({ select }) => select.endsWith(WITHOUT_SIGN));
  const names = new Set(unsigned.map(({ name }) => name));
  return parts.map((part) => withoutSigns(part, names));
}

const NONE: ReadonlySet<string> = new Set();
const WITHOUT_SIGN = ' + 0e0';

function withoutSigns(part: EngineDumpTable, names: ReadonlySet<string>): EngineDumpTable {
  if (names.size === 0) return part;
  const columns = part.columns.map((column) =>
    names.has(column.name) ? { ...column, select: column.select + WITHOUT_SIGN } : column,
  );
  return { ...part, columns };
}
