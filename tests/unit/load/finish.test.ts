import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import { SluiceError, type FailureCode } from '../../../app/contract/failure';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import type { LoadRequest } from '../../../app/load/request';
import { persistedOptions, resumedOptions } from '../../../app/target/journal/resume';
import { waysToContinue } from '../../../app/load/finish';
import { unfinishedReport } from '../../../app/target/unfinished';
import { dropOf } from '../../../app/target/objects/drop';

const ENDPOINT: Endpoint = {
  address: { kind: 'tcp', host: 'db', port: 3306 },
  user: 'a b',
  password: 'secret',
  tls: { mode: 'required' },
};

function requestFor(more: Partial<LoadRequest> = {}): LoadRequest {
  const engine = {} as LoadRequest['engine'];
  return {
    engine,
    endpoint: ENDPOINT,
    profile: null,
    folder: '/dumps/shop',
    options: LOAD_DEFAULTS,
    ...more,
  };
}

describe('ways to continue a load', () => {
  it('is a command for a shell, with the user’s name but never a password', () => {
    const { resume, rollBack } = waysToContinue(requestFor(), { shop: 'copy' });
    const common = 'sluice load --target mysql://a%20b@db:3306 --dump /dumps/shop --schema-map shop=copy';
    expect(resume).toBe(`${common} --resume`);
    expect(rollBack).toBe(`${common} --roll-back`);
  });

  it('takes standard input again, and not its copy, which is gone', () => {
    const folder = `/tmp/sluice-input-7-x/stdin-${'0a'.repeat(32)}.sql`;
    expect(waysToContinue(requestFor({ folder }), {}).resume).toMatch(/ --dump - --resume$/);
  });

  it('makes the choices again that the dump was read with', () => {
    const options = { ...LOAD_DEFAULTS, input: { timeZone: '+02:00', separator: ';' } };
    const { resume, rollBack } = waysToContinue(requestFor({ options }), {});
    const choices = `--input-separator ';' --input-time-zone +02:00`;
    expect(resume).toMatch(new RegExp(` ${choices.replace('+', '\\+')} --resume$`));
    expect(rollBack).toContain(` ${choices} --roll-back`);
  });

  it('resumes following a dump', () => {
    const options = { ...LOAD_DEFAULTS, follow: true };
    const { resume, rollBack } = waysToContinue(requestFor({ options }), {});
    expect(resume).toMatch(/ --dump \/dumps\/shop --resume --follow$/);
    expect(rollBack).toMatch(/ --roll-back$/);
  });

  it('names a saved connection, and quotes what a shell would take apart', () => {
    const profile = { name: 'Tom’s "shop"; rm', environment: 'development' } as const;
    const { resume } = waysToContinue(requestFor({ profile, folder: "/it's here" }), {});
    expect(resume).toBe(`sluice load --target 'Tom’s "shop"; rm' --dump '/it'\\''s here' --resume`);
  });
});

describe('the end of an unfinished load', () => {
  const stateAfter = (code: FailureCode) =>
    unfinishedReport(new SluiceError(code, 'x'), waysToContinue(requestFor(), {}));

  it('is failed where doing the rest again would find the same, else incomplete', () => {
    expect(stateAfter('rows-differ').state).toBe('failed');
    expect(stateAfter('definition-differs').state).toBe('failed');
    expect(stateAfter('dump-incomplete').state).toBe('failed');
    expect(stateAfter('connect-lost').state).toBe('incomplete');
    expect(stateAfter('dump-damaged').state).toBe('incomplete');
  });

  it('can be rolled back but not resumed where its dump will never be finished', () => {
    expect(stateAfter('dump-incomplete').unfinished?.resume).toBeNull();
    expect(stateAfter('dump-incomplete').unfinished?.rollBack).toMatch(/ --roll-back$/);
    expect(stateAfter('connect-lost').unfinished?.resume).toMatch(/ --resume$/);
  });

  it('has no error where the user stopped it', () => {
    expect(stateAfter('cancelled').errors).toEqual([]);
    expect(stateAfter('connect-lost').errors).toHaveLength(1);
  });
});

describe('the options of a resumed load', () => {
  const begun = persistedOptions({ ...LOAD_DEFAULTS, indexes: 'defer', threads: 7 });

  it('are those it was begun with, but for those of each run', () => {
    const options = resumedOptions({ ...LOAD_DEFAULTS, threads: 3, resume: true, reconnectMs: 5 }, begun);
    expect(options).toMatchObject({ indexes: 'defer', threads: 3, resume: true, reconnectMs: 5 });
  });

  it('may be said again, but not changed', () => {
    expect(resumedOptions({ ...LOAD_DEFAULTS, indexes: 'defer' }, begun).indexes).toBe('defer');
    expect(() => resumedOptions({ ...LOAD_DEFAULTS, indexes: 'inline' }, begun)).toThrow(
      /begun with --indexes defer/,
    );
  });
});

describe('statements that drop an object', () => {
  it.each([
    [{ kind: 'schema', schema: 'a`b', name: '' }, 'DROP DATABASE IF EXISTS `a``b`'],
    [{ kind: 'table', schema: 's', name: 't' }, 'DROP TABLE IF EXISTS `s`.`t`'],
    [{ kind: 'trigger', schema: 's', name: 't`r' }, 'DROP TRIGGER IF EXISTS `s`.`t``r`'],
  ] as const)('%o', (object, statement) => {
    expect(dropOf(object)).toBe(statement);
  });
});
