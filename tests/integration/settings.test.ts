import { join } from 'path';
import { describe, expect, it } from 'vitest';
import { SETTINGS_DEFAULTS } from '../../app/contract/settings';
import { SettingsStore } from '../../app/storage/settings';
import { startSluice } from './harness/command';
import { withFolder } from './harness/runs';

describe('sluice settings', () => {
  it('shows what the window begins with', async () => {
    await withFolder(async (config) => {
      const show = (...more: readonly string[]) =>
        startSluice(['settings', ...more], { XDG_CONFIG_HOME: config }).ended;
      expect((await show('--json')).result).toEqual(SETTINGS_DEFAULTS);
      const store = new SettingsStore(join(config, 'sluice', 'settings.json'));
      await store.change({ threads: 7, dumpsFolder: '/backups' });
      const { exitCode, output } = await show();
      expect(exitCode).toBe(0);
      expect(output).toMatch(/^threads +7$/m);
      expect(output).toMatch(/^dumps-folder +\/backups$/m);
    });
  });
});
