import type { ColumnFacts, IndexFacts, TableFacts } from '../../../app/catalog/objects/tables';

/** Facts of catalog objects, as a server would give them; a test names only what it is about. */

export function column(name: string, columnType: string, more: Partial<ColumnFacts> = {}): ColumnFacts {
  return {
    name,
    dataType: columnType.replace(/[ (].*/, ''),
    columnType,
    nullable: false,
    generated: false,
    charset: null,
    collation: null,
    ...more,
  };
}

export function index(name: string, columns: readonly string[], more: Partial<IndexFacts> = {}): IndexFacts {
  return {
    name,
    unique: true,
    usable: true,
    type: 'BTREE',
    parts: columns.map((part) => ({ column: part, prefixLength: null, descending: false })),
    ...more,
  };
}

export function table(name: string, more: Partial<TableFacts> = {}): TableFacts {
  return {
    schema: 'shop',
    name,
    kind: 'table',
    period: null,
    engine: 'InnoDB',
    rows: 0,
    dataBytes: 0,
    columns: [column('id', 'int')],
    indexes: [index('PRIMARY', ['id'])],
    partitions: [],
    ...more,
  };
}
