/**
 * Reads a tablespace file some times over through the addon: `read-pages ADDON FILE PASSES SPEC FIGURES`. SPEC is JSON;
 * FIGURES gets the processor seconds, of all threads, that a gigabyte took, and the seconds from asking for a report
 * until it was there.
 */
import { statSync, writeFileSync } from 'node:fs';

const [addon, path, passes, spec, figures] = process.argv.slice(2);

const engine = { exports: {} };
process.dlopen(engine, addon);

const read = () =>
  new Promise((done, failed) => {
    const wishes = { path, threads: 1, checksums: true, maxCells: 0, maxPoints: 0, list: null };
    engine.exports.startInspect({ ...wishes, ...JSON.parse(spec) }, ({ events }) => {
      const end = events.find(({ kind }) => kind === 'finished');
      if (end?.state === 'done') done();
      else if (end !== undefined) failed(new Error(JSON.stringify(end.failures)));
    });
  });

const count = Number(passes);
const [begin, used] = [performance.now(), process.cpuUsage()];
for (let pass = 0; pass < count; pass += 1) await read();
const { user, system } = process.cpuUsage(used);
const gigabytes = (statSync(path).size * count) / 1e9;
writeFileSync(
  figures,
  JSON.stringify({
    cpuSecondsPerGB: (user + system) / 1e6 / gigabytes,
    secondsToReport: (performance.now() - begin) / 1000 / count,
  }),
);
