import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { spawn, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
const server = JSON.parse(process.env.SLUICE_TEST_MYSQL);
const delayMs = 20; const rtt = 40;
const events = []; let n = 0; let t0 = 0;
const listener = createServer((client) => {
  const id = ++n; events.push([Date.now() - t0, id, 'CONNECT']);
  const s = connect({ host: server.host, port: server.port });
  client.setNoDelay(true); s.setNoDelay(true);
  client.on('data', (b) => { events.push([Date.now() - t0, id, show(b)]); setTimeout(() => s.write(b), delayMs); });
  s.on('data', (b) => setTimeout(() => client.write(b), delayMs));
  client.on('end', () => setTimeout(() => s.end(), delayMs)); s.on('end', () => setTimeout(() => client.end(), delayMs));
  client.on('error', () => s.destroy()); s.on('error', () => client.destroy());
});
function show(b) {
  const cmd = b[4];
  const text = b.subarray(5).toString('latin1').replace(/\s+/g, ' ');
  if (b[3] !== 0) return 'AUTH/… ' + b.length;
  return (cmd === 3 ? '' : `cmd ${cmd} `) + text.slice(0, 230) + (text.length > 230 ? `… (${text.length}) ${(text.match(/;/g)||[]).length} ;` : '');
}
listener.listen(0, '127.0.0.1'); await once(listener, 'listening');
const port = listener.address().port;
const sql = (q) => { const c = ['-u' + server.user, '-S', server.socket]; };
const { createConnection } = await import('mysql2/promise');
const c = await createConnection({ host: server.host, port: server.port, user: server.user, password: server.password, multipleStatements: true });
await c.query('DROP SCHEMA IF EXISTS zz_e; CREATE SCHEMA zz_e; CREATE TABLE zz_e.t (id INT PRIMARY KEY); DROP SCHEMA IF EXISTS zz_c');
const env = { ...process.env, SLUICE_PASSWORD: server.password };
const dsn = `mysql://${server.user}@127.0.0.1:${port}/?tls=disabled`;
rmSync('/tmp/zz/d', { recursive: true, force: true });
async function go(words, name) {
  events.length = 0; n = 0; t0 = Date.now();
  const child = spawn('node', ['dist/cli.cjs', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = ''; child.stdout.on('data', (b) => (out += b)); child.stderr.on('data', (b) => (out += b));
  const [code] = await once(child, 'exit');
  const total = Date.now() - t0;
  const lines = events.map(([t, id, e]) => `${String(t).padStart(5)} ms  ${(t / rtt).toFixed(1).padStart(5)} rt  #${id} ${e}`);
  writeFileSync(`/tmp/zz/${name}.txt`, lines.join('\n') + `\nTOTAL ${total} exit ${code}\n${out}`);
  console.log(name, total, 'ms', code, 'packets', events.length);
}
for (let i = 0; i < 3; i++) {
  rmSync('/tmp/zz/d', { recursive: true, force: true });
  await go(['dump', '--source', dsn, '--schemas', 'zz_e', '--threads', '4', '--out', '/tmp/zz/d'], 'dump');
  await c.query('DROP SCHEMA IF EXISTS zz_c');
  await go(['load', '--target', dsn, '--dump', '/tmp/zz/d', '--schema-map', 'zz_e=zz_c', '--threads', '4'], 'load');
}
await c.end(); process.exit(0);
