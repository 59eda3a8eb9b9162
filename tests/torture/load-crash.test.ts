import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'mysql2/promise';
import { LOAD_DEFAULTS } from '../../app/contract/options';
import { Dice } from '../fixtures/dice';
import { startSluice } from '../integration/harness/command';
import type { Moment } from '../integration/harness/faulty-network';
import { OwnServer } from '../integration/harness/own-server';
import { dumpSchema, newRegistry } from '../integration/harness/runs';
import { connectPlain, dropSchemas } from '../integration/harness/servers';
import {
  CRASH_CHUNK_BYTES,
  expectWhole,
  hasJournal,
  makeCrashSchema,
  saboteurCommand,
} from '../integration/load/crash-schema';
import { testVendors } from '../servers/test-server';

/** Each round is one load that is killed up to three times; its seed is its number. */
const ROUNDS = process.env.SLUICE_TORTURE === 'slice' ? 2 : 150;
const MOST_CRASHES = 3;
/** A load of this schema takes about as long: most random moments are within it. */
const LONGEST_LIFE_MS = 2500;

const SOURCE = 'torture_source';
const COPY = 'torture_copy';
/** Kill points in the engine (native/engine/load): after LOAD before COMMIT, after COMMIT, around an ALTER, mid-verify. */
const EVENTS = [
  'after-load',
  'before-commit',
  'after-commit',
  'before-index',
  'after-index',
  'before-count',
] as const;
const MOMENTS = [
  'table',
  'rows',
  'commit',
  'index',
  'foreign-key',
  'count',
] as const satisfies readonly Moment[];
const CRASHES = ['sluice-at-event', 'server-at-event', 'sluice-at-time', 'server-at-time'] as const;

const registry = newRegistry();

describe.each(testVendors)('loads that are killed again and again, Sluice or its server, %s', (vendor) => {
  let parent = '';
  let folder = '';
  let saboteur = '';
  let source: Connection;
  let server: OwnServer;

  beforeAll(async () => {
    source = await connectPlain(vendor);
    await makeCrashSchema(source, SOURCE);
    // What the server's death does to a table without a log of its own is no work of a load.
    await source.query(`DROP TABLE ${SOURCE}.plain`);
    parent = await mkdtemp(join(tmpdir(), 'sluice-torture-'));
    folder = join(parent, 'dump');
    saboteur = await saboteurCommand(join(parent, 'saboteur'));
    const wish = { vendor, schema: SOURCE, folder, threads: 2, bytesPerChunk: CRASH_CHUNK_BYTES };
    expect((await dumpSchema(registry, wish)).errors).toEqual([]);
    server = await OwnServer.start(vendor);
  });

  afterAll(async () => {
    await server.end();
    await source.end();
    await dropSchemas(vendor, SOURCE);
    await rm(parent, { recursive: true, force: true });
  });

  it(`${ROUNDS} rounds end with equal data`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) await roundOf(new Dice(round), round);
  });

  async function roundOf(dice: Dice, round: number): Promise<void> {
    const story: string[] = [];
    // Each round begins with another kind, so that even two rounds have both victims.
    let kind = CRASHES[round % CRASHES.length] ?? pick(dice, CRASHES);
    await onServer((connection) => connection.query(`DROP DATABASE IF EXISTS ${COPY}`));
    for (let crashes = between(dice, 1, MOST_CRASHES); crashes > 0; crashes -= 1) {
      story.push(await crash(dice, kind, await isUnfinished()));
      kind = pick(dice, CRASHES);
      await proveIfDone(story);
    }
    const { errors, state } = await loadHere(await isUnfinished()).result;
    expect({ round, story, errors, state }).toEqual({ round, story, errors: [], state: 'done' });
    await onServer((connection) => expectWhole(source, SOURCE, COPY, connection));
  }

  /** A kill may come too late: then all must be there, and the next load begins from nothing. */
  async function proveIfDone(story: string[]): Promise<void> {
    await onServer(async (connection) => {
      const [tables] = await connection.query(
        'SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?',
        [COPY],
      );
      if ((tables as readonly unknown[]).length === 0 || (await hasJournal(connection, COPY))) return;
      story.push('done');
      await expectWhole(source, SOURCE, COPY, connection);
      await connection.query(`DROP DATABASE ${COPY}`);
    });
  }

  async function crash(dice: Dice, kind: (typeof CRASHES)[number], resume: boolean): Promise<string> {
    switch (kind) {
      case 'sluice-at-event': {
        const event = `${pick(dice, EVENTS)}:${between(dice, 1, 12)}`;
        await loadElsewhere(resume, { SLUICE_CRASH: event }).ended;
        return event;
      }
      case 'sluice-at-time': {
        const ms = between(dice, 0, LONGEST_LIFE_MS);
        const command = loadElsewhere(resume, {});
        await Promise.race([sleep(ms), command.ended]);
        command.process.kill('SIGKILL');
        await command.ended;
        return `Sluice after ${ms} ms`;
      }
      case 'server-at-event': {
        const moment = pick(dice, MOMENTS);
        const times = between(dice, 1, moment === 'rows' || moment === 'commit' ? 12 : 2);
        await killServer(resume, server.network.at(moment, 'hold', times));
        return `server at ${moment}:${times}`;
      }
      case 'server-at-time': {
        const ms = between(dice, 0, LONGEST_LIFE_MS);
        await killServer(resume, sleep(ms));
        return `server after ${ms} ms`;
      }
    }
  }

  async function killServer(resume: boolean, when: Promise<void>): Promise<void> {
    const { result } = loadHere(resume);
    await Promise.race([when, result]);
    await server.kill();
    server.network.cut();
    await result;
    await server.startAgain();
    server.network.mend();
  }

  function loadHere(resume: boolean) {
    const { runId } = registry.startLoad(vendor, {
      endpoint: server.endpoint,
      profile: null,
      folder,
      options: {
        ...LOAD_DEFAULTS,
        schemaMap: { [SOURCE]: COPY },
        threads: 2,
        indexes: 'defer',
        reconnectMs: 0,
        resume,
      },
    });
    return { result: registry.finished(runId) };
  }

  /** In a process of its own, which can be killed, with an engine that can be told to do it itself. */
  function loadElsewhere(resume: boolean, environment: Readonly<Record<string, string>>) {
    const { user, password } = server.endpoint;
    const where = ['--target', `mysql://${user}@127.0.0.1:${server.network.port}`, '--dump', folder];
    const how = ['--schema-map', `${SOURCE}=${COPY}`, '--indexes', 'defer', '--threads', '2', '--json'];
    return startSluice(
      ['load', ...where, ...how, ...(resume ? ['--resume'] : [])],
      { SLUICE_PASSWORD: password, ...environment },
      [],
      saboteur,
    );
  }

  async function isUnfinished(): Promise<boolean> {
    return await onServer((connection) => hasJournal(connection, COPY));
  }

  async function onServer<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await server.connect();
    try {
      return await work(connection);
    } finally {
      await connection.end();
    }
  }
});

function between(dice: Dice, from: number, to: number): number {
  return from + dice.below(to - from + 1);
}

function pick<T>(dice: Dice, choices: readonly [T, ...T[]]): T {
  return choices[dice.below(choices.length)] ?? choices[0];
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
