import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice verify`. */
export const verifyHelp = spoken({
  commands: {
    verify: 'Check every file of a dump against its checksum, or a server against a dump.',
  },
  options: {
    memoryLimit: 'limit the engine’s memory, such as 256MiB',
    threads: 'read so many files or tables at once',
    compareSource: 'compare the rows of the dumped server too (with --checksum)',
    checksum:
      'compare checksums of all rows too, and those that the dump’s tool recorded of the source (with --target)',
    definers:
      'expect the definers that a load with the same value gives: keep, current, strip (accept any), USER@HOST, map:USER@HOST=USER@HOST',
    missingPrimaryKey: 'expect the keys that a load with the same value adds to tables without one',
    rename: 'rename a table on the target, as SCHEMA.TABLE=NEW',
    schemaMap: 'rename schemas on the target, as OLD=NEW',
    target:
      'compare this server with the dump, instead of checking the files: rows, definitions, foreign keys, counters, schema defaults, accounts by --users; additional objects are listed',
    dump: 'read this dump: its folder, an SQL script, or a file of CSV, TSV, JSON Lines or XML; several times, or a pattern, for several files; - for standard input',
    json: 'print one JSON object per line; the last one is the result',
    optionFile: 'read the password from the [client] group of this option file',
  },
  after: `
Examples:
  sluice verify --dump ./shop
  sluice verify --dump ./shop --target "Practice server" --schema-map shop=shop_copy --checksum
  SLUICE_PASSWORD=… sluice verify --dump /backups/shop --target mysql://root@db2:3306 --schema-map shop=shop_copy
  sluice verify --dump /backups/shop --target db2 --rename shop.orders=before
  sluice verify --dump /backups/shop --target db2 --definers current   # loaded with the same
  sluice verify --dump /backups/shop --target db2 --users 'app@*'      # accounts, with their grants
  sluice verify --dump orders.csv --input-separator ';' --target db2 --schema-map orders=shop
  sluice verify --dump /backups/shop --target db2 --checksum       # values too, chunk by chunk where they differ

--users compares these accounts of the dump with those of the server, as a load with the same --users gives them: sign-in,
TLS, limits, expiry, lock, grants, roles and default roles, under the new names of schemas and tables. A missing account,
a missing grant and an additional one are differences; passwords are compared by their hashes and never shown. An account
that the server can't have as the dump has it, and a grant on an object that it lacks, are named as not compared.`,
});
