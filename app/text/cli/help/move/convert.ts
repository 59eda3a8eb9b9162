import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice convert`. */
export const convertHelp = spoken({
  commands: {
    convert: 'Write a dump in another format, without a server.',
  },
  arguments: {
    dump: 'the dump to read: its folder, an SQL script, a file of CSV, TSV or JSON Lines, or a pattern of such files in quotes; - for a script, or rows of --input-table, on standard input',
    out: 'the script or the folder to write, which must not exist; - for a script on standard output',
  },
  options: {
    format:
      'shell: a dump folder of Sluice and MySQL Shell; sql: one script for the clients mysql and mariadb; mydumper: a folder for myloader (0.10); csv, jsonl, parquet: a folder with a file of rows for each table',
    for: 'write definitions for a server of this version, such as mysql:5.7 or mariadb:10.5 (default: as they were dumped); a series is its newest release',
    split: 'write SQL as one script a schema or a table, into a folder, with their order in load-order.txt',
    ddlOnly: 'write definitions without rows',
    dataOnly: 'write rows without definitions',
    csvDialect:
      'write bytes in CSV as this reader takes them: rfc4180 (hexadecimal digits), postgresql (\\x4142, for COPY) or duckdb (\\x41\\x42)',
    csvSeparator: 'put this character between the values of CSV, or tab',
    csvNull: 'write NULL as this word in CSV, such as \\N; without quotes, which a text that equals it has',
    compression:
      'compress the output, or the pages of Parquet: none, gzip[:LEVEL] or zstd[:LEVEL] (default: by the name’s ending, .gz or .zst; Parquet and shell zstd:1)',
    chunkBytes: 'cut the rows of a dump folder into chunks of this uncompressed size',
    threads: 'read so many data files at once',
    memoryLimit: 'limit the engine’s memory, such as 256MiB',
    json: 'print the result as a JSON object',
  },
  fix: (rules: readonly string[]) => `with --for, change definitions by rules: ${rules.join(', ')}`,
  after: `
The same dump gives the same bytes, whatever the threads and the sizes of its data files. Every data file is compared with
its checksum while it is read; a file appears under its name when it is whole, and a failure leaves nothing.

A script creates schemas, tables, rows, views, routines, triggers, events and sequences, with their definers, and replaces
nothing: it ends at an object that exists. Binary values are written as hexadecimal digits. Load it with
mysql --comments --binary-mode, so that comments and line ends within routines stay as they are. Accounts are left out.

--for leaves out the words that a version lacks, where that changes nothing, and names each change. A definition that it
can't have is refused by name: an index of an expression for 5.7, a sequence for MySQL. --fix collations takes the nearest
collation for one that it lacks, --fix types a text for a type that it lacks, --fix indexes leaves out FULLTEXT and SPATIAL
indexes. It knows tables, the words of views and kinds of objects; the bodies of routines stay as they are.

With --split each schema, or each table, is a script of its own. A schema's holds all of it where schemas don't name each
other; else schemas.sql creates all of them, and objects.sql their views, routines, triggers and events, as with tables.
load-order.txt names the scripts in the order in which they are loaded, in one session or in several.

In a folder of mydumper a semicolon at a line's end within a routine, trigger or event has a space behind it, as in those
that mydumper writes: myloader would cut it there.

shell makes a dump folder of whatever Sluice reads: an SQL script, a folder of mydumper, CSV. All of it is kept, accounts
too; its chunks can be loaded in parallel, have checksums, and are loaded by MySQL Shell as well. Of a dump folder it makes
another one: with some of its objects, other chunks or another compression.

CSV is RFC 4180 in UTF-8: a line of names first, lines that end with CR LF, quotes where they are needed; NULL is empty,
an empty text is "", bytes are hexadecimal digits, or what --csv-dialect says. COPY … WITH (FORMAT csv, HEADER) of PostgreSQL
reads it, and COPY … (HEADER, ALLOW_QUOTED_NULLS false) of DuckDB. JSON Lines has an object a line; bytes are base64. Numbers stand
without quotes, but for whole numbers and decimals of more than 15 digits, which a double can't hold: those are texts.

Parquet is for DuckDB, pandas, Spark and others: a typed file for each table, with its pages compressed. In it
  TINYINT … BIGINT, YEAR   are integers of their width, unsigned ones too (BIGINT UNSIGNED: UINT_64)
  BIT                      is an unsigned integer
  FLOAT, DOUBLE            are the same
  DECIMAL                  is DECIMAL up to 38 digits; with more digits a text, which is said
  DATE                     is DATE
  DATETIME                 is TIMESTAMP in microseconds without a time zone, TIMESTAMP the same in UTC
  TIME                     is INT64, microseconds: it goes from -838 to 838 hours, beyond Parquet’s time of day
  CHAR, TEXT, ENUM, SET    are STRING in UTF-8; so are UUID and INET of MariaDB
  JSON                     is JSON; MariaDB’s is a STRING, as its LONGTEXT is
  BINARY, BLOB, VECTOR     are bytes
  GEOMETRY                 is bytes of WKB; its SRID stands in the footer
Columns that are NOT NULL are required. The footer has each column’s type (mysql.type.COLUMN) and a geometry’s SRID
(mysql.srid.COLUMN). What Parquet has no value for ends the run with table, column and row, and leaves nothing: a zero
date, a day like 2026-02-30, geometries of several SRIDs in a column.

CSV, JSON Lines and Parquet hold rows, with the CREATE TABLE of each table beside them as .sql; views, routines, triggers, events and
sequences are left out. TIMESTAMP values are in UTC.

Examples:
  sluice convert ./shop shop.sql --format sql
  sluice convert ./shop shop.sql.gz --format sql
  sluice convert backup.sql.gz ./shop --format shell
  sluice convert ./shop ./shop-csv --format csv --compression zstd
  sluice convert ./shop ./shop-parquet --format parquet
  sluice convert ./shop orders.sql --format sql --tables shop.orders --exclude-triggers 'shop.%'
  sluice convert ./shop shop57.sql --format sql --for mysql:5.7 --fix collations
  sluice convert ./shop ./scripts --format sql --split table
  sluice convert ./shop - --format sql | mysql --comments --binary-mode -h db2`,
});
