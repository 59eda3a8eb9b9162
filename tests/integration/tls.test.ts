import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { rootCertificates } from 'tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import type { Endpoint } from '../../app/catalog/connect/endpoint';
import type { SluiceError } from '../../app/contract/failure';
import { testServer } from '../servers/test-server';
import { dumpSchema, newRegistry, withFolder } from './harness/runs';
import { dropSchemas, testEndpoint, withPlain } from './harness/servers';

const SCHEMA = 'tls_modes';

/** Files that MySQL makes for itself at its first start, in its data folder (manual, "Creating SSL Certificates"). */
const own = (file: string) => join(testServer('mysql').dataDir, file);

type Tls = Endpoint['tls'];

/** `ok`, or the code of the failure that signing in for control work ends with. */
async function control(tls: Tls, more: Partial<Endpoint> = {}): Promise<string> {
  const session = await connect(testEndpoint('mysql', { tls, ...more })).catch(
    (error: unknown) => (error as SluiceError).failure.code,
  );
  if (typeof session === 'string') return session;
  await session.close();
  return 'ok';
}

/** A whole dump: the engine's sessions have signed in with the same settings too. */
async function dumped(tls: Tls, more: Partial<Endpoint> = {}): Promise<string> {
  return await withFolder(async (folder) => {
    const { state, errors } = await dumpSchema(newRegistry(), {
      vendor: 'mysql',
      schema: SCHEMA,
      folder: `${folder}/dump`,
      endpoint: testEndpoint('mysql', { tls, ...more }),
    });
    return errors[0]?.code ?? state;
  });
}

describe('the modes of TLS, for control sessions and the engine alike', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-tls-'));
  /** An authority that has nothing to do with the server's certificate. */
  const other = join(folder, 'other-ca.pem');
  beforeAll(async () => {
    writeFileSync(other, rootCertificates[0] ?? '');
    await dropSchemas('mysql', SCHEMA);
    await withPlain('mysql', async (connection) => {
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`);
      await connection.query("CREATE USER 'cert'@'%' IDENTIFIED BY 'x' REQUIRE X509");
      await connection.query("GRANT ALL ON *.* TO 'cert'@'%'");
    });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await withPlain('mysql', (connection) => connection.query("DROP USER 'cert'@'%'"));
    await dropSchemas('mysql', SCHEMA);
  });

  it('required takes any certificate', async () => {
    expect(await dumped({ mode: 'required' })).toBe('done');
  });

  it('verify-ca takes what its authority has signed, whatever the name', async () => {
    expect(await dumped({ mode: 'verify-ca', ca: own('ca.pem') })).toBe('done');
  });

  it('verify-ca refuses what another authority has signed', async () => {
    expect(await control({ mode: 'verify-ca', ca: other })).toBe('tls-failed');
  });

  it('verify-identity refuses a certificate of another name', async () => {
    expect(await control({ mode: 'verify-identity', ca: own('ca.pem') })).toBe('tls-failed');
  });

  it('an account that wants a certificate gets in with one, and not without', async () => {
    const account = { user: 'cert', password: 'x' };
    const [cert, key] = [own('client-cert.pem'), own('client-key.pem')];
    expect(await dumped({ mode: 'required', cert, key }, account)).toBe('done');
    expect(await control({ mode: 'required' }, account)).toBe('sign-in-refused');
  });

  it('a file that is not there is named', async () => {
    const endpoint = testEndpoint('mysql', { tls: { mode: 'verify-ca', ca: '/nowhere/ca.pem' } });
    const failure = await connect(endpoint).catch((error: unknown) => (error as SluiceError).failure);
    expect(failure).toMatchObject({ code: 'tls-failed' });
    expect(JSON.stringify(failure)).toContain('/nowhere/ca.pem');
  });

  it('a server without TLS is refused where it is required', async () => {
    const endpoint = testEndpoint('mariadb', { tls: { mode: 'required' } });
    const failure = await connect(endpoint).catch((error: unknown) => (error as SluiceError).failure);
    expect(failure).toMatchObject({ code: 'tls-failed' });
  });
});
