import { describe, expect, it } from 'vitest';
import { heldBy, judgeHolder } from '../../../../app/target/session/holder';

const PATIENCE = { wait: 10, quiet: 60 };
const seen = (command: string, seconds: number, patience = PATIENCE) =>
  judgeHolder({ command, seconds: String(seconds) }, patience);

describe('the session that holds a load', () => {
  it('is alive while it works, however long a statement takes', () => {
    expect([seen('Query', 0), seen('Query', 500)]).toEqual(['alive', 'alive']);
  });

  it('is alive where it spoke within the time that it was waited for', () => {
    expect([seen('Sleep', 0), seen('Sleep', 9)]).toEqual(['alive', 'alive']);
  });

  it('may be either after a longer silence, and is dead after the longest one', () => {
    expect([seen('Sleep', 10), seen('Sleep', 59)]).toEqual(['silent', 'silent']);
    expect([seen('Sleep', 60), seen('Sleep', 5000)]).toEqual(['dead', 'dead']);
  });

  it('is dead by its silence alone where that is shorter than the wait', () => {
    const short = { wait: 10, quiet: 4 };
    expect([seen('Sleep', 3, short), seen('Sleep', 4, short)]).toEqual(['alive', 'dead']);
  });

  it('is not given for dead where the server says nothing of it', () => {
    expect(judgeHolder(undefined, PATIENCE)).toBe('alive');
  });
});

describe('a load that is resumed', () => {
  it('names its account, where that is known, and the way to end it', () => {
    const process = { pid: 77, startedAt: 'then' } as never;
    const run = { host: 'north', process, since: '2026-01-02T03:04:05.678Z' };
    expect(heldBy(run, '12').failure).toMatchObject({
      code: 'load-running',
      message:
        'The load is being run by the process 77 on north, since 2026-01-02T03:04:05Z, over the server’s connection 12.',
      hint: expect.stringContaining('KILL 12') as string,
    });
    expect(heldBy(null, '12').failure.message).toBe('The load is being run over the server’s connection 12.');
  });
});
