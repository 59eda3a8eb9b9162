import { createServer, connect as connectTo, type AddressInfo, type Socket } from 'net';
import { rootCertificates } from 'tls';
import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../../app/catalog/connect/connect';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import type { TlsMode } from '../../../app/contract/connections/connection';
import type { SluiceError } from '../../../app/contract/failure';
import { testConnection } from '../../../app/profiles/test-connection';
import { testServer } from '../../servers/test-server';
import { FakeServer, type FakeWish } from '../harness/fake-server';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const PASSWORD = 'distinct password';
const SCHEMA = 'stripped_tls';

const folder = mkdtempSync(join(tmpdir(), 'sluice-stripped-'));
const ca = join(folder, 'ca.pem');
writeFileSync(ca, rootCertificates[0] ?? '');
afterAll(() => rmSync(folder, { recursive: true }));

/** Asks for the password as it is; failing that, for one encrypted with a key that it sends. */
const askForAll: FakeWish['talk'] = async (client) => {
  await client.read();
  await client.switchTo('caching_sha2_password');
  client.send(Buffer.from([1, 4]));
  await client.read();
  client.send(Buffer.from('\u0001-----BEGIN PUBLIC KEY-----'));
  await client.read();
};
const askForPassword: FakeWish['talk'] = async (client) => {
  await client.read();
  await client.switchTo('mysql_clear_password');
  client.ok();
};

describe('a server that was put between, without TLS', () => {
  let fake: FakeServer | null = null;
  afterEach(() => fake?.stop());

  async function meet(wish: FakeWish, tls: Endpoint['tls'], host = '127.0.0.1') {
    fake = await FakeServer.start(wish);
    const endpoint: Endpoint = {
      address: { kind: 'tcp', host, port: fake.port },
      user: 'distinct_user',
      password: PASSWORD,
      tls,
    };
    const failure = await connect(endpoint).then(
      () => null,
      (error: unknown) => (error as SluiceError).failure,
    );
    return { failure, endpoint, heard: fake.heard };
  }

  const modes: readonly TlsMode[] = ['required', 'verify-ca', 'verify-identity'];
  const plugins = ['mysql_native_password', 'caching_sha2_password', 'mysql_clear_password'];
  it.each(modes.flatMap((mode) => plugins.map((plugin) => ({ mode, plugin }))))(
    'hears nothing of a control session: $mode, $plugin',
    async ({ mode, plugin }) => {
      const { failure, heard } = await meet({ plugin, talk: askForPassword }, { mode, ca });
      expect(failure).toMatchObject({ code: 'tls-failed' });
      expect(heard).toBe('');
    },
  );

  it.each(['disabled', 'preferred'] as const)('never receives the password: %s', async (mode) => {
    for (const talk of [askForPassword, askForAll]) {
      for (const plugin of plugins) {
        const { failure, heard } = await meet({ plugin, talk }, { mode });
        expect(failure).not.toBeNull();
        expect(heard).not.toContain(PASSWORD);
        await fake?.stop();
      }
    }
  });

  // 0.0.0.0 leads to this machine too, but does not look like it: it stands for a server in the network.
  it.each(['disabled', 'preferred'] as const)('has its key refused in a network: %s', async (mode) => {
    const { failure } = await meet({ plugin: 'caching_sha2_password', talk: askForAll }, { mode }, '0.0.0.0');
    expect(failure).toMatchObject({ code: 'sign-in-refused' });
    expect(failure?.hint).toContain('Use TLS');
  });

  it('is reported by a connection’s test, which says “encrypted” only where it was', async () => {
    const { endpoint } = await meet({ talk: askForPassword }, { mode: 'verify-ca', ca });
    const { stages } = await testConnection(endpoint);
    expect(stages).toMatchObject([
      { stage: 'connect', state: 'ok' },
      { stage: 'tls', state: 'failed' },
    ]);
    // It refuses before anybody could encrypt anything.
    const refusing: FakeWish = { refuses: { number: 1045, message: 'Access denied' }, talk: askForPassword };
    const early = await meet(refusing, { mode: 'verify-ca', ca });
    const told = await testConnection(early.endpoint);
    expect(told.stages.map(({ stage, state }) => `${stage} ${state}`)).toEqual([
      'connect ok',
      'sign-in failed',
    ]);
  });

  it('is reported by a wrong password over an encrypted connection', async () => {
    const { host, port, user } = testServer('mysql');
    const { stages } = await testConnection({
      ...{ address: { kind: 'tcp', host, port }, user, password: 'wrong' },
      tls: { mode: 'required' },
    });
    expect(stages.map(({ stage, state }) => `${stage} ${state}`)).toEqual([
      'connect ok',
      'tls ok',
      'sign-in failed',
    ]);
  });
});

/**
 * Lets connections through to the real server until it is told to strip: from then on it takes TLS out of the greeting.
 * The control session of a run gets through, and those of the engine do not.
 */
class Stripper {
  readonly #server = createServer((client) => this.#carry(client));
  readonly #sockets = new Set<Socket>();
  heard = '';
  /** Number of connections that are let through first. */
  letThrough = 0;
  #seen = 0;

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** Counts connections anew. */
  begin(): void {
    this.#seen = 0;
  }

  #carry(client: Socket): void {
    this.#seen += 1;
    const strips = this.#seen > this.letThrough;
    const { host, port } = testServer('mysql');
    const server = connectTo(port, host);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => [client, server].forEach((each) => each.destroy()));
    }
    client.on('data', (bytes: Buffer) => {
      if (strips) this.heard += bytes.toString('latin1');
      server.write(bytes);
    });
    let isGreeting = true;
    server.on('data', (bytes: Buffer) => {
      if (strips && isGreeting) withoutTls(bytes);
      isGreeting = false;
      client.write(bytes);
    });
  }
}

/** Clears CLIENT_SSL (2048) of the capabilities, which follow the version's text, the id and eight bytes of salt. */
function withoutTls(greeting: Buffer): void {
  const at = greeting.indexOf(0, 5) + 1 + 4 + 8 + 1;
  greeting.writeUInt8(greeting.readUInt8(at + 1) & ~8, at + 1);
}

describe('a man in the middle that strips the engine’s sessions of TLS', () => {
  it.each([{ mode: 'required' } as const, { mode: 'verify-ca', ca: 'ca.pem' } as const])(
    'hears nothing: $mode',
    async ({ mode, ...files }) => {
      const { user, password, dataDir } = testServer('mysql');
      await dropSchemas('mysql', SCHEMA);
      await withPlain('mysql', async (connection) => {
        await connection.query(`CREATE DATABASE ${SCHEMA}`);
        await connection.query(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`);
      });
      const middle = new Stripper();
      const port = await middle.start();
      const endpoint: Endpoint = {
        ...{ address: { kind: 'tcp', host: '127.0.0.1', port }, user, password },
        tls: { mode, ...('ca' in files && { ca: join(dataDir, files.ca) }) },
      };
      try {
        const codes = [];
        // The number of a dump's control sessions is its own affair: each is tried.
        for (middle.letThrough = 1; middle.letThrough < 20; middle.letThrough += 1) {
          middle.begin();
          const { state, errors } = await dumpOver(endpoint);
          if (state === 'done') break;
          codes.push(errors[0]?.code);
        }
        expect(new Set(codes)).toEqual(new Set(['tls-failed']));
        expect(middle.letThrough).toBeGreaterThan(2);
        expect(middle.heard).toBe('');
      } finally {
        await middle.stop();
        await dropSchemas('mysql', SCHEMA);
      }
    },
  );
});

const registry = newRegistry();

function dumpOver(endpoint: Endpoint) {
  return withFolder((parent) =>
    dumpSchema(registry, { vendor: 'mysql', schema: SCHEMA, folder: `${parent}/dump`, endpoint }),
  );
}
