import { copyFileSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../../build/setup/command.mjs';
import { inRoot } from '../../build/setup/places.mjs';
import { onDisplay } from './window.mjs';

const ROW_BYTES = 208;
const PASSES = 8;

const [UNCHECKED, CHECKED, WINDOW] = [
  'no checksums, 1 thread',
  'checksums, 1 thread',
  'first picture in a window',
];

/**
 * Speed of reading a table's pages, out of the system's page cache: a table of `scale` GiB on MySQL, its file
 * copied, and read over and over so that starting a process does not count. GB/s are of the processor time that the
 * whole command took, on all its threads. The last contender is the app itself, from the click to the drawn map.
 */
export async function prepare({ scale, work, server, clients }) {
  const file = join(work, 'rows.ibd');
  await makeFile(file, { scale, server, clients });
  const { size } = statSync(file);
  const figuresFile = join(work, 'figures.json');
  const figures = () => JSON.parse(readFileSync(figuresFile, 'utf8'));
  const read = (name, spec, passes = PASSES) => ({
    name,
    group: passes === 1 ? 'once' : 'read',
    bytes: size * passes,
    command: [
      process.execPath,
      inRoot('tests', 'bench', 'read-pages.mjs'),
      inRoot('dist', 'native', 'sluice.node'),
      file,
      String(passes),
      JSON.stringify(spec),
      figuresFile,
    ],
    figures,
  });
  const program = clients.sql[clients.sql.length - 1];
  const innochecksum = [...clients.sql.slice(0, -1), join(dirname(program), 'innochecksum')];
  return {
    facts: {
      server: `MySQL ${server.version}`,
      file: `${(size / 2 ** 30).toFixed(2)} GiB in pages of 16 KiB, read ${PASSES} times`,
    },
    contenders: [
      read(UNCHECKED, { checksums: false }),
      read(CHECKED, {}),
      read('checksums, 2 threads', { threads: 2 }),
      { name: 'innochecksum', group: 'read', bytes: size, command: [...innochecksum, file] },
      read('map and plots, read once', { threads: 2, maxCells: 50_000, maxPoints: 4000 }, 1),
      {
        name: WINDOW,
        group: 'window',
        bytes: size,
        command: onDisplay([
          process.execPath,
          inRoot('tests', 'bench', 'first-picture.mjs'),
          file,
          figuresFile,
        ]),
        figures,
      },
    ],
    goals: goalsFor(size),
  };
}

/** Goals of the issue: a gigabyte a second and core, 60 % of that with checksums, and a picture of 1 GB within a second. */
function goalsFor(size) {
  return [
    {
      text: 'processor seconds for a GB without checksums',
      of: UNCHECKED,
      figure: 'cpuSecondsPerGB',
      atMost: 1,
    },
    { text: 'with checksums, against without', of: CHECKED, against: [UNCHECKED], atMost: 1.67 },
    {
      text: `seconds from the click to the drawn map of ${(size / 1e9).toFixed(2)} GB`,
      of: WINDOW,
      figure: 'secondsToPicture',
      atMost: Math.max(1, size / 1e9),
    },
  ];
}

/** Doubles the rows of a table until they are enough, and copies their file. */
async function makeFile(file, { scale, server, clients }) {
  const wanted = (scale * 2 ** 30) / ROW_BYTES;
  const doublings = Math.max(0, Math.ceil(Math.log2(wanted / 1000)));
  const doubled = 'INSERT INTO rows_of (pad) SELECT pad FROM rows_of';
  const statements = [
    'DROP DATABASE IF EXISTS pages',
    'CREATE DATABASE pages',
    'USE pages',
    'CREATE TABLE rows_of (id INT AUTO_INCREMENT PRIMARY KEY, pad CHAR(180) NOT NULL) CHARSET ascii',
    `SET SESSION cte_max_recursion_depth = 1000`,
    `INSERT INTO rows_of (pad) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
     SELECT LEFT(REPEAT(SHA2(i, 256), 3), 180) FROM n`,
    ...Array.from({ length: doublings - 1 }, () => doubled),
    `${doubled} LIMIT ${Math.max(1, Math.round(wanted - 1000 * 2 ** (doublings - 1)))}`,
  ];
  const sql = [
    ...clients.sql,
    '--no-defaults',
    `--socket=${server.socket}`,
    `--user=${server.user}`,
    '--batch',
  ];
  const env = { ...process.env, MYSQL_PWD: server.password };
  const query = (text) => run(sql[0], [...sql.slice(1), '-e', text], { env });
  await query(statements.join('; '));
  // Nobody writes the table any more: what is flushed stays as it is.
  await query('FLUSH TABLES pages.rows_of FOR EXPORT; UNLOCK TABLES');
  copyFileSync(join(server.dataDir, 'pages', 'rows_of.ibd'), file);
  await query('DROP DATABASE pages');
}
