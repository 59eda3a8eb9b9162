/**
 * `npm run bench -- NAME [--scale X] [--rounds N] [--only WORDS] [--json FILE]`: runs tests/bench/NAME.bench.mjs. Its contenders take
 * turns, each round begins with another one, and a first round warms up and is not counted: on one machine, minutes
 * apart, absolute times drift by more than what is compared. Read ratios. A benchmark whose figures are exact has a
 * `reproduce` instead, which does all of its work once and prints what came of it. `serverSets` says how many sets of
 * test servers it wants: `server` is the first one's MySQL, `target` the second's. `--large` adds the sizes that take long.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { choose } from './bench/choose.mjs';
import { judge } from './bench/goals.mjs';
import { measure } from './bench/measure.mjs';
import { machine, printReport, summarise } from './bench/report.mjs';
import { withTestServers } from './servers.mjs';
import { runMain, setUp } from './setup.mjs';
import { readArguments } from './setup/arguments.mjs';
import { SetupError } from './setup/command.mjs';
import { serverLocator } from './setup/locate.mjs';
import { inRoot } from './setup/places.mjs';
import { say } from './setup/step.mjs';

const USAGE = `Usage: npm run bench -- NAME [--scale X] [--rounds N] [--only WORDS] [--json FILE] [--large]
Benchmarks: ${names().join(', ')}`;
const OPTIONS = {
  scale: { type: 'string', default: '1' },
  rounds: { type: 'string', default: '5' },
  only: { type: 'string', multiple: true, default: [] },
  json: { type: 'string' },
  large: { type: 'boolean', default: false },
};

await runMain(async () => {
  const { values, positionals } = readArguments(USAGE, OPTIONS, { words: true });
  const [name = ''] = positionals;
  const file = inRoot('tests', 'bench', `${name}.bench.mjs`);
  if (!existsSync(file))
    throw new SetupError(name === '' ? USAGE : `There is no benchmark “${name}”.\n${USAGE}`);
  const { prepare, reproduce, serverSets = 1 } = await import(pathToFileURL(file).href);
  await setUp({ purpose: 'bench' });
  const work = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  try {
    await withServerSets(serverSets, ([variables, ...others]) =>
      reproduce === undefined
        ? bench({ name, prepare, work, sets: [variables, ...others], values })
        : reproduce({ scale: Number(values.scale), work, variables, others, large: values.large }),
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

function names() {
  return readdirSync(inRoot('tests', 'bench')).flatMap((file) => /^(.*)\.bench\.mjs$/.exec(file)?.[1] ?? []);
}

/** Runs `work` with the variables of so many sets of test servers, which are apart from each other. */
async function withServerSets(count, work, started = []) {
  if (started.length === count) return await work(started);
  return await withTestServers((variables) => withServerSets(count, work, [...started, variables]));
}

async function bench({ name, prepare, work, sets, values }) {
  const scale = Number(values.scale);
  const [variables] = sets;
  const [server, target = null] = sets.map((set) => JSON.parse(set.SLUICE_TEST_MYSQL));
  const serverPids = target === null ? [server.pid] : [server.pid, target.pid];
  const locate = await serverLocator();
  const prepared = await prepare({
    scale,
    work,
    server,
    target,
    clients: locate('mysql').clients,
    variables,
  });
  const { facts, appendix } = prepared;
  const { contenders, goals, leftOut } = choose(
    prepared,
    values.only.flatMap((words) => words.split(',')),
  );
  const rounds = [];
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    const measured = await runRound(contenders, round, { work, serverPids });
    say(round === 0 ? 'warmed up' : `round ${round} of ${values.rounds}`);
    if (round > 0) rounds.push(measured);
  }
  const summary = summarise(contenders, rounds);
  const more = appendix?.() ?? { lines: [] };
  const report = {
    name,
    scale,
    facts,
    commands: commandsOf(contenders, work),
    machine: machine(),
    summary,
    leftOut,
    goals: judge(goals, rounds),
    rounds,
    appendix: more,
  };
  if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  printReport(report);
  for (const line of more.lines) console.log(line);
}

/** The exact command lines. Passwords are not among them: they are in variables and files. */
function commandsOf(contenders, work) {
  return Object.fromEntries(
    contenders.map(({ name, command }) => [name, command.join(' ').replaceAll(work, '…')]),
  );
}

/**
 * Every contender once, `before` not counted, beginning with another one in each round; `figures` adds what the run
 * itself has told. In the round that warms up each one's `check` looks whether it did its work whole: a benchmark of
 * something that loses rows is none.
 */
async function runRound(contenders, round, context) {
  const first = round % contenders.length;
  const measured = {};
  for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
    await contender.before?.();
    const run = await measure(contender, context);
    measured[contender.name] = { ...run, figures: (await contender.figures?.()) ?? {} };
    if (round === 0) await contender.check?.();
  }
  return measured;
}
