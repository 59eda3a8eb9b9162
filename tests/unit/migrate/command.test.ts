import { describe, expect, it } from 'vitest';
import { MIGRATE_DEFAULTS, migrating, type MigrateOptions } from '../../../app/contract/runs/migrate';
import { migrateCommand } from '../../../app/migrate/command';

const OPTIONS: MigrateOptions = {
  ...MIGRATE_DEFAULTS,
  selection: migrating([{ kind: 'schema', schema: 'shop' }]),
};

describe('the command that does the same migration', () => {
  it('leaves out what is as by default', () => {
    expect(migrateCommand('db1', 'db2', OPTIONS)).toEqual([
      ...['sluice', 'migrate', '--source', 'db1', '--target', 'db2', '--schemas', 'shop', '--threads', '4'],
    ]);
  });

  it('says everything else', () => {
    const words = migrateCommand('db1', 'db2', {
      ...OPTIONS,
      selection: { ...OPTIONS.selection, content: 'data' },
      tableRenames: [{ schema: 'shop', table: 'orders', to: 'before' }],
      onExisting: 'append',
      reconnectMs: 5000,
      resume: true,
      schemaMap: { shop: 'shop_copy' },
      threads: 9,
      indexes: 'defer',
      consistency: 'none',
      history: 'skip',
      longQueries: 'refuse',
      definers: { kind: 'strip' },
      fixes: ['collations', 'types'],
      confirmedTarget: 'db2',
    });
    expect(words.slice(8)).toEqual([
      ...['--data-only', '--schema-map', 'shop=shop_copy', '--rename', 'shop.orders=shop_copy.before'],
      ...['--on-existing', 'append', '--threads', '9', '--indexes', 'defer', '--consistency', 'none'],
      ...['--row-versions', 'skip', '--definers', 'strip', '--long-queries', 'refuse', '--retry-for', '5'],
      ...['--fix', 'collations,types', '--confirm-target', 'db2', '--resume'],
    ]);
  });
});
