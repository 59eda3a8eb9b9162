import { describe, expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY, headersFor, resolveAsset } from '../../../../app/main/page/assets';

const FOLDER = '/opt/sluice/dist/renderer';

describe('resolveAsset', () => {
  it('finds files of the folder', () => {
    expect(resolveAsset(FOLDER, 'app://sluice/index.html')).toBe(`${FOLDER}/index.html`);
    expect(resolveAsset(FOLDER, 'app://sluice/assets/main.js?v=1#top')).toBe(`${FOLDER}/assets/main.js`);
  });

  it.each(['app://sluice/../main.cjs', 'app://sluice/%2e%2e/main.cjs'])('stays at the top: %s', (address) => {
    expect(resolveAsset(FOLDER, address)).toBe(`${FOLDER}/main.cjs`);
  });

  it.each([
    'app://sluice/%2e%2e%2fmain.cjs',
    'app://sluice/..%2f..%2f..%2f..%2fetc%2fpasswd',
    'app://sluice/..%5c..%5cmain.cjs',
    'app://sluice/index.html%00.js',
    'app://sluice/%zz',
    'app://other/index.html',
    'app://sluice.example/index.html',
    'file:///etc/passwd',
  ])('never leaves the folder: %s', (address) => {
    expect(resolveAsset(FOLDER, address)).toBeNull();
  });

  it('takes a name that only begins like the folder for another folder', () => {
    expect(resolveAsset(FOLDER, 'app://sluice/..%2frenderer-of-someone-else/x.js')).toBeNull();
  });
});

describe('headersFor', () => {
  it('names the type, and forbids guessing it', () => {
    expect(headersFor('a.js')).toMatchObject({
      'Content-Type': 'text/javascript; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    });
    expect(headersFor('a.exe')['Content-Type']).toBe('application/octet-stream');
  });

  it('sends the policy with each file', () => {
    expect(headersFor('index.html')['Content-Security-Policy']).toBe(CONTENT_SECURITY_POLICY);
    expect(CONTENT_SECURITY_POLICY).not.toMatch(/unsafe|\*|https?:/);
  });
});
