import { app, clipboard, protocol } from 'electron';
import { promises as fs } from 'fs';
import { cpus } from 'os';
import { join } from 'path';
import type { Addon } from '../../engine/addon';
import type { Handlers } from '../answer';

export function appHandlers(engine: Addon): Pick<Handlers, 'app/info' | 'app/licences' | 'app/copy'> {
  return {
    'app/info': () => ({
      version: app.getVersion(),
      electron: process.versions.electron,
      chromium: process.versions.chrome,
      engine: engine.version().engine,
      oldRuntime: !('handle' in protocol),
      cores: cpus().length,
    }),
    // Set-up writes it beside the bundles (build/bundles.mjs).
    'app/licences': () => fs.readFile(join(__dirname, 'THIRD-PARTY-NOTICES.txt'), 'utf8'),
    'app/copy': async ({ text }) => {
      await clipboard.writeText(text);
      return null;
    },
  };
}
