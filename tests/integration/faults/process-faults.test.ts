import { promises as fs } from 'fs';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../../servers/test-server';
import { startSluice, type RunningCommand } from '../harness/command';
import { closeGate, openGate } from '../harness/gate';
import { newRegistry, withFolder } from '../harness/runs';
import { connectPlain, dropSchemas } from '../harness/servers';
import {
  expectNoDump,
  FAULT_CHUNK_BYTES,
  FAULT_CONDITION,
  FAULT_COPY,
  FAULT_GATE,
  FAULT_SCHEMA,
  makeFaultSchema,
} from './fault-source';
import { fullDisk } from './full-disk';
import { sessionIds, untilOnly } from './sessions';

/** Root may write everywhere unless its capabilities are taken from it. */
const AS_ANY_USER = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];

const registry = newRegistry();

describe.each(testVendors)('a process that dumps, %s', (vendor) => {
  let watcher: Connection;
  let before: readonly number[] = [];

  beforeAll(async () => {
    watcher = await connectPlain(vendor);
    await makeFaultSchema(watcher);
    before = await sessionIds(watcher);
  });

  afterAll(async () => {
    await watcher.end();
    await dropSchemas(vendor, FAULT_SCHEMA, FAULT_COPY);
  });

  function startDump(folder: string, through: readonly string[] = []) {
    const { host, port, user, password } = testServer(vendor);
    const source = [
      '--source',
      `mysql://${user}@${host}:${port}`,
      '--schemas',
      FAULT_SCHEMA,
      '--where',
      `${FAULT_SCHEMA}.big=${FAULT_CONDITION}`,
    ];
    const how = [
      '--threads',
      '2',
      '--chunk-bytes',
      String(FAULT_CHUNK_BYTES),
      '--compression',
      'none',
      '--json',
    ];
    return startSluice(['dump', '--out', folder, ...source, ...how], { SLUICE_PASSWORD: password }, through);
  }

  /** Until all documents are written and only data is to come, or the command has ended. */
  async function untilRowsComeAlone(command: RunningCommand, folder: string): Promise<void> {
    const isData = (name: string) => /\.tsv(?:\.dumping)?$/.test(name);
    for (;;) {
      const names = await fs.readdir(folder).catch((): readonly string[] => []);
      if (names.includes(`${FAULT_SCHEMA}.json`) && names.some(isData)) return;
      if (command.process.exitCode !== null) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  // When the rows have filled the disk, the last documents may be the first to notice.
  it.each([
    ['all rows', 1 << 16],
    ['any document', 4096],
  ])('has no room for %s: it names the file and the remedy, and leaves nothing', async (_, bytes) => {
    await withFolder(async (parent) => {
      const disk = fullDisk();
      const through = disk.through(parent, bytes);
      const { exitCode, result, output } = await startDump(join(parent, 'dump'), through).ended;
      expect(exitCode).toBe(1);
      const [error] = result.errors;
      expect(error).toMatchObject({ code: disk.code });
      expect(error?.message).toMatch(disk.message);
      expect(error?.chunk).toMatch(/^(@|faults)/);
      expect(error?.message).toContain(error?.chunk);
      expect(error?.table).toBe(error?.chunk?.includes('.tsv') === true ? `${FAULT_SCHEMA}.big` : undefined);
      expect(error?.hint).toMatch(disk.hint);
      expect(output).toContain('left: []');
      await untilOnly(watcher, before);
    });
  });

  it('may not write into its folder any more: it says so and ends', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await closeGate(watcher, FAULT_GATE);
      const command = startDump(folder, AS_ANY_USER);
      await untilRowsComeAlone(command, folder);
      await fs.chmod(folder, 0o500);
      await openGate(watcher, FAULT_GATE);
      const { exitCode, result } = await command.ended;
      await fs.chmod(folder, 0o700);
      expect(exitCode).toBe(1);
      expect(result.errors[0]).toMatchObject({ code: 'file-failed', table: `${FAULT_SCHEMA}.big` });
      expect(result.errors[0]?.message).toContain('Permission denied');
      await expectNoDump(registry, vendor, folder);
      await untilOnly(watcher, before);
    });
  });

  it('is killed: the folder is no finished dump, and its sessions are gone from the server', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await closeGate(watcher, FAULT_GATE);
      const command = startDump(folder);
      await untilRowsComeAlone(command, folder);
      command.process.kill('SIGKILL');
      expect((await command.ended).exitCode).toBeNull();
      await openGate(watcher, FAULT_GATE);
      expect(await fs.readdir(folder)).toContain('@.json');
      await expectNoDump(registry, vendor, folder);
      await untilOnly(watcher, before);
    });
  });
});
