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
import { sessionIds, untilOnly } from './sessions';

/** Runs a command that may write no file of more than so many blocks of 512 bytes: a full disk for any user. */
const withFileLimit = (blocks: number) => ['sh', '-c', `ulimit -f ${blocks}; exec "$@"`, 'sh'];
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

  it.each([
    ['data', 128, { table: `${FAULT_SCHEMA}.big` }],
    ['the documents', 0, {}],
  ])('has no room for %s: it fails, and leaves nothing', async (_, blocks, place) => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const { exitCode, result } = await startDump(folder, withFileLimit(blocks)).ended;
      expect(exitCode).toBe(1);
      expect(result.errors[0]).toMatchObject({ code: 'file-failed', ...place });
      expect(result.errors[0]?.message).toMatch(/file too large|EFBIG/i);
      expect(await fs.readdir(parent)).toEqual([]);
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

  it('is killed: nobody takes what it leaves for a dump, and the server is rid of its sessions', async () => {
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
