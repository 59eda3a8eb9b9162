import { describe, expect, it, vi } from 'vitest';
import { Cancellation } from '../../../app/engine/cancellation';
import { failingWith } from '../harness/failure';

describe('Cancellation', () => {
  it('calls every listener once, however often it is cancelled', () => {
    const cancellation = new Cancellation();
    const [first, second] = [vi.fn(), vi.fn()];
    cancellation.onCancel(first);
    cancellation.onCancel(second);
    cancellation.cancel();
    cancellation.cancel();
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  });

  it('calls a late listener at once', () => {
    const cancellation = new Cancellation();
    cancellation.cancel();
    const late = vi.fn();
    cancellation.onCancel(late)();
    expect(late).toHaveBeenCalledOnce();
  });

  it('does not call a listener that has left', () => {
    const cancellation = new Cancellation();
    const listener = vi.fn();
    cancellation.onCancel(listener)();
    cancellation.cancel();
    expect(listener).not.toHaveBeenCalled();
  });

  it('lets work run until it is cancelled, and then stops it', () => {
    const cancellation = new Cancellation();
    expect(() => {
      cancellation.throwIfCancelled();
    }).not.toThrow();
    cancellation.cancel();
    expect(cancellation.cancelled).toBe(true);
    expect(() => {
      cancellation.throwIfCancelled();
    }).toThrow(failingWith('cancelled'));
  });
});
