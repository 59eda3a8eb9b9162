import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice dump`. */
export const dumpHelp = spoken({
  commands: {
    dump: 'Dump schemas into a folder, consistently and on many threads.',
  },
  options: {
    out: 'write the dump into this folder, empty or new; with --format sql: into this new file, - for standard output',
    format:
      'shell: the folder that Sluice and MySQL Shell load; sql: one script for the clients mysql and mariadb; mydumper: a folder for myloader; csv, jsonl, parquet: a folder with a file for each table',
    source: 'read this server: a DSN, whose path may name the schema, or the name of a saved connection',
    chunkBytes: 'cut rows into chunks of this uncompressed size',
    compression:
      'compress files, or the pages of Parquet: none, zstd or zstd:LEVEL; other formats also gzip[:LEVEL]; a script, unless told by its name',
    nonTransactional: 'warn about tables without snapshots, or lock them until they are dumped',
    jsonCheck: 'count the scalars in MySQL’s JSON that lose their type in text, or not',
    proveEvery: 'have the saved job prove every n-th dump by restoring it (1: each; see sluice prove)',
    ddlOnly: 'take definitions without rows',
    dataOnly: 'take rows without definitions',
  },
  after: `
In lists of names % and * match any characters; a backslash escapes the next character, also a comma. A list takes
commas and may be given several times; the names add up.

With another --format rows are written as they come, with all checks of a dump: the same bytes as sluice convert writes,
in one order whatever the threads, which keep what they read ahead within --memory-limit. Until all is verified a file
or folder has a hidden name, and a script in standard output has no end. Definitions stand in a hidden folder meanwhile.

Examples:
  sluice dump --source "Practice server" --out ./shop --schemas shop
  sluice dump --source "Practice server" --out ./orders --tables shop.orders,shop.order_items --threads 8
  sluice dump --source db1 --schemas shop --format sql --out shop.sql.gz
  sluice dump --source db1 --schemas shop --format parquet --out ./shop-parquet
  SLUICE_PASSWORD=… sluice dump --source mysql://backup@db1:3306 --out /backups/shop --schemas shop
  sluice dump --source db1 --out ./shops --schemas 'shop%' --exclude-tables 'shop%.tmp_%'
  sluice dump --source db1 --out ./recent --tables shop.orders --where "shop.orders=created_at >= '2026-01-01'"
  sluice dump --source 'mysql://root@/?socket=/run/mysqld/mysqld.sock' --out ./all --compression none --json`,
  usualFormat: 'shell; sql for a name that ends in .sql, .sql.gz or .sql.zst, and for -',
  lanes: 'read with so many threads',
});
