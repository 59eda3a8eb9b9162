import { describe, expect, it } from 'vitest';
import { holds, loadingVariables, readingVariables } from '../../../../app/catalog/session/variables';

const MYSQL = { vendor: 'mysql', versionNumber: 90_704 } as const;
const MYSQL_8_0_16 = { vendor: 'mysql', versionNumber: 80_016 } as const;
const MARIADB = { vendor: 'mariadb', versionNumber: 101_119 } as const;
const SERVERS = [MYSQL, MYSQL_8_0_16, MARIADB];

const valuesOf = (rules: ReturnType<typeof readingVariables>) =>
  Object.fromEntries(rules.map(({ name, value }) => [name, value]));

describe('readingVariables', () => {
  it.each(SERVERS)('lifts the limits that would cut off a dump on $vendor $versionNumber', (server) => {
    expect(valuesOf(readingVariables(server))).toMatchObject({
      sql_select_limit: '18446744073709551615',
      [server.vendor === 'mysql' ? 'max_execution_time' : 'max_statement_time']: '0',
    });
  });

  it.each(SERVERS)('reads TIMESTAMP in UTC and invalid dates as they are on $vendor', (server) => {
    const values = valuesOf(readingVariables(server));
    expect(values.time_zone).toBe("'+00:00'");
    expect(values.sql_mode).toContain('ALLOW_INVALID_DATES');
    expect(values.sql_mode).not.toMatch(/ANSI_QUOTES|NO_BACKSLASH_ESCAPES|PAD_CHAR|STRICT/);
  });

  it.each(SERVERS)('computes by the factory settings on $vendor $versionNumber', (server) => {
    expect(valuesOf(readingVariables(server))).toMatchObject({
      div_precision_increment: '4',
      default_week_format: '0',
      lc_time_names: "'en_US'",
    });
  });

  it('names the isolation level as each vendor does', () => {
    expect(valuesOf(readingVariables(MYSQL)).transaction_isolation).toBe("'REPEATABLE-READ'");
    expect(valuesOf(readingVariables(MARIADB)).tx_isolation).toBe("'REPEATABLE-READ'");
  });

  it.each(SERVERS)('lets no global decide about characters, transactions and reads on $vendor', (server) => {
    expect(valuesOf(readingVariables(server))).toMatchObject({
      character_set_client: 'utf8mb4',
      character_set_results: 'utf8mb4',
      sql_big_selects: '1',
      autocommit: '1',
      completion_type: "'NO_CHAIN'",
      sql_auto_is_null: '0',
    });
  });

  it('reads the present rows of versioned tables, in transactions that may be idle, on MariaDB', () => {
    expect(valuesOf(readingVariables(MARIADB))).toMatchObject({
      system_versioning_asof: 'DEFAULT',
      idle_transaction_timeout: '0',
      idle_readonly_transaction_timeout: '0',
    });
  });

  it('puts rows of the past in where MariaDB takes them, and sets nothing for that in sessions that read', () => {
    const name = 'system_versioning_insert_history';
    expect(valuesOf(loadingVariables(MARIADB))[name]).toBe('1');
    expect(valuesOf(readingVariables(MARIADB))[name]).toBeUndefined();
    expect(valuesOf(loadingVariables({ ...MARIADB, versionNumber: 101_099 }))[name]).toBeUndefined();
  });

  it('asks a reading account for no variable that only a load needs and a privilege sets', () => {
    expect(Object.keys(valuesOf(readingVariables(MYSQL)))).not.toContain(
      'sql_generate_invisible_primary_key',
    );
    expect(valuesOf(loadingVariables(MYSQL)).sql_generate_invisible_primary_key).toBe('0');
  });

  it('sets no variable that a server does not have yet', () => {
    const old = Object.keys(valuesOf(loadingVariables(MYSQL_8_0_16)));
    expect(old).not.toContain('print_identified_with_as_hex');
    expect(old).not.toContain('sql_generate_invisible_primary_key');
    expect(Object.keys(valuesOf(readingVariables(MARIADB)))).not.toContain('information_schema_stats_expiry');
  });

  it.each(SERVERS)('sets every variable once and says why on $vendor', (server) => {
    const rules = loadingVariables(server);
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
    expect(rules.filter(({ why }) => why === '')).toEqual([]);
  });
});

describe('loadingVariables', () => {
  it.each(SERVERS)(
    'keeps what reading needs and checks uniqueness, not foreign keys, on $vendor',
    (server) => {
      const values = valuesOf(loadingVariables(server));
      expect(values).toMatchObject(valuesOf(readingVariables(server)));
      expect(values).toMatchObject({ foreign_key_checks: '0', unique_checks: '1' });
    },
  );
});

describe('a session that makes definitions', () => {
  const of = (versionNumber: number) => valuesOf(loadingVariables({ vendor: 'mariadb', versionNumber }));

  it.each(SERVERS)('gets no other engine than the one that it asks for on $vendor', (server) => {
    expect(valuesOf(loadingVariables(server)).sql_mode).toContain('NO_ENGINE_SUBSTITUTION');
  });

  it('takes no collation from a server that has its own for a character set', () => {
    expect(of(110_800).character_set_collations).toBe("X''");
    expect(of(101_119)).not.toHaveProperty('character_set_collations');
  });

  it('gives a TIMESTAMP no default of its own, where a session may say so', () => {
    expect(of(101_119).explicit_defaults_for_timestamp).toBe('1');
    expect(of(100_601)).not.toHaveProperty('explicit_defaults_for_timestamp');
    expect(valuesOf(loadingVariables(MYSQL)).explicit_defaults_for_timestamp).toBe('1');
  });
});

describe('holds', () => {
  it.each([
    ['1', 'ON'],
    ['0', '0.000000'],
    ["'REPEATABLE-READ'", 'REPEATABLE-READ'],
    ["'NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES'", 'ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO'],
    ["'+00:00'", '+00:00'],
    ['DEFAULT', 'DEFAULT'],
    ['utf8mb4', 'utf8mb4'],
    ['18446744073709551615', '18446744073709551615'],
  ])('knows %s in the server’s own words, %s', (literal, actual) => {
    expect(holds(literal, actual)).toBe(true);
  });

  it.each([
    ['1', 'OFF'],
    ['0', '1.500000'],
    ["'+00:00'", 'SYSTEM'],
    ['DEFAULT', '2001-01-01 00:00:00.000000'],
    ["'ALLOW_INVALID_DATES'", ''],
    ['0', ''],
    ['1', null],
  ])('does not take %s for held where the server says %s', (literal, actual) => {
    expect(holds(literal, actual)).toBe(false);
  });
});
