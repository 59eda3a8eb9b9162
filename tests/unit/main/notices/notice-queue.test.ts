import { describe, expect, it } from 'vitest';
import { NoticeQueue } from '../../../../app/main/notices/notice-queue';

function queueWithLog() {
  const sent: string[] = [];
  const queue = new NoticeQueue((name, notice) => sent.push(`${name} ${JSON.stringify(notice)}`));
  return { queue, sent };
}

describe('NoticeQueue', () => {
  it('holds each kind back until the window listens to it, in order', () => {
    const { queue, sent } = queueWithLog();
    queue.post('menu/command', 'new-dump');
    queue.post('practice/changed', []);
    queue.post('menu/command', 'new-load');
    expect(sent).toEqual([]);
    queue.listen('menu/command');
    expect(sent).toEqual(['menu/command "new-dump"', 'menu/command "new-load"']);
    queue.post('menu/command', 'show-runs');
    expect(sent).toHaveLength(3);
    queue.listen('practice/changed');
    expect(sent[3]).toBe('practice/changed []');
  });

  it('sends nothing twice', () => {
    const { queue, sent } = queueWithLog();
    queue.post('menu/command', 'new-dump');
    queue.listen('menu/command');
    queue.listen('menu/command');
    expect(sent).toHaveLength(1);
  });

  it('waits again when the window loads again', () => {
    const { queue, sent } = queueWithLog();
    queue.listen('menu/command');
    queue.reset();
    queue.post('menu/command', 'new-dump');
    expect(sent).toEqual([]);
    queue.listen('menu/command');
    expect(sent).toHaveLength(1);
  });

  it('keeps the newest hundred', () => {
    const { queue, sent } = queueWithLog();
    for (let count = 0; count < 250; count += 1) queue.post('practice/changed', []);
    queue.post('practice/changed', [
      { vendor: 'mysql', state: 'running', detail: '', profileId: 'practice-mysql' },
    ]);
    queue.listen('practice/changed');
    expect(sent).toHaveLength(100);
    expect(sent[99]).toContain('practice-mysql');
  });
});
