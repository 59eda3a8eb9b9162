import type { OtherToolsTopic } from '../../text/cli/other-tools';

/**
 * Options of mysqldump, mysql, mydumper, myloader and MySQL Shell (their manual pages) that Sluice has not under the same
 * name.
 */
const OPTIONS: Readonly<Record<OtherToolsTopic, readonly string[]>> = {
  account: ['--host', '--user', '-u', '--port', '-P', '--socket', '-S', '--protocol'],
  password: ['--password', '-p', '--ask-password'],
  allSchemas: ['--all-databases', '-A'],
  schemas: ['--databases', '--database', '-B', '--tables-list', '--regex'],
  excluded: ['--ignore-table', '--ignore-database'],
  ddlOnly: ['--no-data', '-d'],
  dataOnly: ['--no-create-info', '-t', '--no-schemas', '--no-create-db', '-n'],
  snapshot: [
    '--single-transaction',
    '--lock-tables',
    '--lock-all-tables',
    '--skip-lock-tables',
    '--trx-tables',
    '--consistent',
  ],
  objects: ['-R', '-E', '--triggers', '--skip-triggers'],
  position: [
    '--master-data',
    '--source-data',
    '--dump-slave',
    '--dump-replica',
    '--set-gtid-purged',
    '--gtid',
  ],
  folder: ['--result-file', '-r', '--outputdir', '-o', '--output', '--output-url', '--tab', '-T'],
  place: ['--directory', '--folder', '--file', '--input', '--dump-dir'],
  compression: ['--compress', '-C', '--gzip', '--zstd', '--compression-algorithms'],
  force: ['--force', '-f'],
  existing: ['--add-drop-table', '--add-drop-database', '--overwrite-tables', '--drop-table'],
  chunks: ['--rows', '--chunk-filesize', '--bytes-per-chunk', '--chunk-size'],
  needless: [
    '--opt',
    '--quick',
    '-q',
    '--extended-insert',
    '--hex-blob',
    '--default-character-set',
    '--quote-names',
    '--complete-insert',
    '-c',
    '--no-tablespaces',
    '-y',
    '--column-statistics',
    '--skip-column-statistics',
    '--max-allowed-packet',
    '--net-buffer-length',
    '--order-by-primary',
    '--no-autocommit',
    '--skip-comments',
    '--skip-add-locks',
    '--disable-keys',
    '--compact',
  ],
};

/** The topic of an option that another tool has; undefined where none has it. */
export function otherToolsTopic(name: string): OtherToolsTopic | undefined {
  const topics = Object.keys(OPTIONS) as OtherToolsTopic[];
  return topics.find((topic) => OPTIONS[topic].includes(name));
}
