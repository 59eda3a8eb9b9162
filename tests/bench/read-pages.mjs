/** Reads a tablespace file some times over through the addon: `read-pages ADDON FILE PASSES SPEC`, the last one JSON. */
const [addon, path, passes, spec] = process.argv.slice(2);

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

for (let pass = 0; pass < Number(passes); pass += 1) await read();
