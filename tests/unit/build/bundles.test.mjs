import { afterEach, expect, it, vi } from 'vitest';
import { buildBundle } from '../../../build/bundles.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Words of React's build for developers, which compares the properties of all that it draws. */
const FOR_DEVELOPERS = 'React will not attempt to diff objects';

it('builds the window with the React of users, whatever environment Vitest has named in this process', async () => {
  vi.stubEnv('NODE_ENV', 'test');
  const { output } = await buildBundle('renderer', { write: false });
  const code = output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : [])).join('');
  expect(code).toContain('react.transitional.element');
  expect(code.includes(FOR_DEVELOPERS)).toBe(false);
  expect(process.env.NODE_ENV).toBe('test');
});
