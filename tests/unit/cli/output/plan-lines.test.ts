import { describe, expect, it } from 'vitest';
import { planLines } from '../../../../app/cli/output/plan-lines';
import type { LoadPlan } from '../../../../app/contract/runs/load-plan';
import { SluiceError } from '../../../../app/contract/failure';

const PLAN: LoadPlan = {
  target: '9.7.4',
  tool: 'Sluice 1.0',
  source: '8.4.0',
  scope: 'Includes: schema “shop”. Excludes: nothing.',
  stillToCome: null,
  threads: 4,
  binlog: 'off',
  speedUps: [],
  gtid: "SET GLOBAL gtid_slave_pos = '0-1-5'",
  replicationStart: "CHANGE MASTER TO MASTER_LOG_FILE = 'b.1', MASTER_LOG_POS = 4;",
  methodReason: null,
  schemas: [
    {
      source: 'shop',
      target: 'copy',
      exists: true,
      views: 1,
      routines: 0,
      triggers: 2,
      events: 0,
      sequences: 0,
    },
  ],
  tables: [
    {
      schema: 'copy',
      table: 'orders',
      renamedFrom: 'purchases',
      action: 'replace',
      rows: 1200,
      bytes: 64_000,
      chunks: 1,
      lanes: 2,
      lanesReason: null,
      orderReason: null,
      deferredIndexes: ['by_day'],
      indexReason: '1 of 1 index after the rows.',
      foreignKeys: 0,
    },
  ],
  steps: ['Tables.', 'Rows.'],
  definers: [{ file: 'shop@v.sql', object: 'VIEW v', account: 'app@%' }],
  otherStatements: [{ file: 'shop.sql', statement: 'GRANT ALL\nON *.*' }],
  accounts: [
    { account: "'app'@'%'", action: 'leave-out' },
    { account: "'new'@'%'", action: 'create', leftOut: ['GRANT `r` TO `new`@`%`: there is no role r'] },
  ],
  changes: [],
  notTried: null,
  lacks: [],
  conflicts: [],
  totals: { rows: 1200, bytes: 64_000, storedBytes: 9000, indexSeconds: 2 },
};

describe('planLines', () => {
  it('say what would be done with each table, in which order, and with whose privileges', () => {
    const text = planLines(PLAN).join('\n');
    expect(text).toContain('Nothing was touched.');
    expect(text).toContain('shop as copy: exists, 1 view, 2 triggers');
    expect(text).toContain(
      'drop and create copy.orders, which was purchases: 1,200 rows, 64.0 kB, 1 chunk, 2 lanes',
    );
    expect(text).toContain('1 of 1 index after the rows.');
    expect(text).toContain('Not written to the binary log');
    expect(text).toContain("from that moment on: CHANGE MASTER TO MASTER_LOG_FILE = 'b.1'");
    expect(text).toContain("When all is verified: SET GLOBAL gtid_slave_pos = '0-1-5';");
    expect(text).toContain('  2. Rows.');
    expect(text).toContain('VIEW v as app@% (shop@v.sql)');
    expect(text).toContain('shop.sql: GRANT ALL');
    expect(text).toContain("left out (@.users.sql): 'app'@'%'");
    expect(text).toContain("  create: 'new'@'%'\n      without GRANT `r`");
    expect(text).toContain('there are no blockers');
  });

  it('end with the conflicts, each with its remedy', () => {
    const { failure } = new SluiceError('target-read-only', 'The target is read-only.');
    const lines = planLines({ ...PLAN, conflicts: [failure] });
    expect(lines.slice(-3)).toEqual([
      'Conflict: The target is read-only.',
      `  ${failure.hint}`,
      'This load would be refused.',
    ]);
  });

  it('leave out what is not there', () => {
    const text = planLines({ ...PLAN, definers: [], otherStatements: [], accounts: [] }).join('\n');
    expect(text).not.toMatch(/privileges|run as they are|Accounts/);
  });
});
