import { Option, type Command } from 'commander';
import type { PracticeServer } from '../../contract/connections/practice';
import type { Vendor } from '../../contract/connections/connection';
import type { Instance } from '../../sandbox/instance';
import { PracticeServers } from '../../sandbox/practice';
import { practiceDsn } from '../../sandbox/practice-profile';
import type { ExitCode } from '../exit';
import { sandboxHelp } from '../../text/cli/help/practice/sandbox';
import { practiceText } from '../../text/cli/practice';

interface SandboxArguments {
  readonly server: Vendor;
  readonly json: boolean;
}

export function addSandboxCommand(program: Command, finish: (code: ExitCode) => void): void {
  const sandbox = program.command('practice').description(sandboxHelp.commands.practice);
  const add = (name: string, text: string, action: (options: SandboxArguments) => Promise<void>) =>
    sandbox
      .command(name)
      .description(text)
      .addOption(
        new Option('--server <kind>', sandboxHelp.options.server)
          .choices(['mysql', 'mariadb'])
          .default('mysql'),
      )
      .option('--json', sandboxHelp.options.json, false)
      .action(async (options: SandboxArguments) => {
        await action(options);
        finish(0);
      });
  add('start', sandboxHelp.commands.start, start);
  add('stop', sandboxHelp.commands.stop, stop);
  add('status', sandboxHelp.commands.status, status);
  sandbox.addHelpText('after', sandboxHelp.after);
}

async function start({ server, json }: SandboxArguments): Promise<void> {
  const practice = new PracticeServers((servers) => {
    const own = servers.find(({ vendor }) => vendor === server);
    if (own !== undefined && !json) showProgress(own);
  });
  printServer(json, await practice.start(server, 'detached'));
}

function showProgress({ state, detail }: PracticeServer): void {
  if (state !== 'starting') return;
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${detail}` : '');
}

function printServer(json: boolean, server: Instance): void {
  const { vendor, version, password, dataFolder } = server;
  const dsn = practiceDsn(server);
  if (json) {
    const { pid } = server.process;
    process.stdout.write(
      `${JSON.stringify({ server: vendor, version, dsn, password, pid, dataDir: dataFolder })}\n`,
    );
    return;
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  process.stdout.write(`${practiceText.runs(dsn, version)}\n`);
  process.stdout.write(`${practiceText.password(password)}\n`);
}

async function stop({ server, json }: SandboxArguments): Promise<void> {
  const practice = new PracticeServers();
  const running = (await practice.running(server)) !== null;
  await practice.stop(server);
  if (json) process.stdout.write(`${JSON.stringify({ server, stopped: running })}\n`);
  else process.stdout.write(`${running ? practiceText.stopped : practiceText.didNotRun}\n`);
}

async function status({ server, json }: SandboxArguments): Promise<void> {
  const running = await new PracticeServers().running(server);
  if (running !== null) printServer(json, running);
  else
    process.stdout.write(
      json ? `${JSON.stringify({ server, state: 'stopped' })}\n` : `${practiceText.doesNotRun}\n`,
    );
}
