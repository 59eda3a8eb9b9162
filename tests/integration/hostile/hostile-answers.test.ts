import { createConnection } from 'mysql2';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { limitAnswers } from '../../../app/catalog/connect/answer-limits';
import { connect } from '../../../app/catalog/connect/connect';
import type { SluiceError } from '../../../app/contract/failure';
import { testServer, testVendors } from '../../servers/test-server';
import { FakeServer, type FakeClient } from '../harness/fake-server';

const DEFINITION = Buffer.concat([
  Buffer.from('\u0003def'),
  Buffer.from([0, 0, 0, 1, 0x63, 0, 0x0c, 45, 0, 255, 0, 0, 0, 0xfd, 0, 0, 0, 0, 0]),
]);
const EOF = Buffer.from([0xfe, 0, 0, 2, 0]);
const ROW = Buffer.concat([Buffer.from([200]), Buffer.alloc(200, 'x')]);
const FOR_EVER = 1e9;

/** A server that signs anybody in, and answers every statement in the same way. */
describe('a hostile server, to a control session', () => {
  let fake: FakeServer | null = null;
  afterEach(() => fake?.stop());

  async function start(answer: (client: FakeClient) => Promise<void>): Promise<FakeServer> {
    fake = await FakeServer.start({
      talk: async (client) => {
        await client.read();
        client.ok();
        for (;;) {
          await client.read();
          await answer(client);
        }
      },
    });
    return fake;
  }

  async function failureOf(answer: (client: FakeClient) => Promise<void>) {
    const { port } = await start(answer);
    const error: unknown = await connect({
      ...{ address: { kind: 'tcp', host: '127.0.0.1', port }, user: 'u', password: 'p' },
      tls: { mode: 'disabled' },
    }).catch((thrown: unknown) => thrown);
    return (error as SluiceError).failure;
  }

  it.each([
    ['10 million columns', Buffer.from([0xfd, 0x80, 0x96, 0x98])],
    ['more columns than there are numbers', Buffer.from([0xfe, 255, 255, 255, 255, 255, 255, 15, 0])],
  ])('of %s is cut off', async (_what, count) => {
    const failure = await failureOf(async (client) => {
      client.send(count);
      await client.sendMany(DEFINITION, FOR_EVER);
    });
    expect(failure).toMatchObject({ code: 'statement-failed', retryable: false });
    expect(failure.message).toMatch(/Malformed answer: \d+ columns/);
  });

  it('of packets out of order is cut off, without a word on the console', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      const failure = await failureOf(async (client) => {
        client.send(Buffer.from([1]));
        client.send(DEFINITION);
        client.send(EOF);
        client.send(ROW, 9);
        client.send(EOF);
        await Promise.resolve();
      });
      expect(failure).toMatchObject({ code: 'statement-failed', retryable: false });
      expect(failure.message).toContain('packet 9 came where 4 was expected');
      expect(said).not.toHaveBeenCalled();
    } finally {
      said.mockRestore();
    }
  });

  it('of rows without end is cut off before memory is full', async () => {
    const { port } = await start(async (client) => {
      client.send(Buffer.from([1]));
      client.send(DEFINITION);
      client.send(EOF);
      await client.sendMany(ROW, FOR_EVER);
    });
    const connection = createConnection({ host: '127.0.0.1', port, user: 'u', password: 'p' });
    limitAnswers(connection, 'none', { columns: 4096, bytes: 4 * 1024 * 1024 });
    connection.on('error', () => undefined);
    const error = await new Promise<Error | null>((resolve) => connection.query('SELECT c', resolve));
    expect(error?.message).toContain('more than 4194304 bytes');
  });
});

describe.each(testVendors)('a compressed connection, %s', (vendor) => {
  /** About 8 MiB in thousands of packets, which zlib makes a few of. */
  const MANY =
    "SELECT REPEAT('0123456789', 100) AS t FROM information_schema.COLLATIONS a, information_schema.COLLATIONS b LIMIT 8000";

  function query(bytes: number, statement: string): Promise<Error | null> {
    const { host, port, user, password } = testServer(vendor);
    const connection = createConnection({ host, port, user, password, compress: true });
    limitAnswers(connection, 'zlib', { columns: 20, bytes });
    connection.on('error', () => undefined);
    return new Promise((resolve) => {
      connection.query(statement, (error) => {
        connection.destroy();
        resolve(error);
      });
    });
  }

  it('takes a long answer whose compressed packets are numbered on their own', async () => {
    expect(await query(64 * 1024 * 1024, MANY)).toBeNull();
  });

  it('is cut off where an answer is too long, or too wide', async () => {
    expect((await query(1024 * 1024, MANY))?.message).toContain('more than 1048576 bytes');
    const wide = `SELECT ${Array.from({ length: 21 }, (_, i) => `${i} AS c${i}`).join(', ')}`;
    expect((await query(64 * 1024 * 1024, wide))?.message).toContain('21 columns');
  });
});
