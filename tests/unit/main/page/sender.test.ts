import { describe, expect, it } from 'vitest';
import { reasonToRefuse, type Sender } from '../../../../app/main/page/sender';

const OURS: Sender = { isKnownWindow: true, isMainFrame: true, url: 'app://sluice/index.html' };

describe('reasonToRefuse', () => {
  it('trusts the main frame of a known window on our own page', () => {
    expect(reasonToRefuse(OURS)).toBeNull();
  });

  it('trusts it also where the runtime does not distinguish frames', () => {
    expect(reasonToRefuse({ ...OURS, isMainFrame: null })).toBeNull();
  });

  it.each<[string, Partial<Sender>]>([
    ['another window', { isKnownWindow: false }],
    ['a frame inside the window', { isMainFrame: false }],
    ['a document that is gone', { url: null }],
    ['a remote page', { url: 'https://sluice/index.html' }],
    ['a host that only begins like ours', { url: 'app://sluice.example/index.html' }],
    ['another host of the scheme', { url: 'app://other/index.html' }],
    ['an empty page', { url: 'about:blank' }],
    ['a file', { url: 'file:///app://sluice/index.html' }],
  ])('refuses %s', (_what, difference) => {
    expect(reasonToRefuse({ ...OURS, ...difference })).toBeTypeOf('string');
  });
});
