import { app, clipboard, protocol } from 'electron';
import { cpus } from 'os';
import type { Addon } from '../../engine/addon';
import type { Handlers } from '../answer';

export function appHandlers(engine: Addon): Pick<Handlers, 'app/info' | 'app/copy'> {
  return {
    'app/info': () => ({
      version: app.getVersion(),
      electron: process.versions.electron,
      chromium: process.versions.chrome,
      engine: engine.version().engine,
      oldRuntime: !('handle' in protocol),
      cores: cpus().length,
    }),
    'app/copy': async ({ text }) => {
      await clipboard.writeText(text);
      return null;
    },
  };
}
