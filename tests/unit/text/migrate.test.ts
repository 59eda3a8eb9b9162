import { describe, expect, it } from 'vitest';
import { accountText } from '../../../app/text/migrate/convert';
import { precheckText } from '../../../app/text/migrate/precheck';
import { migrateFailures, migrateText } from '../../../app/text/migrate/run';

describe('the sentences of a pre-check', () => {
  it('count the other blockers, and name the object where no table does', () => {
    const first = { object: 'shop.orders', why: 'It is broken.' };
    const messageOf = (others: number) => migrateFailures.blocked({ ...first, others }).failure.message;
    expect(messageOf(0)).toBe('shop.orders: It is broken.');
    expect(messageOf(1)).toBe('shop.orders: It is broken. 1 more blocker: see --dry-run.');
    expect(messageOf(2)).toBe('shop.orders: It is broken. 2 more blockers: see --dry-run.');
    expect(migrateFailures.risk({ ...first, object: null }).failure.message).toBe('It is broken.');
  });

  it('say where the first empty geometry is, if a key tells', () => {
    const found = { column: 'place', quoted: '`place`', rows: 1 };
    expect(precheckText.emptyGeometries({ ...found, firstKey: [] }).why).toBe(
      'In the column “place” 1 row holds an empty geometry, of no bytes, which no server takes.',
    );
    const firstKey = [['id', '7'] as const, ['part', null] as const];
    const many = precheckText.emptyGeometries({ ...found, rows: 1200, firstKey });
    expect(many.why).toBe(
      'In the column “place” 1,200 rows hold an empty geometry, of no bytes, which no server takes, the first where id = 7, part = NULL.',
    );
    expect(many.fix).toContain('WHERE LENGTH(`place`) = 0');
  });

  it('name the modes that the target lacks or adds', () => {
    const begin = (missing: readonly string[], added: readonly string[]) =>
      precheckText.sqlModes(missing, added).why.replace(/\. .*/, '');
    expect(begin(['ANSI', 'ORACLE'], [])).toBe('sql_mode differs: the target lacks ANSI, ORACLE');
    expect(begin([], ['ANSI'])).toBe('sql_mode differs: the target adds ANSI');
    expect(begin(['A'], ['B'])).toBe('sql_mode differs: the target lacks A and adds B');
  });

  it('count objects with the privileges of another account', () => {
    expect(precheckText.definerMissing(1).why).toMatch(/^1 object runs with/);
    expect(precheckText.definerMissing(3).why).toMatch(/^3 objects run with/);
  });

  it('call the vendors by their names', () => {
    expect(accountText.unknownClause('ACCOUNT LOCK', 'mariadb')).toContain('MariaDB has no word');
    expect(accountText.passwordNotCarried('ed25519', 'mysql')).toContain('tells MySQL nothing');
  });
});

describe('the sentences on definitions', () => {
  it('show three differences, and count the others', () => {
    const messageOf = (lost: readonly string[], gained: readonly string[]) =>
      migrateFailures.tableDiffers({ lost, gained }).failure.message;
    expect(messageOf(['a', 'b', 'c', 'd', 'e'], [])).toBe(
      'The target created a different table from the definition; it has not: a, b, c, 2 more.',
    );
    expect(messageOf(['a'], ['b'])).toBe(
      'The target created a different table from the definition; it has not: a; it has instead: b.',
    );
  });

  it('cut a body that differs', () => {
    const { message } = migrateFailures.objectDiffers({
      kind: 'event',
      object: 'nightly',
      lost: 'x'.repeat(400),
    }).failure;
    expect(message).toBe(`The event “nightly” means something else there; it has not: ${'x'.repeat(300)}.`);
  });
});

describe('the sentences on rows', () => {
  it('mention rows that existed before only where there are some', () => {
    expect(migrateText.rowsEqual('1f', 0)).toBe(
      'Every row read again in the target: checksum 1f on both sides',
    );
    expect(migrateText.rowsEqual('1f', 1500)).toMatch(/, with the 1,500 rows that were there$/);
  });

  it('list the schemas of unfinished migrations', () => {
    const { message } = migrateFailures.severalUnfinished({ schemas: ['a', 'b'] }).failure;
    expect(message).toBe('Migrations were left unfinished in “a” and “b”.');
    expect(migrateText.journalRemoved(['a', 'b'])).toContain('in “a”, “b”: it was removed');
  });
});
