import { describe, expect, it } from 'vitest';
import { parsePrivileges } from '../../../app/catalog/privileges/grants';
import type { StoredObject } from '../../../app/catalog/objects/objects';
import type { ColumnFacts, TableFacts } from '../../../app/catalog/objects/tables';
import type { MigrationFinding } from '../../../app/contract/runs/migrate';
import { judgeDefiners, judgeObjectPrivileges } from '../../../app/migrate/precheck/privileges';
import { judgeStorage } from '../../../app/migrate/precheck/tables/storage';
import { judgeWords } from '../../../app/migrate/precheck/words';
import { serverSide } from './server-side';

const rules = (found: readonly MigrationFinding[]) => found.map(({ severity, rule }) => [severity, rule]);

const MYSQL = serverSide();
const MARIADB = serverSide({ vendor: 'mariadb' });

describe('storage of a table', () => {
  const column = (name: string): ColumnFacts => ({
    ...{ name, dataType: 'date', columnType: 'date', nullable: true, generated: false },
    ...{ charset: null, collation: null },
  });
  const FACTS: TableFacts = {
    ...{ schema: 'shop', name: 't', kind: 'table', period: null },
    ...{ engine: 'InnoDB', rows: 0, dataBytes: 0 },
    ...{ columns: [column('id'), column('born')], indexes: [], partitions: [] },
  };
  const define = (options: string, born = 'date DEFAULT NULL') =>
    `CREATE TABLE \`t\` (\n  \`id\` int NOT NULL,\n  \`born\` ${born},\n  PRIMARY KEY (\`id\`)\n) ${options}`;

  it.each([
    ['plain tables', MARIADB, MYSQL, 'ENGINE=InnoDB', []],
    [
      'compressed tables on large pages',
      MYSQL,
      serverSide({ pageSize: 32_768 }),
      'ENGINE=InnoDB ROW_FORMAT=COMPRESSED',
      [['blocks', 'row-format']],
    ],
    [
      'compressed tables that can only be read',
      MARIADB,
      serverSide({ vendor: 'mariadb', readOnlyCompressed: true }),
      'ENGINE=InnoDB KEY_BLOCK_SIZE=8',
      [['blocks', 'row-format']],
    ],
    ['compressed pages', MARIADB, MYSQL, 'ENGINE=InnoDB `PAGE_COMPRESSED`=1', [['blocks', 'row-format']]],
    ['the same within a vendor', MARIADB, MARIADB, 'ENGINE=InnoDB `PAGE_COMPRESSED`=1', []],
    [
      'compressed pages of MySQL',
      MYSQL,
      MARIADB,
      "ENGINE=InnoDB COMPRESSION='zlib'",
      [['blocks', 'row-format']],
    ],
    ['words in a comment', MARIADB, MYSQL, "ENGINE=InnoDB COMMENT='PAGE_COMPRESSED=1'", []],
    [
      'partitions without InnoDB',
      MARIADB,
      MYSQL,
      'ENGINE=MyISAM\n PARTITION BY RANGE (`id`)\n(PARTITION `a` VALUES LESS THAN (9) ENGINE = MyISAM)',
      [['blocks', 'partitioning']],
    ],
    [
      'a DEFAULT partition',
      MARIADB,
      MYSQL,
      'ENGINE=InnoDB\n PARTITION BY LIST (`id`)\n(PARTITION `a` DEFAULT ENGINE = InnoDB)',
      [['blocks', 'partitioning']],
    ],
  ])('%s', (_name, source, target, options, expected) => {
    expect(rules(judgeStorage(FACTS, define(options), source, target))).toEqual(expected);
  });

  it('names a default that the target’s applications can’t write', () => {
    const strict = serverSide({ sqlMode: new Set(['NO_ZERO_DATE']) });
    const definition = define('ENGINE=InnoDB', "date NOT NULL DEFAULT '0000-00-00'");
    expect(judgeStorage(FACTS, definition, MYSQL, strict)).toMatchObject([
      { severity: 'warns', rule: 'zero-date', object: 'shop.t.born' },
    ]);
    expect(judgeStorage(FACTS, definition, MYSQL, MYSQL)).toEqual([]);
  });
});

describe('privileges', () => {
  const moved = {
    schema: 'shop',
    target: 'copy',
    views: 1,
    routines: 0,
    triggers: 2,
    events: 0,
    foreignKeys: 1,
  };
  const may = (grant: string) => serverSide({ privileges: parsePrivileges([grant]) });

  it('are missed where objects want them, and only there', () => {
    const [finding] = judgeObjectPrivileges(moved, may('GRANT CREATE, TRIGGER ON `copy`.* TO `a`@`%`'));
    expect(finding).toMatchObject({ severity: 'blocks', rule: 'privileges', object: 'copy' });
    expect(finding?.why).toContain(
      'lacks REFERENCES on `copy` (for foreign keys); CREATE VIEW, SHOW VIEW on `copy`',
    );
    expect(judgeObjectPrivileges(moved, MYSQL)).toEqual([]);
  });

  const view = (definer: string): StoredObject => ({
    ...{ kind: 'view', name: 'v', timeZone: null },
    definition: `CREATE ALGORITHM=UNDEFINED DEFINER=${definer} SQL SECURITY DEFINER VIEW \`v\` AS select 1 AS \`1\``,
    context: { sqlMode: '', characterSet: 'utf8mb4', collation: 'utf8mb4_general_ci' },
  });
  const owned = [view('`boss`@`%`')];

  it('of a definer that the target lacks, or may not be named', () => {
    const without = serverSide({ accounts: new Set(['a@%']) });
    expect(rules(judgeDefiners('shop', owned, without))).toEqual([['warns', 'definer']]);
    const weak = may('GRANT CREATE VIEW ON `copy`.* TO `a`@`%`');
    expect(rules(judgeDefiners('shop', owned, weak))).toEqual([['blocks', 'definer']]);
  });

  it('belong to the account itself where definers are stripped or its own', () => {
    const without = serverSide({ accounts: new Set(['a@%']) });
    expect(
      judgeDefiners('shop', [{ ...view(''), definition: 'CREATE VIEW `v` AS select 1' }], without),
    ).toEqual([]);
    expect(judgeDefiners('shop', [view('`a`@`%`')], without)).toEqual([]);
  });
});

describe('words', () => {
  const names = [
    { object: 'shop.t.Rank', name: 'Rank' },
    { object: 'shop.t.returning', name: 'returning' },
  ];

  it('that only the target reserves are named', () => {
    expect(judgeWords(names, 'mariadb', 'mysql').map(({ object }) => object)).toEqual(['shop.t.Rank']);
    expect(judgeWords(names, 'mysql', 'mariadb').map(({ object }) => object)).toEqual(['shop.t.returning']);
    expect(judgeWords(names, 'mysql', 'mysql')).toEqual([]);
  });
});
