import { describe, expect, it } from 'vitest';
import { sandboxLack } from '../../../build/runtime.mjs';

/** A Linux whose kernel has just this setting. */
const linux = (setting, value, user = 1000) =>
  sandboxLack({
    platform: 'linux',
    user,
    readSetting: (file) => (file === `/proc/sys/kernel/${setting}` ? value : null),
  });

describe('Chromium’s sandbox', () => {
  it('is there where nothing denies it', () => {
    expect(linux('unprivileged_userns_clone', 1)).toBeNull();
    expect(linux('apparmor_restrict_unprivileged_userns', 0)).toBeNull();
    expect(sandboxLack({ platform: 'darwin', user: 501, readSetting: () => 0 })).toBeNull();
  });

  it('can’t be had for a reason that is named', () => {
    expect(linux('', 0, 0)).toContain('root');
    expect(linux('unprivileged_userns_clone', 0)).toContain('kernel.unprivileged_userns_clone = 0');
    expect(linux('apparmor_restrict_unprivileged_userns', 1)).toContain(
      'kernel.apparmor_restrict_unprivileged_userns = 1',
    );
  });
});
