import { readFile, stat, writeFile } from 'fs/promises';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../../servers/test-server';
import { runStatements } from '../harness/servers';
import { KilledLoads } from './killed-loads';

/** Without RELOAD, so that no load of it reads the loaded table's file for its result. */
const ACCOUNT = 'resumed_scan';

/** Writes down the bytes that its process has read (proc(5)) before it ends. */
const METER = `const fs = require('fs');
process.on('exit', () => fs.writeFileSync(process.env.READ_BYTES_FILE, fs.readFileSync('/proc/self/io')));`;

describe.each(testVendors)('the scan of a script whose load was killed, %s', (vendor) => {
  let loads: KilledLoads;
  let meter: string;
  let bytes: number;
  beforeAll(async () => {
    await runStatements(vendor, [
      `DROP USER IF EXISTS ${ACCOUNT}`,
      `CREATE USER ${ACCOUNT} IDENTIFIED BY '${testServer(vendor).password}'`,
      `GRANT ALL ON resumed_scan_copy.* TO ${ACCOUNT}`,
    ]);
    const place = { source: 'resumed_scan', file: 'resumed_scan.sql', words: [] };
    loads = await KilledLoads.begin(vendor, { ...place, user: ACCOUNT });
    meter = join(loads.folder, 'meter.cjs');
    await writeFile(meter, METER);
    bytes = (await stat(loads.dump)).size;
  });
  afterAll(async () => {
    await loads.end();
    await runStatements(vendor, [`DROP USER ${ACCOUNT}`]);
  });

  /** Runs a command whose state is in a folder; returns the bytes that it read besides the rows that it moved. */
  async function readBy(home: string, word: '--resume' | '--dry-run'): Promise<number> {
    const file = join(loads.folder, 'io');
    const more = { NODE_OPTIONS: `--require ${meter}`, READ_BYTES_FILE: file };
    const place = { home: join(loads.folder, home), more };
    const run = await loads.start(loads.dump, [word], undefined, place).ended;
    expect(run.exitCode, run.output).toBe(0);
    const read = Number(/^rchar: (\d+)$/m.exec(await readFile(file, 'latin1'))?.[1]);
    return word === '--dry-run' ? read : read - (run.result.movedBytes ?? NaN);
  }

  /** @param other folder of the state with which it is resumed */
  async function readByResumed(home: string, other: string): Promise<number> {
    await loads.dropCopy();
    const place = { home: join(loads.folder, home) };
    const killed = await loads.start(loads.dump, [], 'after-commit:2', place).ended;
    expect(killed.exitCode, killed.output).toBeNull();
    const read = await readBy(other, '--resume');
    await loads.expectEqual();
    return read;
  }

  it('reads only what stands between the rows', async () => {
    const whole = await readByResumed('one', 'other');
    const resumed = await readByResumed('same', 'same');
    expect(whole - resumed).toBeGreaterThan(bytes * 0.8);
    expect(resumed).toBeLessThan(bytes * 0.5);

    await loads.dropCopy();
    const planned = await readBy('same', '--dry-run');
    expect((await readBy('new', '--dry-run')) - planned).toBeGreaterThan(bytes * 0.95);
  });
});
