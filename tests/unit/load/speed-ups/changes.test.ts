import { describe, expect, it } from 'vitest';
import { changesFor, riskOf, type ServerSettings } from '../../../../app/load/speed-ups/changes';
import { failureOf } from '../../../../app/engine/failures';

const MYSQL: ServerSettings = {
  vendor: 'mysql',
  version: '9.7.4',
  redoLog: 'on',
  doublewrite: { value: 'ON', dynamic: true },
  flushLogAtCommit: '1',
  syncBinlog: '1',
};
const MARIADB: ServerSettings = {
  ...MYSQL,
  vendor: 'mariadb',
  version: '10.11.19-MariaDB',
  redoLog: 'none',
  doublewrite: { value: 'ON', dynamic: false },
  syncBinlog: '0',
};

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return failureOf(error).code;
  }
  return '';
}

describe('changesFor', () => {
  it('keeps what each setting was, and the redo log for last', () => {
    expect(changesFor(['redo', 'flush', 'doublewrite'], MYSQL)).toEqual([
      { kind: 'variable', name: 'innodb_doublewrite', before: 'ON', during: 'DETECT_ONLY' },
      { kind: 'variable', name: 'innodb_flush_log_at_trx_commit', before: '1', during: '2' },
      { kind: 'variable', name: 'sync_binlog', before: '1', during: '0' },
      { kind: 'redo-log' },
    ]);
  });

  it('changes nothing that a server does already', () => {
    const careless: ServerSettings = {
      ...MYSQL,
      redoLog: 'off',
      doublewrite: { value: 'OFF', dynamic: true },
      flushLogAtCommit: '0',
      syncBinlog: '0',
    };
    expect(changesFor(['redo', 'flush', 'doublewrite'], careless)).toEqual([]);
    expect(changesFor(['flush'], { ...MARIADB, flushLogAtCommit: '2' })).toEqual([]);
  });

  it('refuses what a server can’t do while it runs', () => {
    expect(refusal(() => changesFor(['redo'], MARIADB))).toBe('speed-up-refused');
    expect(refusal(() => changesFor(['doublewrite'], MARIADB))).toBe('speed-up-refused');
    expect(
      changesFor(['doublewrite'], { ...MARIADB, doublewrite: { value: 'ON', dynamic: true } }),
    ).toMatchObject([{ during: 'OFF' }]);
  });

  it('says of each what a crash would cost', () => {
    for (const change of changesFor(['redo', 'flush', 'doublewrite'], MYSQL))
      expect(riskOf(change)).toMatch(/should the (server|machine) crash/);
  });
});
