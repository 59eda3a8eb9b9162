import { execFileSync } from 'child_process';
import {
  closeSync,
  constants,
  openSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'fs';
import { appendFile, copyFile, readFile, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { gzipSync } from 'zlib';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { dumpByClient } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import type { RunningCommand } from '../harness/command';
import { startAt, targetWords, type Crash } from '../harness/server-command';
import { connectToFresh, dropSchemas } from '../harness/servers';
import { hasJournal, saboteurCommand } from '../load/crash-schema';
import { makeMany } from '../scripts/killed-loads';

const SOURCE = 'stdin_source';
const COPY = 'stdin_dumped';
const MIB = 1 << 20;
const LONG_WAIT = { timeout: 180_000, interval: 50 };
/** Two ranges of 16 MiB in the large table. */
const ROWS = 1 << 13;

/** Prints so many megabytes of INSERTs, which hardly get smaller when they are packed. */
const LONG = `
  const { createHash, randomBytes } = require('crypto');
  const wait = () => new Promise((resolve) => process.stdout.once('drain', resolve));
  (async () => {
    process.stdout.write('-- Host: localhost    Database: stdin_source\\nCREATE TABLE t (id INT PRIMARY KEY, v TEXT);\\n');
    for (let at = 0; at < Number(process.argv[1]); ++at) {
      const text = randomBytes(524288 - 100).toString('hex').match(/.{1,1000}/g);
      const rows = text.map((v, row) => '(' + (at * 2000 + row) + ",'" + v + "')");
      if (!process.stdout.write('INSERT INTO t VALUES ' + rows.join(',') + ';\\n')) await wait();
    }
    process.stdout.write('-- Dump completed\\n');
  })();`;

/** Runs a command on the shell’s input, and keeps what the kernel says of its process last. */
const WATCHED = `exec 3<&0; "$@" <&3 & pid=$!
  while cp /proc/$pid/status /proc/$pid/io "$FACTS" 2>/dev/null; do
    grep VmHWM "$FACTS/status" > "$FACTS/now" && mv "$FACTS/now" "$FACTS/memory"; sleep 0.1
  done; wait $pid`;

describe.each(testVendors)('sluice load --dump - of what the client of %s dumps', (vendor) => {
  let home = '';
  let temporary = '';
  let script = '';
  let connection: Connection;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'sluice-stdin-'));
    temporary = join(home, 'temporary');
    for (const name of ['temporary', 'facts']) mkdirSync(join(home, name));
    connection = await connectToFresh(vendor, SOURCE);
    await makeMany(connection, ROWS);
    await connection.query(
      'CREATE TABLE few (id INT PRIMARY KEY, m INT, FOREIGN KEY (m) REFERENCES many (id))',
    );
    await connection.query('INSERT INTO few VALUES (1, 7), (2, NULL)');
    await connection.query('CREATE VIEW sums AS SELECT v, COUNT(*) AS n FROM many GROUP BY v');
    await connection.query('CREATE TRIGGER few_bi BEFORE INSERT ON few FOR EACH ROW SET NEW.m = NEW.m + 0');
    script = join(home, 'backup.sql');
    await dumpByClient(vendor, script, ['--routines', '--triggers', SOURCE]);
  });
  afterAll(async () => {
    await connection.end();
    await dropSchemas(vendor, SOURCE, COPY);
    rmSync(home, { recursive: true, force: true });
  });

  function loading(
    producer: string | null,
    words: readonly string[],
    crash?: Crash,
    { file, before = '' }: { readonly file?: string; readonly before?: string } = {},
  ) {
    // Those of the process before are not its own.
    rmSync(join(home, 'facts'), { recursive: true });
    mkdirSync(join(home, 'facts'));
    const shell =
      producer === null ? `{ ${before}${WATCHED}; } < ${file}` : `(${producer}) | { ${WATCHED}; }`;
    const more = { TMPDIR: temporary, FACTS: join(home, 'facts') };
    return startAt({ vendor, home, crash, through: ['sh', '-c', shell, 'sh'], more }, [
      ...['load', ...targetWords(vendor), '--schema-map', `${SOURCE}=${COPY}`, '--dump', '-'],
      ...words,
    ]);
  }

  function fact(file: string, name: string): number {
    const found = new RegExp(`${name}:\\s*(\\d+)`).exec(readFileSync(join(home, 'facts', file), 'utf8'));
    return Number(found?.[1]);
  }

  /** Sizes of the files in the folder for temporary files, now. */
  function copies(): readonly number[] {
    return readdirSync(temporary).flatMap((folder) =>
      readdirSync(join(temporary, folder)).map((name) => {
        const found = lstatSync(join(temporary, folder, name), { throwIfNoEntry: false });
        return found?.isFile() === true ? found.size : 0;
      }),
    );
  }

  /** Runs a command to its end; returns the size of the largest file that it had in that folder too. */
  async function watched(running: RunningCommand) {
    let largest = 0;
    const watching = setInterval(() => {
      try {
        largest = Math.max(largest, ...copies());
      } catch {
        // Its folder has gone meanwhile.
      }
    }, 20);
    const ended = await running.ended;
    clearInterval(watching);
    return { exitCode: ended.exitCode, output: ended.output, largest };
  }

  async function expectEqual(): Promise<void> {
    expect(await schemaFingerprint(connection, COPY)).toEqual(await schemaFingerprint(connection, SOURCE));
  }

  async function expectNothing(): Promise<void> {
    const [found] = await connection.query(`SHOW DATABASES LIKE '${COPY}'`);
    expect(found).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  }

  it('reads it once and writes no copy of it to the disk', async () => {
    await dropSchemas(vendor, COPY);
    const { exitCode, output, largest } = await watched(loading(`cat ${script}`, ['--threads', '2']));
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(
      /Standard input \([\d.]+ MB\) is kept in memory \([\d.]+ [kM]B\): no copy of it is on the disk/,
    );
    expect(largest).toBe(0);
    // It may have compiled itself into its cache.
    expect(fact('io', 'write_bytes')).toBeLessThan(8 * MIB);
    await expectEqual();
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.each(['plain', 'packed'])('reads a %s file that was redirected where it lies', async (how) => {
    await dropSchemas(vendor, COPY);
    const file = how === 'plain' ? script : `${script}.gz`;
    if (how === 'packed') await writeFile(file, gzipSync(await readFile(script), { level: 1 }));
    const { exitCode, output } = await loading(null, ['--threads', '2'], undefined, { file }).ended;
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/Standard input is a file \([\d.]+ [kM]B\), which is read where it lies/);
    await expectEqual();
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('copies a redirected file of which something was read', async () => {
    await dropSchemas(vendor, COPY);
    const words = ['--threads', '2'];
    const { exitCode, output } = await loading(null, words, undefined, {
      file: script,
      before: 'read -r _line; ',
    }).ended;
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/is kept in memory/);
    await expectEqual();
  });

  it('copies it, compressed, into the folder that is asked for', async () => {
    await dropSchemas(vendor, COPY);
    const { exitCode, output } = await loading(`cat ${script}`, ['--threads', '2', '--spool', temporary])
      .ended;
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/Standard input is copied into .*temporary.*, compressed.* are free there/);
    const [, size = '', unit] = /was copied to .*\(([\d.]+) ([kM]B)\), which is removed/.exec(output) ?? [];
    expect(Number(size) * (unit === 'MB' ? MIB : 1024)).toBeLessThan(statSync(script).size / 4);
    await expectEqual();
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.each([
    ['is cut', () => `head -c ${20 * MIB} ${script}`, /ends within/],
    ['ends with the tool’s own error', () => `cat ${join(home, 'failed.sql')}`, /Lost connection to server/],
    [
      'has a statement that nothing is known of',
      () => `cat ${join(home, 'unknown.sql')}`,
      /HANDLER few OPEN/,
    ],
  ])('refuses one that %s, with nothing left', async (_how, producer, message) => {
    await dropSchemas(vendor, COPY);
    for (const name of ['failed.sql', 'unknown.sql']) await copyFile(script, join(home, name));
    const text = await readFile(script);
    await writeFile(join(home, 'failed.sql'), text.subarray(0, text.lastIndexOf('-- Dump completed')));
    await appendFile(
      join(home, 'failed.sql'),
      'mysqldump: Error 2013: Lost connection to server at row: 5\n',
    );
    await appendFile(join(home, 'unknown.sql'), 'HANDLER few OPEN;\n');
    const { exitCode, output } = await loading(producer(), []).ended;
    expect(output).toMatch(message);
    expect(exitCode).toBe(5);
    await expectNothing();
  });

  it('refuses what is no script at its beginning, and does not read on', async () => {
    await dropSchemas(vendor, COPY);
    const { exitCode, output } = await loading('cat /dev/zero', []).ended;
    expect(output).toMatch(/Standard input holds no SQL text/);
    expect(exitCode).toBe(5);
    await expectNothing();
  });

  it('refuses a target that it can’t sign in to before it reads on', async () => {
    const through = ['sh', '-c', `yes 'SELECT 1;' | "$@"`, 'sh'];
    const more = { SLUICE_PASSWORD: 'wrong', TMPDIR: temporary };
    const words = ['load', ...targetWords(vendor), '--dump', '-'];
    const { exitCode, output } = await startAt({ vendor, home, through, more }, words).ended;
    expect(output).toMatch(/Access denied|refused/);
    expect(exitCode).toBe(5);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('is interrupted while it waits for more, and leaves nothing behind', async () => {
    await dropSchemas(vendor, COPY);
    const rest = join(home, `rest-${vendor}`);
    execFileSync('mkfifo', [rest]);
    const running = loading(`cat ${script} ${rest}`, ['--spool', temporary]);
    const size = statSync(script).size;
    await vi.waitFor(() => {
      expect(fact('io', 'rchar')).toBeGreaterThan(size);
    }, LONG_WAIT);
    process.kill(fact('status', 'Pid'), 'SIGINT');
    await vi.waitFor(() => {
      expect(readdirSync(temporary)).toEqual([]);
    }, LONG_WAIT);
    // The shell waits for the program before the pipe, which may have ended with it.
    const ending = setInterval(() => {
      try {
        closeSync(openSync(rest, constants.O_WRONLY | constants.O_NONBLOCK));
      } catch {
        // It does not read that yet, or is gone.
      }
    }, 50);
    const { exitCode, output } = await running.ended;
    clearInterval(ending);
    expect(exitCode, output).toBe(130);
    await expectNothing();
  });

  it('keeps to its memory, whatever comes', async () => {
    await dropSchemas(vendor, COPY);
    const producer = `'${process.execPath}' -e '${LONG.replaceAll("'", `'"'"'`)}' 300`;
    const { exitCode, output, largest } = await watched(loading(producer, ['--dry-run']));
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/Standard input \(3\d\d MB\) was copied to /);
    expect(largest).toBeGreaterThan(100 * MIB);
    expect(largest).toBeLessThan(200 * MIB);
    expect(fact('memory', 'VmHWM')).toBeLessThan(350 * 1024);
    await expectNothing();
  });

  it('is resumed after kill -9, each row once, and leaves nothing behind', async () => {
    await dropSchemas(vendor, COPY);
    const saboteur = await saboteurCommand(join(home, 'saboteur'));
    const crash = { saboteur, at: 'after-commit:1' };
    await loading(`cat ${script}`, ['--threads', '1'], crash).ended.catch(() => undefined);
    expect(await hasJournal(connection, COPY)).toBe(true);
    expect(copies()).toEqual([0]);
    const other = await loading(`cat ${script}; echo '-- changed'`, ['--resume']).ended;
    expect(other.exitCode, other.output).not.toBe(0);
    const { exitCode, output } = await loading(`cat ${script}`, ['--resume']).ended;
    expect(exitCode, output).toBe(0);
    await expectEqual();
    expect(readdirSync(temporary)).toEqual([]);
  });
});
