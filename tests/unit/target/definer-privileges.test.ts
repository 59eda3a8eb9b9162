import { describe, expect, it } from 'vitest';
import { definerOf, readPrivileges } from '../../../app/target/definer-privileges';
import type { DumpFolder } from '../../../app/format/read/dump';

describe('definerOf', () => {
  it.each([
    [
      'CREATE OR REPLACE ALGORITHM=UNDEFINED DEFINER=`app`@`%` SQL SECURITY DEFINER VIEW `v` AS select 1',
      'VIEW v',
      'app@%',
    ],
    ['CREATE DEFINER=`a``b`@`h` PROCEDURE `tidy`()\nSELECT 1', 'PROCEDURE tidy', 'a`b@h'],
    ['CREATE DEFINER=`the event e`@`%` PROCEDURE `p`()', 'PROCEDURE p', 'the event e@%'],
    ['CREATE DEFINER = app @ `10.%` FUNCTION IF NOT EXISTS f()', 'FUNCTION f', 'app@10.%'],
    ['CREATE DEFINER=`a`@`%` SOMETHING `x`', 'OBJECT ', 'a@%'],
    ['CREATE DEFINER=`reports` VIEW `v` AS select 1', 'VIEW v', 'reports'],
    ["CREATE DEFINER='o\'\'brien'@'%' VIEW `v` AS select 1", 'VIEW v', "o'brien@%"],
    ['CREATE DEFINER  =\n root@10.0.0.1 VIEW `v` AS select 1', 'VIEW v', 'root@10.0.0.1'],
    ['CREATE DEFINER=root@my-host SQL SECURITY DEFINER VIEW `v` AS select 1', 'VIEW v', 'root@my-host'],
    ["CREATE DEFINER='x'@'localhost' TRIGGER `s`.`t` BEFORE INSERT ON `o`", 'TRIGGER s.t', 'x@localhost'],
    [
      '/*!50106 CREATE*/ /*!50117 DEFINER=`e`@`%`*/ /*!50106 EVENT `nightly` ON SCHEDULE',
      'EVENT nightly',
      'e@%',
    ],
  ])('%s', (statement, object, account) => {
    expect(definerOf(statement)).toEqual({ object, account });
  });

  it('is null where the statement names none, whatever its body says', () => {
    expect(definerOf('CREATE VIEW `v` AS select 1')).toBeNull();
    expect(definerOf("CREATE PROCEDURE `p`() SELECT id FROM t WHERE definer='root'")).toBeNull();
    expect(definerOf('CREATE DEFINER=CURRENT_USER PROCEDURE `p`() SELECT 1 WHERE definer=1')).toBeNull();
    expect(definerOf("CREATE TABLE `t` (`c` int COMMENT 'DEFINER=root')")).toBeNull();
    const body = `BEGIN ${'-- long\n'.repeat(100)} SET @x = 'DEFINER=\`a\`@\`b\`'; END`;
    expect(definerOf(`CREATE PROCEDURE p() ${body}`)).toBeNull();
  });
});

describe('effects of a dump’s scripts', () => {
  interface Parts {
    readonly rowsOnly?: boolean;
    readonly withoutViews?: boolean;
    readonly missing?: readonly string[];
  }

  const FILES = [
    ...['shop.sql', 'shop@orders.sql', 'shop@orders.triggers.sql', 'shop@people.sql'],
    ...['shop@v.pre.sql', 'shop@v.sql'],
  ];

  /** One table with triggers, one without, and a view; each script as it is given, or nothing. */
  function folder(scripts: Readonly<Record<string, string>>, parts: Parts = {}): DumpFolder {
    const includesDdl = parts.rowsOnly !== true;
    const table = (stem: string, triggers: readonly string[]) => ({
      ...{ stem, document: { includesDdl, triggers } },
    });
    const schema = {
      document: { includesDdl, includesViewsDdl: parts.withoutViews !== true },
      scripts: ['shop.sql'],
      tables: [table('shop@orders', ['t']), table('shop@people', [])],
      views: [{ name: 'v', stem: 'shop@v' }],
    };
    // Nothing else of it is looked at.
    return {
      schemas: [schema],
      problems: (parts.missing ?? []).map((chunk) => ({ chunk })),
      script: (name: string) => {
        if (!FILES.includes(name)) throw new Error(`The dump has no file ${name}.`);
        return Promise.resolve(scripts[name] ?? '');
      },
    } as unknown as DumpFolder;
  }

  const VIEW = 'CREATE DEFINER=`boss`@`%` VIEW `v` AS select 1;';

  it('is to make objects of other accounts, each by the file that makes it', async () => {
    const dump = folder({
      'shop.sql': 'CREATE DEFINER=`a`@`h` PROCEDURE `p`() SELECT 1;',
      'shop@orders.triggers.sql':
        'CREATE DEFINER=`app`@`%` TRIGGER `t` BEFORE INSERT ON `orders` FOR EACH ROW SET @a = 1;',
      'shop@v.sql': VIEW,
    });
    const { definers, otherStatements } = await readPrivileges(dump, 'app@%');
    expect(definers).toEqual([
      { file: 'shop.sql', object: 'PROCEDURE p', account: 'a@h' },
      { file: 'shop@v.sql', object: 'VIEW v', account: 'boss@%' },
    ]);
    expect(otherStatements).toEqual([]);
  });

  it('is what stands in the scripts that a load runs, and in no other', async () => {
    const files = ['shop.sql', 'shop@orders.sql', 'shop@orders.triggers.sql', 'shop@people.sql'];
    const all = [...files, 'shop@people.triggers.sql', 'shop@v.pre.sql', 'shop@v.sql'];
    const scripts = Object.fromEntries(all.map((file) => [file, `CALL \`${file}\`();`]));
    const read = async (parts?: Parts) =>
      (await readPrivileges(folder(scripts, parts), 'app@%')).otherStatements.map(({ file }) => file);
    expect(await read()).toEqual([...files, 'shop@v.pre.sql', 'shop@v.sql']);
    expect(await read({ withoutViews: true })).toEqual(files);
    expect(await read({ rowsOnly: true })).toEqual(['shop@v.pre.sql', 'shop@v.sql']);
    expect(await read({ missing: ['shop@orders.sql', 'shop@v.sql'] })).toEqual([
      ...['shop.sql', 'shop@orders.triggers.sql', 'shop@people.sql', 'shop@v.pre.sql'],
    ]);
  });

  it.each([
    ...['SET NAMES utf8mb4', 'SET @saved = @@SESSION.sql_mode', 'USE `shop`', 'DO SETVAL(`s`, 5)'],
    ...[
      '/*!40101 SET sql_mode = 1 */',
      '/*!40101SET sql_mode = 1 */',
      'create table `t` (`id` int)',
      'DROP VIEW IF EXISTS `v`',
    ],
    ...['/*!50001 DROP TABLE IF EXISTS `v` */', 'ALTER DATABASE `shop` CHARACTER SET utf8mb4'],
    ...['CREATE PACKAGE BODY p AS END', 'DROP PACKAGE p', 'CREATE DATABASE /*!32312 IF NOT EXISTS*/ `shop`'],
  ])('is nothing to remark upon: %s', async (statement) => {
    expect((await readPrivileges(folder({ 'shop.sql': `${statement};` }), 'a@b')).otherStatements).toEqual(
      [],
    );
  });

  it.each([
    ...['GRANT ALL ON *.* TO `x`', 'SET PASSWORD = 1', 'SET GLOBAL a = 1', 'SET PERSIST a = 1'],
    ...['SET @@GLOBAL.a = 1', 'SET DEFAULT ROLE r TO u', 'SET ROLE r', 'CREATE USER u', 'CREATE ROLE r'],
    ...[
      'CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (HOST 1)',
      'DROP DATABASE d',
      'INSERT INTO t VALUES (1)',
    ],
    ...['ALTER TABLE t ADD c int', 'DO SLEEP(5)', 'x CREATE TABLE t (c int)', '/*!40101 CREATE USER u */'],
  ])('is told of: %s', async (statement) => {
    expect((await readPrivileges(folder({ 'shop.sql': `${statement};` }), 'a@b')).otherStatements).toEqual([
      { file: 'shop.sql', statement },
    ]);
  });

  it('is shown by its beginning where it is long', async () => {
    const long = `CALL p('${'x'.repeat(600)}')`;
    const { otherStatements } = await readPrivileges(folder({ 'shop.sql': `${long};` }), 'a@b');
    expect(otherStatements[0]?.statement).toBe(long.slice(0, 500));
  });
});
