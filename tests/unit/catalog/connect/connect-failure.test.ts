import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, expect, it } from 'vitest';
import { connect } from '../../../../app/catalog/connect/connect';
import { connectFailure } from '../../../../app/catalog/connect/connect-failure';
import type { SignInRefusal } from '../../../../app/engine/sign-in/refusal';
import type { Endpoint } from '../../../../app/catalog/connect/endpoint';

// As mkdtemp(3) may well choose it by itself.
const folder = mkdtempSync(join(tmpdir(), 'sluice-k9Tls-SSL-'));
afterAll(() => rmSync(folder, { recursive: true }));

const endpoint = (address: Endpoint['address']): Endpoint => ({
  address,
  user: 'ssl',
  password: '',
  tls: { mode: 'preferred' },
});
const asItIs: SignInRefusal = { reason: 'refused', method: '', factor: 1, question: '', server: 'ssl@db' };
const onSocket = endpoint({ kind: 'socket', path: join(folder, 'certificate.sock') });

it('takes no socket that is missing for a failure of TLS, whatever its name', async () => {
  await expect(connect(onSocket)).rejects.toMatchObject({ failure: { code: 'connect-refused' } });
});

it('names the socket where that was tried, and host and port where those were', () => {
  const error = Object.assign(new Error('connect'), { code: 'ENOENT', syscall: 'connect' });
  expect(connectFailure(error, onSocket, asItIs).failure.hint).toContain('socket file');
  const onHost = endpoint({ kind: 'tcp', host: 'db', port: 3306 });
  expect(connectFailure(error, onHost, asItIs).failure.hint).toContain('host and port');
});

it('takes no host that is not reached for one either', async () => {
  const host = 'tls.invalid';
  const refused = connect(endpoint({ kind: 'tcp', host, port: 3306 }));
  await expect(refused).rejects.toMatchObject({ failure: { code: 'connect-refused' } });
});

const serverError = (code: string, message: string) => Object.assign(new Error(message), { code, errno: 1 });

it.each([
  [
    'ER_TOO_MANY_USER_CONNECTIONS',
    "User ssl already has more than 'max_user_connections' active connections",
  ],
  ['ER_HOST_IS_BLOCKED', "Host 'tls-gateway' is blocked because of many connection errors"],
])('takes no account or host that %s names for one', (code, message) => {
  expect(connectFailure(serverError(code, message), onSocket, asItIs).failure.code).toBe('connect-refused');
});

it.each([
  Object.assign(new Error('write EPROTO 140:error:0A00010B:SSL routines:ssl3_get_record'), {
    code: 'EPROTO',
    syscall: 'write',
  }),
  Object.assign(
    new Error('Client network socket disconnected before secure TLS connection was established'),
    {
      code: 'ECONNRESET',
    },
  ),
  new Error('self-signed certificate in certificate chain'),
])('knows a failure of TLS: $message', (error) => {
  expect(connectFailure(error, onSocket, asItIs).failure.code).toBe('tls-failed');
});
