import { writeFileSync } from 'fs';
import { rootCertificates } from 'tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Certificates } from '../servers/certificates';
import { testVendors } from '../servers/test-server';
import { runSluice } from './harness/command';
import { OwnServer } from './harness/own-server';
import { withFolder } from './harness/runs';

const SCHEMA = 'authorities';

/** The machine's authorities are those of OpenSSL's SSL_CERT_FILE: a test leaves the machine's own store alone. */
describe.each(testVendors)('a verified connection that names no CA: %s', (vendor) => {
  let certificates: Certificates;
  let server: OwnServer;
  beforeAll(async () => {
    certificates = new Certificates();
    server = await OwnServer.start(vendor, certificates.serverOptions);
    await server.use(async (connection) => {
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`);
      await connection.query(`INSERT INTO ${SCHEMA}.t VALUES (1), (2)`);
    });
  });
  afterAll(async () => {
    await server.end();
    certificates.remove();
  });

  /** A whole dump, with control sessions and those of the engine. */
  const dumped = async (dsn: string, authorities: string) =>
    await withFolder(async (folder) => {
      const words = ['dump', '--source', dsn, '--schemas', SCHEMA, '--out', `${folder}/dump`, '--json'];
      return await runSluice(words, { ...server.secret, SSL_CERT_FILE: authorities });
    });
  const dsnOf = (tls: string, host = '127.0.0.1') =>
    server.dsn.replace('tls=disabled', `tls=${tls}`).replace('127.0.0.1', host);

  it.each(['verify-ca', 'verify-identity'])('%s takes what the machine trusts', async (mode) => {
    const { result, output } = await dumped(dsnOf(mode), certificates.ca);
    expect(result.state, output).toBe('done');
  });

  it.each(['verify-ca', 'verify-identity'])('%s refuses what it does not', async (mode) => {
    const { output } = await withFolder(async (folder) => {
      const other = `${folder}/other-ca.pem`;
      writeFileSync(other, rootCertificates[0] ?? '');
      return await dumped(dsnOf(mode), other);
    });
    expect(output).toContain('an authority that this connection does not trust');
  });

  it.each(['verify-ca', 'verify-identity'])('%s compares the name', async (mode) => {
    // Another way to write the address, which is not in the certificate.
    const { output } = await dumped(dsnOf(mode, '127.1'), certificates.ca);
    expect(output).toMatch(/tls-failed/);
    expect(output).toContain('127.1');
  });

  it('a file of authorities that is not there is named', async () => {
    const { output } = await dumped(dsnOf('verify-identity'), '/nowhere.pem');
    expect(output).toContain('/nowhere.pem');
    expect(output).toContain('tls-failed');
  });
});
