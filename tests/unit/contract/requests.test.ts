import { describe, expect, it } from 'vitest';
import { requestSchemas } from '../../../app/contract/requests';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';

describe('a request of the window to load', () => {
  it('keeps choices about files of values, and names no file to write', () => {
    const input = { separator: ';', rejects: { file: '/home/somebody/.profile', limit: 10 } };
    const read = requestSchemas['load/start'].parse({
      profileId: 'p',
      folder: 'path-0123456789abcdef',
      options: { ...LOAD_DEFAULTS, input },
    });
    expect(read.options.input).toEqual({ separator: ';' });
  });
});
