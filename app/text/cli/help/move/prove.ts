import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice prove`. */
export const proveHelp = spoken({
  commands: {
    prove: 'Prove a dump by restoring it into a throwaway server, or check it against its certificate.',
  },
  arguments: {
    dump: 'the dump: its folder, an SQL script, a file of CSV, TSV or JSON Lines, several such files or a pattern of them, or - for standard input',
  },
  options: {
    for: 'restore into this server: mysql, mariadb, or one with a version, such as mariadb:10.11',
    certificate: 'write the certificate to this file; the page to print goes beside it',
    source: 'compare the rows of the dumped server too, if it is still there',
    check: 'only compare the dump’s files with this certificate; no server is needed',
    threads: 'load and compare on so many threads',
    memoryLimit: 'limit the engine’s memory, such as 256MiB',
    optionFile: 'read the password of --source from the [client] group of this option file',
    json: 'print one JSON object per line; the last one is the result',
  },
  after: `
Starts an empty server of the dumped vendor and version, or the nearest one on this machine, in a private folder below TMPDIR;
loads all of the dump, and of its accounts those that such a server can have; compares rows, checksums and definitions; has the server check each table; reads each
view. The server and its folder are gone afterwards, whatever happens. Where everything is right it writes a certificate,
DUMP.certificate.json and DUMP.certificate.html by default (--certificate names another place, as several files and standard
input need): what was restored and compared, how long that took, what the dump
does not record, and a digest of each file. Any deviation is an error, and then no certificate is written.

Examples:
  sluice prove ./shop
  sluice prove --check shop.certificate.json ./shop         # years later: is it still what was proved?
  sluice prove backup.sql.gz --for mariadb:10.11
  sluice prove orders.csv --input-separator ';' --input-header no
  zcat backup.sql.gz | sluice prove - --certificate backup.json
  sluice prove /backups/shop --source db1 --certificate /archive/shop.json`,
});
