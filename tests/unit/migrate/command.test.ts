import { describe, expect, it } from 'vitest';
import { MIGRATE_DEFAULTS, type MigrateOptions } from '../../../app/contract/migrate';
import { migrateCommand } from '../../../app/migrate/command';

const OPTIONS: MigrateOptions = {
  ...MIGRATE_DEFAULTS,
  selection: { include: [{ kind: 'schema', schema: 'shop' }], exclude: [], where: [], partitions: [] },
};

describe('the command that does the same migration', () => {
  it('leaves out what is as by default', () => {
    expect(migrateCommand('db1', 'db2', OPTIONS)).toEqual([
      ...['sluice', 'migrate', '--source', 'db1', '--target', 'db2', '--schemas', 'shop'],
    ]);
  });

  it('says everything else', () => {
    const words = migrateCommand('db1', 'db2', {
      ...OPTIONS,
      schemaMap: { shop: 'shop_copy' },
      threads: 9,
      indexes: 'defer',
      consistency: 'none',
      definers: { kind: 'strip' },
      fixes: ['collations', 'types'],
      confirmedTarget: 'db2',
    });
    expect(words.slice(8)).toEqual([
      ...['--schema-map', 'shop=shop_copy', '--threads', '9', '--indexes', 'defer', '--consistency', 'none'],
      ...['--definers', 'strip', '--fix', 'collations,types', '--confirm-target', 'db2'],
    ]);
  });
});
