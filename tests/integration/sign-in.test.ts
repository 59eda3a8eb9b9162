import { describe, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import { tlsModes, type TlsMode } from '../../app/contract/connections/connection';
import { SluiceError } from '../../app/contract/failure';
import { testServer, testVendors } from '../servers/test-server';
import { testEndpoint, withPlain } from './harness/servers';

async function tlsOf(vendor: (typeof testVendors)[number], mode: TlsMode): Promise<string | null> {
  const session = await connect(testEndpoint(vendor, { tls: { mode } }));
  const { tls } = session.server;
  await session.close();
  return tls;
}

describe('signing in with a password', () => {
  it('to MySQL 9 over TCP with TLS and, for an account the server has not cached, without', async () => {
    await withPlain('mysql', async (connection) => {
      await connection.query("CREATE USER 'fresh'@'%' IDENTIFIED BY 'pa ss''wörd'");
    });
    try {
      const endpoint = testEndpoint('mysql', {
        user: 'fresh',
        password: "pa ss'wörd",
        tls: { mode: 'disabled' },
      });
      const session = await connect(endpoint);
      expect(session.server).toMatchObject({ vendor: 'mysql', tls: null, account: 'fresh@%' });
      await session.close();
      expect(await tlsOf('mysql', 'required')).not.toBeNull();
      expect(await tlsOf('mysql', 'preferred')).not.toBeNull();
    } finally {
      await withPlain('mysql', (connection) => connection.query("DROP USER 'fresh'@'%'"));
    }
  });

  it('to MariaDB, where preferred takes what there is', async () => {
    expect(await tlsOf('mariadb', 'disabled')).toBeNull();
    const session = await connect(testEndpoint('mariadb', { tls: { mode: 'preferred' } }));
    expect(session.server.vendor).toBe('mariadb');
    await session.close();
  });

  it('an untrusted certificate is refused where it must be verified', async () => {
    const refused = await connect(testEndpoint('mysql', { tls: { mode: 'verify-ca' } })).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(SluiceError);
    expect((refused as SluiceError).failure.code).toBe('tls-failed');
    expect(tlsModes).toContain('verify-ca');
  });

  it.each(testVendors)('%s over its socket', async (vendor) => {
    const { socket } = testServer(vendor);
    const session = await connect(testEndpoint(vendor, { address: { kind: 'socket', path: socket } }));
    expect(await session.scalar('SELECT 1')).toBe('1');
    await session.close();
  });

  it.each(testVendors)('%s: a wrong password names the account, never the password', async (vendor) => {
    const refused = await connect(testEndpoint(vendor, { password: 'wrong-secret' })).catch(
      (error: unknown) => error,
    );
    expect((refused as SluiceError).failure).toMatchObject({ code: 'sign-in-refused', errno: 1045 });
    expect(JSON.stringify((refused as SluiceError).failure)).not.toContain('wrong-secret');
  });
});
