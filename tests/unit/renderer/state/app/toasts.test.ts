import { beforeEach, describe, expect, it } from 'vitest';
import { notify, useToasts } from '../../../../../renderer/state/app/toasts';

const titles = () => useToasts.getState().toasts.map(({ title }) => title);

describe('notify', () => {
  beforeEach(() => {
    useToasts.setState({ toasts: [], nextId: 1 });
  });

  it('shows equal messages once, as the newest', () => {
    notify('ok', 'Saved as job: Nightly');
    notify('ok', 'Exported: Nightly');
    notify('ok', 'Saved as job: Nightly');
    expect(titles()).toEqual(['Exported: Nightly', 'Saved as job: Nightly']);
  });

  it('keeps two entries that differ in their target or their end', () => {
    notify('ok', 'Dump', { runId: 'a' });
    notify('ok', 'Dump', { runId: 'b' });
    notify('failed', 'Dump', { runId: 'b' });
    notify('failed', 'Dump', { runId: 'b', detail: 'The disk is full.' });
    expect(titles()).toHaveLength(4);
  });

  it('drops the oldest of more than there is room for', () => {
    for (const number of [1, 2, 3, 4, 5]) notify('info', `Thing ${number}`);
    expect(titles()).toEqual(['Thing 2', 'Thing 3', 'Thing 4', 'Thing 5']);
  });
});
