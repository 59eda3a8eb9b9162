import { X509Certificate } from 'crypto';
import { promises as fs } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KeptPort } from '../../servers/kept-port';
import { OwnServer } from './own-server';

let server: OwnServer;

beforeAll(async () => {
  server = await OwnServer.start('mariadb');
});

afterAll(() => server.end());

it('listens on a port that the system gives to nobody else while it is down', async () => {
  const range = await fs.readFile('/proc/sys/net/ipv4/ip_local_port_range', 'latin1');
  const port = await server.use(async (connection) => {
    const [rows] = await connection.query('SELECT @@port AS port');
    return (rows as { readonly port: number }[])[0]?.port;
  });
  expect(port).toBeLessThan(Number(range.split(/\s/)[0]));
});

it('keeps its port from other tests until it is released', async () => {
  const first = await KeptPort.takeAny();
  expect(await KeptPort.take(first.port)).toBeNull();
  await first.release();
  const again = await KeptPort.take(first.port);
  expect(again?.port).toBe(first.port);
  await again?.release();
});

it('makes its own certificate at its first start, so that none is older than its test', async () => {
  const before = Math.floor(Date.now() / 1000);
  const mysql = await OwnServer.start('mysql');
  try {
    const [row] = await mysql.use(async (connection) => {
      const [rows] = await connection.query('SELECT @@datadir AS folder');
      return rows as { readonly folder: string }[];
    });
    const { validFrom } = new X509Certificate(await fs.readFile(join(String(row?.folder), 'ca.pem')));
    expect(Date.parse(validFrom) / 1000).toBeGreaterThanOrEqual(before);
  } finally {
    await mysql.end();
  }
});
