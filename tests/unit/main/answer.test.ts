import { describe, expect, it } from 'vitest';
import { SluiceError } from '../../../app/contract/failure';
import { answer, type Handlers } from '../../../app/main/answer';

/** Only what a test hands in is there: a request that reaches another handler fails the test by its TypeError. */
function handlersWith(some: Partial<Handlers>): Handlers {
  return some as Handlers;
}

function recorder() {
  const complaints: { readonly request: string; readonly error: unknown }[] = [];
  return { complaints, logError: (request: string, error: unknown) => complaints.push({ request, error }) };
}

describe('answer', () => {
  it('hands the checked argument to the handler and its value back', async () => {
    const { logError, complaints } = recorder();
    const handlers = handlersWith({
      'folders/suggest-output': ({ name }) => ({
        handle: 'h',
        display: name,
        empty: true,
        freeBytes: null,
        writable: true,
      }),
    });
    const reply = await answer(handlers, 'folders/suggest-output', { name: 'shop', extension: '' }, logError);
    expect(reply).toEqual({
      kind: 'ok',
      value: { handle: 'h', display: 'shop', empty: true, freeBytes: null, writable: true },
    });
    expect(complaints).toEqual([]);
  });

  it.each([
    ['no argument', 'folders/suggest-output', undefined],
    ['an empty name', 'folders/suggest-output', { name: '', extension: '' }],
    ['a path for a handle', 'folders/reveal', { handle: '/etc/passwd' }],
    ['an argument for a request without one', 'runs/list', { all: true }],
    ['an unknown request', 'shell/run', 'id'],
    ['a property of every object', 'constructor', null],
    ['no name at all', null, null],
  ])('refuses %s before any handler', async (_what, name, argument) => {
    const reply = await answer(handlersWith({}), name, argument, recorder().logError);
    expect(reply).toMatchObject({ kind: 'failed', failure: { code: 'channel-refused' } });
  });

  it('drops what the schema does not name', async () => {
    let seen: unknown;
    const handlers = handlersWith({ 'profiles/remove': (argument) => ((seen = argument), null) });
    await answer(handlers, 'profiles/remove', { profileId: 'a', isAdmin: true }, recorder().logError);
    expect(seen).toEqual({ profileId: 'a' });
  });

  it('keeps every field of a failure', async () => {
    const failure = { errno: 1045, sqlstate: '28000', hint: 'Check it.' };
    const handlers = handlersWith({
      'runs/list': () => {
        throw new SluiceError('sign-in-refused', 'No.', failure);
      },
    });
    const reply = await answer(handlers, 'runs/list', null, recorder().logError);
    expect(reply).toMatchObject({
      kind: 'failed',
      failure: { code: 'sign-in-refused', message: 'No.', ...failure },
    });
  });

  it('writes an unknown error to the log only', async () => {
    const { logError, complaints } = recorder();
    const secret = new Error('ENOENT: /home/anna/.my.cnf password=hunter2');
    const handlers = handlersWith({ 'runs/list': () => Promise.reject(secret) });
    const reply = await answer(handlers, 'runs/list', null, logError);
    expect(reply).toMatchObject({ kind: 'failed', failure: { code: 'internal' } });
    expect(JSON.stringify(reply)).not.toMatch(/anna|hunter2/);
    expect(complaints).toEqual([{ request: 'runs/list', error: secret }]);
  });

  it('never puts the argument of a refused request in the log', async () => {
    const { logError, complaints } = recorder();
    await answer(handlersWith({}), 'profiles/unlock', { profileId: 1, password: 'hunter2' }, logError);
    expect(complaints).toHaveLength(1);
    expect(String(complaints[0]?.error)).not.toContain('hunter2');
  });
});
