/**
 * Reads an SQL script some times over through the addon, into statements and ranges of rows: `scan-script ADDON FILE PASSES
 * FIGURES`. FIGURES gets the processor seconds, of all threads, that a gigabyte took.
 */
import { statSync, writeFileSync } from 'node:fs';

const [addon, path, passes, figures] = process.argv.slice(2);

const engine = { exports: {} };
process.dlopen(engine, addon);

const script = { path, compression: 'none', entry: null, ends: 'client', bytesPerRun: 16 << 20 };

async function read() {
  const scan = engine.exports.scanScript(script);
  let items = await scan.next();
  while (items !== null) {
    if ('code' in items) throw new Error(JSON.stringify(items));
    items = await scan.next();
  }
}

const count = Number(passes);
const used = process.cpuUsage();
for (let pass = 0; pass < count; pass += 1) await read();
const { user, system } = process.cpuUsage(used);
const gigabytes = (statSync(path).size * count) / 1e9;
writeFileSync(figures, JSON.stringify({ cpuSecondsPerGB: (user + system) / 1e6 / gigabytes }));
