import { createRequire } from 'node:module';
import { ensureApplication } from './application.mjs';
import { inRoot } from './places.mjs';

/** The application's own way to find a server (app/sandbox/locate.ts), so that set-up can't be of another mind. */
export async function serverLocator() {
  await ensureApplication(['locate']);
  return createRequire(import.meta.url)(inRoot('dist', 'tools', 'locate.cjs')).locateServer;
}
