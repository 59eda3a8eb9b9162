import type { CatalogSchema, CatalogTable, CatalogTree } from '../../../app/contract/catalog';
import type { Rules } from '../objects/selection-rules';
import { objectKey } from '../objects/object-key';
import { objectTick, type SelectedObjects } from '../objects/selection';
import type { TakenObjects } from '../objects/table-renames';

/** A row of the names that a migration gives: a schema that is taken, or a table of one that is open. */
export type NameLine =
  | {
      readonly kind: 'schema';
      readonly key: string;
      readonly schema: CatalogSchema;
      readonly open: boolean;
    }
  | {
      readonly kind: 'table';
      readonly key: string;
      readonly schema: CatalogSchema;
      readonly table: CatalogTable;
    };

/** Ticked objects and the rules that apply to them. */
export interface Taking {
  readonly selected: SelectedObjects;
  readonly rules: Rules;
}

/** The schemas of these names, with the tables that are taken of the open ones. */
export function nameLines(
  tree: CatalogTree,
  schemas: ReadonlySet<string>,
  open: ReadonlySet<string>,
  taking: Taking,
): readonly NameLine[] {
  return tree.schemas
    .filter(({ name }) => schemas.has(name))
    .flatMap((schema): readonly NameLine[] => {
      const isOpen = open.has(schema.name);
      const head: NameLine = { kind: 'schema', key: schema.name, schema, open: isOpen };
      if (!isOpen) return [head];
      const tables = schema.tables.filter(({ name }) => isTaken(schema.name, name, taking));
      return [
        head,
        ...tables.map((table): NameLine => ({
          kind: 'table',
          key: objectKey(schema.name, table.name),
          schema,
          table,
        })),
      ];
    });
}

/** The tables and views that are taken of these schemas. */
export function takenOf(
  tree: CatalogTree,
  schemas: ReadonlySet<string>,
  taking: Taking,
): readonly TakenObjects[] {
  return tree.schemas
    .filter(({ name }) => schemas.has(name))
    .map(({ name: schema, tables, views }) => ({
      schema,
      names: [...tables.map(({ name }) => name), ...views].filter((name) => isTaken(schema, name, taking)),
    }));
}

function isTaken(schema: string, name: string, { selected, rules }: Taking): boolean {
  return objectTick(selected, schema, name, rules) === 'all';
}
