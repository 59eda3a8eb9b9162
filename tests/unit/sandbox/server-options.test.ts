import { describe, expect, it } from 'vitest';
import type { ServerProgram } from '../../../app/sandbox/locate';
import { initStatements, serverOptions } from '../../../app/sandbox/server-options';

const program = (vendor: 'mysql' | 'mariadb'): ServerProgram => ({
  vendor,
  version: vendor === 'mysql' ? '9.7.4' : '10.11.19-MariaDB',
  origin: 'here',
  command: ['/p/server'],
  options: ['--basedir=/p'],
  systemTables: { kind: 'initialize' },
  clients: { sql: null, dump: null },
});
const places = {
  dataFolder: '/f/data',
  socketPath: '/f/s',
  port: 20001,
  pidFile: '/f/pid',
  initFile: '/f/init.sql',
};

describe('serverOptions', () => {
  const options = serverOptions(program('mysql'), places, { bufferPoolBytes: 1024, options: ['--log-bin'] });

  it('reads no configuration of the user: --no-defaults must come first', () => {
    expect(options[0]).toBe('--no-defaults');
  });

  it('keeps its temporary tables to itself', () => {
    expect(options).toContain('--tmpdir=/f/tmp');
  });

  it('listens on this machine only', () => {
    expect(options).toContain('--bind-address=127.0.0.1');
    expect(options).toContain('--mysqlx=OFF');
  });

  it('lets wishes win: the server takes the last of two', () => {
    expect(options.indexOf('--log-bin')).toBeGreaterThan(options.indexOf('--skip-log-bin'));
    expect(options[options.length - 1]).toBe('--log-bin');
  });

  it('gives no vendor an option that it does not know', () => {
    const mariadb = serverOptions(program('mariadb'), places, { bufferPoolBytes: 1024, options: [] });
    expect(mariadb.filter((option) => /mysqlx|redo-log-capacity/.test(option))).toEqual([]);
    expect(options.filter((option) => option.includes('innodb-log-file-size'))).toEqual([]);
  });
});

describe('initStatements', () => {
  it.each(['mysql', 'mariadb'] as const)('leaves no account of %s without a password', (vendor) => {
    const statements = initStatements(program(vendor), 'secret');
    const accounts = statements.filter((statement) => statement.startsWith('ALTER USER'));
    expect(accounts).toHaveLength(vendor === 'mysql' ? 2 : 1);
    expect(accounts.every((statement) => statement.includes("IDENTIFIED BY 'secret'"))).toBe(true);
  });

  it('writes every statement on one line, as an init file needs it', () => {
    expect(initStatements(program('mysql'), 'x').join('')).not.toContain('\n');
  });
});
