import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice load`. */
export const loadHelp = spoken({
  commands: {
    load: 'Load a dump into a server and verify the result.',
  },
  options: {
    dump: 'read this dump: its folder, an SQL script, a file of CSV, TSV, JSON Lines or XML (mysqldump --xml, mysql --xml), a folder of them, several such files (a pattern in quotes, or given several times), or - for standard input',
    spool:
      'copy standard input into this folder while it is loaded (default: into memory, or the system’s folder for temporary files)',
    target: 'load into this server: a DSN or the name of a saved connection',
    compareSource: 'compare the rows of the dumped server too (with --checksum)',
    runUnknownStatements:
      'run the statements of an SQL script that Sluice does not know, when all rows are in',
    follow: 'load a dump that is still being written, each table as soon as it is complete',
    fastUnsafe:
      'use speed-ups that risk the target’s data in a crash, any of redo,doublewrite,flush: see below',
    checksum:
      'compare checksums of all rows with the dump’s too, beyond counting them, and those that its tool recorded of the source',
    prefer:
      'load a table with wide rows, or any on MariaDB, by one thread (dense pages in order) or several (speed)',
    method:
      'load rows by LOAD DATA, by INSERT, or by INSERT only where the target refuses LOAD DATA and for tables of few rows in a dump folder (auto)',
    sortRows:
      'sort rows of scripts and files of values that come out of the order of their primary key, where that fills pages better (auto), or load them as they come',
    binlog: 'write the rows to the target’s binary log, or not; without it replicas don’t get them',
    gtid: 'append the dump’s GTID set to the target’s, or replace it, so that the target can replicate from the source',
  },
  after: `
In lists of names % and * match any characters; a backslash escapes the next character, also a comma. A list takes
commas and may be given several times; the names add up.

Examples:
  sluice load --target "Practice server" --dump ./shop --schema-map shop=shop_copy --threads 8
  sluice load --target "Practice server" --dump ./shop --schema-map shop=shop_copy --on-existing drop --checksum
  zcat backup.sql.gz | sluice load --target "Practice server" --dump -
  zcat orders.csv.gz | sluice load --target db2 --dump - --input-table shop.orders
  sluice load --target db2 --dump 'exports/*.csv' --input-header no --input-columns id,name,city
  SLUICE_PASSWORD=… sluice load --target mysql://root@db2:3306 --dump /backups/shop
  sluice load --target db2 --dump ./shop --tables shop.orders --rename shop.orders=orders_before --exclude-triggers 'shop.%'
  sluice load --target db2 --dump ./shop --ddl-only                # then change a table: partitions, another engine …
  sluice load --target db2 --dump ./shop --data-only               # … and load the rows into it
  sluice load --target db2 --dump ./shop --users 'app@*' --exclude-users app@localhost   # with the dump's definitions
  sluice load --target "Practice server" --dump ./shop --dry-run
  sluice load --target db2 --dump ./shop --follow                  # while the dump is being written
  sluice load --target "Practice server" --dump ./shop --resume    # after a crash, a cancel or a lost network
  sluice load --target "Practice server" --dump ./shop --roll-back   # or roll it back

Scripts, XML, CSV, TSV and JSON Lines are packed as gz, zst, bz2, xz, lz4 or zip, or not at all; a zip holds one file or
several, which are read as those of a folder are. Standard input is copied first, compressed, and a script is checked
meanwhile. A copy that takes less than a quarter of --memory-limit stays in memory; a larger one is a private file, which is
removed when the load ends. A load that was interrupted is resumed (or rolled back) by the same command with --resume and the
same input.

Several files are one dump: CSV and TSV files, or SQL scripts of one folder, in the order in which they are given. A pattern
in quotes takes *, ?, [abc] and {a,b} in the names of files. CSV without a schema in its name (shop.orders.csv) goes into a
schema that is called like the folder, a file that is named alone into one called like itself.

The separator, quotes, header, character set and types of CSV are found in the file, and shown by sluice inspect-dump; what
is given by --input-… wins, holds for all files of the dump, and is refused where a file contradicts it. A row with a
wrong number of values, or with a value that the column of the definition beside the file can't take, refuses the load;
--reject-file sets such rows aside in a CSV with their file, line and reason, before the first row is loaded, and the load
ends with a warning that has their number. Of JSON Lines, lines that are no object are such rows too.

A load keeps a journal in its first schema on the target, the table sluice_load_journal, and drops it when everything
is verified. Each chunk is loaded exactly once, even after a crash: its rows and its entry are one transaction.

--follow waits for a dump that Sluice or MySQL Shell is writing into the folder, or is about to. Tables are created when
all its definitions exist; each is loaded as soon as its rows are complete, and the load is done only when the finished
dump was checked like any other. A dump of Sluice that fails removes its folder, and its load is rolled back; that MySQL
Shell has ended can't be seen, and a load says when nothing was written for a minute. The target must be another server than
the dump's: a dump blocks DDL on its own server until it ends.

--dry-run creates all objects of the dump in temporary schemas on the target (sluice_check_…), without rows, and removes
them: each refusal is listed with its remedy, and so is a reason why nothing could be tried. A load does the same for all
objects that it creates after the rows. --fix changes definitions that the target refuses, and the result names each:
  sql-modes       removed modes that don't change an object's behaviour are left out
  collations      a collation that the target lacks is replaced by the nearest one
  engines         a table of an engine that the target lacks is created in InnoDB
  data-directory  a table with its own directory or tablespace is created in the server's data folder
  types           UUID, INET4 and INET6 become text in MySQL, with the same text in every row
  indexes         FULLTEXT and SPATIAL indexes of InnoDB tables are left out where the target's InnoDB lacks them

A dump of MySQL is loaded into MariaDB, and the reverse, by the rules of a migration: each definition is kept, converted
by a rule that the result names, or refused before the first row. A collation that a definition leaves to the source's
default is named where the target's default is another one. Accounts are converted
by the same rules; one whose password or plugin the target does not know is refused, and left out by --exclude-users.

A statement of an SQL script that Sluice does not know (UPDATE, CALL, INSERT … SELECT) is listed, and the load refused.
--run-unknown-statements runs them in their order once all rows, keys and objects are in and verified, each once, also
where the load is resumed. Statements about the server itself (SET GLOBAL, INSTALL PLUGIN, CREATE TABLESPACE) are left
out; others that reach outside of the schemas are refused all the same.

Accounts are loaded only with --users, and only those that the dump contains. An existing account is never changed: if it
differs, the load is refused, or with another policy than --on-existing fail keeps it and reports it.

With the binary log on, replicas of the target get the journal with the rows, until the load is verified: so a replica
that replaces the target meanwhile can be resumed with --resume. --binlog off keeps both from them.

--fast-unsafe changes settings of the whole server while the load lasts, for one that has nothing else to lose:
  redo         MySQL: no redo log. If the server crashes meanwhile, every database on it is lost.
  doublewrite  pages are written once. If the machine crashes, half-written pages of any table can't be repaired.
  flush        commits reach the disk once a second. If the machine crashes, every client's last second is lost.
It is refused on a production connection, on a server with replicas or in a cluster, while other clients write, and
where the server can't do it. The settings are restored however the load ends; after kill -9 of Sluice by
sluice restore-server-settings, of which every start reminds.`,
  lanes: 'load with so many threads',
  fix: (rules: readonly string[]) =>
    `change definitions that the target refuses, by rules: ${rules.join(', ')}`,
  /** The work that `--resume` and `--roll-back` are about. */
});
