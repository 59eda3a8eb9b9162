import { describe, expect, it } from 'vitest';
import { DEFAULT_MEMORY_LIMIT_BYTES, type ComparisonOptions } from '../../../app/contract/runs/options';
import { compareCommand } from '../../../app/verify/command';

const OPTIONS: ComparisonOptions = {
  schemaMap: {},
  tableRenames: [],
  users: [],
  excludeUsers: [],
  definers: { kind: 'keep' },
  missingPrimaryKey: 'refuse',
  verify: 'rows',
  threads: 4,
  memoryLimitBytes: DEFAULT_MEMORY_LIMIT_BYTES,
};

describe('the command that does the same comparison', () => {
  it('leaves out what is as by default', () => {
    expect(compareCommand('db', '/dumps/shop', OPTIONS)).toEqual([
      ...['sluice', 'verify', '--dump', '/dumps/shop', '--target', 'db', '--threads', '4'],
    ]);
  });

  it('says everything else', () => {
    const words = compareCommand('db', '/dumps/shop', {
      schemaMap: { shop: 'shop_copy' },
      tableRenames: [{ schema: 'shop', table: 'orders', to: 'before' }],
      users: ['app@*', 'a,b@\\%'],
      excludeUsers: ['app@localhost'],
      definers: { kind: 'replace', user: 'boss', host: '%' },
      missingPrimaryKey: 'add-invisible',
      verify: 'checksum',
      threads: 9,
      memoryLimitBytes: 2 * DEFAULT_MEMORY_LIMIT_BYTES,
    });
    expect(words.slice(6)).toEqual([
      ...['--schema-map', 'shop=shop_copy', '--rename', 'shop.orders=shop_copy.before'],
      ...['--users', 'app@*,a\\,b@\\%', '--exclude-users', 'app@localhost'],
      ...['--definers', 'boss@%', '--missing-primary-key', 'add-invisible', '--checksum'],
      ...['--threads', '9', '--memory-limit', '536870912'],
    ]);
  });
});
