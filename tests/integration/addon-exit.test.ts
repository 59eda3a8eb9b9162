import { spawn } from 'child_process';
import { resolve } from 'path';
import { describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../servers/test-server';
import { withFolder } from './harness/runs';

/**
 * A program that starts a dump: a script for a child process. `ENDING` is code that may use `dump`, the
 * batch's events as `event`, and runs at each event.
 */
const PROGRAM = `
const module_ = { exports: {} };
process.dlopen(module_, process.env.ADDON);
const server = JSON.parse(process.env.SERVER);
const spec = {
  connection: {
    host: server.host, port: server.port, socketPath: null, user: server.user, password: server.password, furtherPasswords: [], title: 'server',
    tls: { mode: 'preferred', ca: null, cert: null, key: null }, compression: 'none', connectTimeoutMs: 10000, server: null,
  },
  session: [], directory: process.env.FOLDER, lanes: 4, mostLanes: 4, silenceMs: 5000, memoryLimitBytes: 1e8, bytesPerChunk: 1e6,
  compression: { kind: 'zstd', level: 1 },
};
const endless = {
  id: 0, schema: 'mysql', table: 'user', partition: null, basename: 'endless', key: [], keyIndex: null, where: null, within: null, versions: 'current', countCheck: 'when-split',
  columns: [{
    name: 'n', encoding: 'text',
    select: '(SELECT COUNT(*) FROM information_schema.COLUMNS a, information_schema.COLUMNS b, information_schema.COLUMNS c)',
  }],
  estimatedRows: 0, estimatedBytes: 0,
};
const dump = module_.exports.startDump(spec, ({ events }) => events.forEach((event) => { ENDING }));
`;

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
}

function runToItsEnd(vendor: 'mysql' | 'mariadb', ending: string, folder: string): Promise<Ended> {
  const child = spawn(process.execPath, ['-e', PROGRAM.replace('ENDING', ending)], {
    env: {
      ...process.env,
      ADDON: resolve('dist/native/sluice.node'),
      SERVER: JSON.stringify(testServer(vendor)),
      FOLDER: folder,
    },
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => done({ code, signal, output }));
  });
}

describe.each(testVendors)('a process with the addon, %s', (vendor) => {
  const run = (ending: string): Promise<Ended> => withFolder((folder) => runToItsEnd(vendor, ending, folder));

  it('ends by itself when its job has ended, and calls on the ended job do nothing', async () => {
    const ending = `
      if (event.kind === 'sessions-open') { dump.takeSnapshots(); dump.seal(); }
      if (event.kind === 'finished') {
        console.log(event.state);
        dump.pause(); dump.resume(); dump.cancel(); dump.setLanes(2); dump.addTables([]); dump.takeSnapshots();
      }`;
    expect(await run(ending)).toEqual({ code: 0, signal: null, output: 'done\n' });
  });

  it('may exit while sessions are open', async () => {
    const ending = `if (event.kind === 'sessions-open') process.exit(7);`;
    expect(await run(ending)).toEqual({ code: 7, signal: null, output: '' });
  });

  it('may exit while the server works on a long query', async () => {
    const ending = `
      if (event.kind === 'sessions-open') { dump.addTables([endless]); dump.takeSnapshots(); }
      if (event.kind === 'snapshots-taken') setTimeout(() => process.exit(8), 300);`;
    expect(await run(ending)).toEqual({ code: 8, signal: null, output: '' });
  });

  it('may terminate the worker that started the job', async () => {
    const inWorker = PROGRAM.replace(
      'ENDING',
      `if (event.kind === 'sessions-open') require('worker_threads').parentPort.postMessage('open');`,
    );
    const script = `
      if (event.kind !== 'sessions-open') return;
      dump.cancel();
      const { Worker } = require('worker_threads');
      const worker = new Worker(${JSON.stringify(inWorker)}, { eval: true });
      worker.on('message', () => worker.terminate().then(() => console.log('terminated')));`;
    expect(await run(script)).toEqual({ code: 0, signal: null, output: 'terminated\n' });
  });

  it('may exit while a server that says nothing keeps a sign-in waiting', async () => {
    const script = `
      if (event.kind !== 'sessions-open') return;
      dump.cancel();
      const silent = require('net').createServer(() => process.exit(9));
      silent.listen(0, '127.0.0.1', () => {
        const { port } = silent.address();
        const patient = { ...spec.connection, host: '127.0.0.1', port, connectTimeoutMs: 3_600_000 };
        module_.exports.startDump({ ...spec, connection: patient }, () => {});
      });`;
    expect(await run(script)).toEqual({ code: 9, signal: null, output: '' });
  });

  it('survives where the system starts no more threads, and reports it for each job', async () => {
    const script = `
      const tell = ({ kind, state, failures }) => kind === 'finished' && console.log(state, failures[0].code);
      tell(event);
      if (event.kind === 'finished') module_.exports.startDump(spec, ({ events }) => events.forEach(tell));
      if (event.kind !== 'sessions-open') return;
      // No limit holds for root.
      if (process.getuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534); }
      require('child_process').execFileSync('prlimit', ['--pid', String(process.pid), '--nproc=1:1']);
      dump.takeSnapshots();`;
    const refused = 'failed threads-refused\n';
    expect(await run(script)).toEqual({ code: 0, signal: null, output: refused + refused });
  });
});
