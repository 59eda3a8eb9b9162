import { arch, cpus, release, totalmem, type } from 'node:os';
import { goalLines } from './goals.mjs';
import { median } from './measure.mjs';

/** Machine that the figures were measured on: without it they mean nothing. */
export function machine() {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryBytes: totalmem(),
    system: `${type()} ${release()} ${arch()}`,
    node: process.version,
  };
}

/**
 * Medians over the rounds, and how many times as long as the first of its group each one took: the median of the
 * ratios within a round.
 */
export function summarise(contenders, rounds) {
  const summaries = contenders.map(({ name, group, bytes = null }) => {
    const measured = rounds.map((round) => round[name]);
    const of = (key) => median(measured.map((run) => run[key]));
    const times = measured.map(({ seconds }) => seconds);
    const isServerKnown = measured.every(({ serverCpuSeconds }) => serverCpuSeconds !== null);
    return {
      name,
      group,
      bytes,
      seconds: of('seconds'),
      fastest: Math.min(...times),
      slowest: Math.max(...times),
      cpuSeconds: of('cpuSeconds'),
      serverCpuSeconds: isServerKnown ? of('serverCpuSeconds') : null,
      peakBytes: Math.max(...measured.map(({ peakBytes }) => peakBytes)),
    };
  });
  const first = (group) => summaries.find((summary) => summary.group === group).name;
  return summaries.map((summary) => {
    const { name, group } = summary;
    const ratios = rounds.map((round) => round[name].seconds / round[first(group)].seconds);
    return { ...summary, ratio: median(ratios) };
  });
}

export function printReport({
  name,
  scale,
  facts,
  machine: { cpu, cores, memoryBytes, system, node },
  rounds,
  summary,
  commands,
  leftOut,
  goals,
}) {
  console.log(`\n${name}, scale ${scale}, median of ${rounds.length} rounds`);
  console.log(`${cpu}, ${cores} cores, ${(memoryBytes / 2 ** 30).toFixed(0)} GiB, ${system}, Node ${node}`);
  for (const [fact, value] of Object.entries(facts)) console.log(`${fact}: ${value}`);
  for (const [contender, command] of Object.entries(commands)) console.log(`$ ${contender}: ${command}`);
  const isMoving = summary.some(({ bytes }) => bytes !== null);
  const rates = isMoving ? ['GB/s', 'GB/CPU s'] : [];
  console.log('\n' + row(['', 'seconds', 'range', 'ratio', 'CPU s', 'server CPU s', 'peak MiB', ...rates]));
  for (const line of summary) {
    const server = line.serverCpuSeconds === null ? '–' : line.serverCpuSeconds.toFixed(2);
    const range = `${line.fastest.toFixed(2)}–${line.slowest.toFixed(2)}`;
    const peak = (line.peakBytes / 2 ** 20).toFixed(0);
    console.log(
      row([
        line.name,
        line.seconds.toFixed(2),
        range,
        line.ratio.toFixed(2),
        line.cpuSeconds.toFixed(2),
        server,
        peak,
        ...(isMoving ? ratesOf(line) : []),
      ]),
    );
  }
  if (leftOut.length > 0) console.log(`\nleft out: ${leftOut.join('; ')}`);
  if (goals.length > 0) console.log(`\n${goalLines(goals).join('\n')}`);
}

/** Bytes moved per second and per second of the command's processor time. */
function ratesOf({ bytes, seconds, cpuSeconds }) {
  return [seconds, cpuSeconds].map((time) => (bytes === null ? '–' : (bytes / time / 1e9).toFixed(2)));
}

function row([name, ...figures]) {
  return name.padEnd(34) + figures.map((figure) => figure.padStart(14)).join('');
}
