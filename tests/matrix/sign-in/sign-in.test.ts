import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import { MatrixServer, serverNames } from '../matrix-server';
import { accountsOf, lines, outcomes, type Account, type Line } from './accounts';
import { Certificates } from '../../servers/certificates';
import { pluginFolder } from './plugins';
import { signInAsControl, signInAsLane } from './sessions';

/** Lines of the table: method, line, server, control session, lane. */
const table: string[] = [];
afterAll(() => {
  console.log(
    ['| server | method | line | control session | lane |', '|---|---|---|---|---|', ...table].join('\n'),
  );
});

const certificates = new Certificates();
const others = new Certificates();
afterAll(() => [certificates, others].forEach((each) => each.remove()));

describe.each(serverNames)('%s', (name) => {
  const { plugins, accounts } = accountsOf[name] ?? { plugins: [], accounts: [] };
  let server: MatrixServer;
  beforeAll(async () => {
    const folder = pluginFolder(name);
    server = await MatrixServer.start(name, [
      ...(hasModernTls(name) ? certificates.serverOptions : []),
      ...(name === 'mariadb-10.2' ? ['--skip-ssl'] : []),
      ...(folder === null ? [] : [`--plugin-dir=${folder}`]),
      ...(name.startsWith('mariadb') && folder !== null ? ['--plugin-maturity=unknown'] : []),
      ...(name === 'mysql-9.7' ? ['--authentication-policy=*,,'] : []),
    ]);
    await server.run(plugins.map(([plugin, library]) => `INSTALL PLUGIN ${plugin} SONAME '${library}'`));
    await server.run(accounts.flatMap(({ statements }) => statements));
  });
  afterAll(() => server.end());

  const certified = hasModernTls(name) ? [name] : [];
  it.each(certified)('a certificate of another authority: %s', async () => {
    const address = { kind: 'tcp', host: '127.0.0.1', port: server.instance.port } as const;
    const { user, password } = server.instance;
    const tls = { mode: 'verify-ca', ca: others.ca } as const;
    const lane = await signInAsLane({ address, user, password, tls });
    const control = await signInAsControl({ address, user, password, tls });
    table.push(`| ${[name, 'any', 'another authority', control?.message, lane?.message].join(' | ')} |`);
    expect(control?.code).toBe('tls-failed');
    expect(lane).toEqual(control);
  });

  const cells = accounts.flatMap((account) =>
    lines.map((line) => ({ account, line, method: account.method })),
  );
  it.each(cells)('$method over $line', async ({ account, line }) => {
    const endpoint = endpointOf(server, account, line);
    // The lane first: it must not live on what the control session has left in the server's cache of passwords.
    const lane = await signInAsLane(endpoint);
    const control = await signInAsControl(endpoint);
    table.push(
      `| ${[name, account.method, line, control?.message ?? 'in', lane?.message ?? 'in'].join(' | ')} |`,
    );
    expect(lane).toEqual(control);
    const expected = account.outcomes[lines.indexOf(line)] ?? 'in';
    expect(control?.message ?? '').toMatch(outcomes[expected]);
    expect(control === null).toBe(expected === 'in');
  });
});

/** 5.5.9 is built without TLS, and the library of 10.2.11 knows none that today's clients take. */
function hasModernTls(name: string): boolean {
  return name !== 'mysql-5.5' && name !== 'mariadb-10.2';
}

function endpointOf(server: MatrixServer, account: Account, line: Line): Endpoint {
  const { port, socketPath } = server.instance;
  const { user, byCertificate = false, passwords = ['pw'] } = account;
  const [password = '', ...furtherPasswords] = passwords;
  const client = { cert: certificates.certOf('client'), key: certificates.keyOf('client') };
  const tls = {
    'no TLS': { mode: 'disabled' },
    TLS: { mode: 'required' },
    'verified TLS': { mode: 'verify-ca', ca: certificates.ca, ...(byCertificate && client) },
    socket: { mode: 'preferred' },
  } as const;
  return {
    address:
      line === 'socket' ? { kind: 'socket', path: socketPath } : { kind: 'tcp', host: '127.0.0.1', port },
    ...{ user, password, furtherPasswords },
    tls: tls[line],
  };
}
