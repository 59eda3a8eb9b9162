/** `npm run build [-- NAME…]`: builds the bundles, all or those named (main, preload, cli, renderer, …). */
import { buildBundle, bundles } from './bundles.mjs';
import { answerHelp } from './setup/arguments.mjs';

answerHelp(`Usage: npm run build [-- NAME…]\nBundles: ${bundles.join(', ')}`);
const named = process.argv.slice(2);
const unknown = named.find((name) => !bundles.includes(name));
if (unknown !== undefined) {
  console.error(`There is no bundle “${unknown}”. There are: ${bundles.join(', ')}.`);
  process.exit(2);
}
for (const name of named.length > 0 ? named : bundles) {
  const begin = Date.now();
  await buildBundle(name);
  console.log(`  ${name} built in ${((Date.now() - begin) / 1000).toFixed(1)} s`);
}
