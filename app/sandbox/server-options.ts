import { dirname, join } from 'path';
import { has } from '../catalog/server/dialect';
import { parseVersion } from '../catalog/server/server';
import type { ServerProgram } from './locate';

/** Paths and socket of a server. */
export interface ServerPlaces {
  readonly dataFolder: string;
  readonly socketPath: string;
  readonly port: number;
  readonly pidFile: string;
  readonly initFile: string;
}

/** Requirements of a server beyond its defaults. */
export interface ServerWishes {
  readonly bufferPoolBytes: number;
  /** Further options, such as `--log-bin`; they come last and so win. */
  readonly options: readonly string[];
}

/**
 * The options every server of ours is started with. Durability is the vendor's default: figures measured on a
 * practice server must not flatter. The binary log is off unless asked for, on both vendors alike.
 */
export function serverOptions(
  program: ServerProgram,
  places: ServerPlaces,
  wishes: ServerWishes,
): readonly string[] {
  return [
    ...baseOptions(program, places.dataFolder),
    `--socket=${places.socketPath}`,
    `--port=${places.port}`,
    '--bind-address=127.0.0.1',
    `--pid-file=${places.pidFile}`,
    `--init-file=${places.initFile}`,
    '--skip-name-resolve',
    '--local-infile=1',
    '--secure-file-priv=',
    '--character-set-server=utf8mb4',
    '--max-allowed-packet=64M',
    '--log-bin-trust-function-creators=1',
    `--innodb-buffer-pool-size=${wishes.bufferPoolBytes}`,
    ...vendorOptions(program),
    ...wishes.options,
  ];
}

/** Folder for the temporary tables of a server with this data folder; it must exist before the server starts. */
export function temporaryFolder(dataFolder: string): string {
  return join(dirname(dataFolder), 'tmp');
}

/**
 * `--no-defaults` must be first: a server of ours never reads the user's configuration. Its temporary files are its
 * own, for MariaDB removes what it finds of another server's when it starts (measured on 10.11).
 */
export function baseOptions(program: ServerProgram, dataFolder: string): readonly string[] {
  const root = process.getuid?.() === 0 ? ['--user=root'] : [];
  return [
    '--no-defaults',
    ...program.options,
    `--datadir=${dataFolder}`,
    `--tmpdir=${temporaryFolder(dataFolder)}`,
    ...root,
  ];
}

function vendorOptions(program: ServerProgram): readonly string[] {
  const server = parseVersion(program.version);
  const redoLog = '--innodb-log-file-size=256M';
  if (server.vendor === 'mariadb') return [redoLog, '--innodb-file-per-table=1'];
  return [
    ...(has(server, 'xPlugin') ? ['--mysqlx=OFF'] : []),
    '--skip-log-bin',
    '--innodb-file-per-table=1',
    ...(has(server, 'redoLogCapacity') ? ['--innodb-redo-log-capacity=512M'] : [redoLog]),
  ];
}

/** The account that works on our servers. A server of ours listens on this machine only, so its host may be any. */
export const SERVER_USER = 'sluice';

/** Statements that the server runs before it accepts connections, so that it is never open without a password. */
export function initStatements(program: ServerProgram, password: string): readonly string[] {
  const account = `'${SERVER_USER}'@'%'`;
  if (!has(parseVersion(program.version), 'createUserIfNotExists'))
    return oldInitStatements(account, password);
  return [
    `CREATE USER IF NOT EXISTS ${account} IDENTIFIED BY '${password}';`,
    `ALTER USER ${account} IDENTIFIED BY '${password}';`,
    `GRANT ALL PRIVILEGES ON *.* TO ${account} WITH GRANT OPTION;`,
    // MySQL's initialisation leaves a root without a password; ours for MariaDB makes none.
    ...(program.vendor === 'mysql' ? [`ALTER USER 'root'@'localhost' IDENTIFIED BY '${password}';`] : []),
  ];
}

/** The same for MySQL 5.5: its own data folder has accounts without passwords, of nobody too. */
function oldInitStatements(account: string, password: string): readonly string[] {
  return [
    "DELETE FROM mysql.user WHERE User = '' OR (User = 'root' AND Host <> 'localhost');",
    `UPDATE mysql.user SET Password = PASSWORD('${password}') WHERE User = 'root';`,
    'FLUSH PRIVILEGES;',
    `GRANT ALL PRIVILEGES ON *.* TO ${account} IDENTIFIED BY '${password}' WITH GRANT OPTION;`,
  ];
}
