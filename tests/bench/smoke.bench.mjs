import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildBundle } from '../../build/bundles.mjs';
import { run } from '../../build/setup/command.mjs';
import { inRoot } from '../../build/setup/places.mjs';

const THREADS = String(2);
const VERSION = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).version;
const DUMP_OPTIONS = [
  '--single-transaction',
  '--routines',
  '--triggers',
  '--events',
  '--set-gtid-purged=OFF',
];

/**
 * The practice shop, dumped and loaded by Sluice's command line and by the server's own mysqldump and mysql: one look
 * at whether the whole way is fast, not a study of any part of it.
 */
export async function prepare({ scale, work, server, clients, variables }) {
  const env = { SLUICE_PASSWORD: server.password, MYSQL_PWD: server.password };
  const sql = [...clients.sql, '--no-defaults', `--socket=${server.socket}`, `--user=${server.user}`];
  const mysqldump = [
    ...clients.dump,
    '--no-defaults',
    `--socket=${server.socket}`,
    `--user=${server.user}`,
    ...DUMP_OPTIONS,
  ];
  const query = (text) =>
    run(sql[0], [...sql.slice(1), '--batch', '-e', text], { env: { ...process.env, ...env } });
  const sluice = (...argv) => [process.execPath, inRoot('dist', 'cli.cjs'), ...argv, '--threads', THREADS];
  const dsn = `mysql://${server.user}@/?socket=${server.socket}`;

  await buildBundle('fill-shop');
  await run(process.execPath, [inRoot('dist', 'tools', 'fill-shop.cjs'), 'mysql', String(scale)], {
    env: { ...process.env, ...variables },
  });
  const folder = join(work, 'dump');
  const kept = join(work, 'kept');
  const file = join(work, 'dump.sql');
  const shell = (line) => ['sh', '-c', line];
  const quoted = (argv) => argv.map((word) => `'${word}'`).join(' ');
  await run(process.execPath, sluice('dump', '--source', dsn, '--schemas', 'shop', '--out', kept).slice(1), {
    env: { ...process.env, ...env },
  });

  const emptied = async () => {
    await query('DROP DATABASE IF EXISTS shop_copy');
  };
  const made = async () => {
    await query('DROP DATABASE IF EXISTS shop_copy; CREATE DATABASE shop_copy');
  };
  return {
    facts: {
      server: `MySQL ${server.version}`,
      sluice: `${VERSION}, ${THREADS} threads, zstd level 1`,
      mysqldump: execFileSync(clients.dump[0], [...clients.dump.slice(1), '--version'], { encoding: 'utf8' })
        .trim()
        .replace(/^\S+\s+/, ''),
    },
    contenders: [
      {
        name: 'dump: sluice',
        group: 'dump',
        command: sluice('dump', '--source', dsn, '--schemas', 'shop', '--out', folder),
        env,
        before: () => rmSync(folder, { recursive: true, force: true }),
      },
      {
        name: 'dump: mysqldump',
        group: 'dump',
        command: shell(`${quoted([...mysqldump, 'shop'])} > '${file}'`),
        env,
      },
      {
        name: 'load: sluice',
        group: 'load',
        command: sluice('load', '--target', dsn, '--dump', kept, '--schema-map', 'shop=shop_copy'),
        env,
        before: emptied,
      },
      {
        name: 'load: mysql',
        group: 'load',
        command: shell(`${quoted([...sql, 'shop_copy'])} < '${file}'`),
        env,
        before: made,
      },
    ],
  };
}
