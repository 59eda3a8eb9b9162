import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../../app/contract/connections/connection';
import { ProgramApproval } from '../../../../app/main/secrets/program-approval';

function profile(id: string, command?: string): Profile {
  return {
    id,
    name: `Connection ${id}`,
    address: { kind: 'socket', path: '/run/mysqld.sock' },
    user: 'anna',
    tls: { mode: 'disabled' },
    environment: 'development',
    colour: 'red',
    ...(command !== undefined && { passwordFrom: { kind: 'command', command } }),
  };
}

/** @returns an approval whose user always answers so, and what he was asked */
function approval(saved: readonly Profile[], answer: boolean) {
  const asked: string[] = [];
  const ask = (name: string, command: string) => {
    asked.push(`${name}: ${command}`);
    return Promise.resolve(answer);
  };
  return { asked, approval: new ProgramApproval(() => Promise.resolve(saved), ask) };
}

describe('a program that a page names', () => {
  it('is shown to the user, who may refuse it', async () => {
    const { asked, approval: asking } = approval([], false);
    await expect(asking.require(profile('a', 'rm -r /'))).rejects.toThrow('was not allowed');
    await expect(asking.require(profile('a', 'rm -r /'))).rejects.toThrow('was not allowed');
    expect(asked).toEqual(['Connection a: rm -r /', 'Connection a: rm -r /']);
  });

  it('is asked about once', async () => {
    const { asked, approval: asking } = approval([], true);
    await asking.require(profile('a', 'pass x'));
    await asking.require(profile('a', 'pass x'));
    await asking.require(profile('a', 'pass y'));
    expect(asked).toEqual(['Connection a: pass x', 'Connection a: pass y']);
  });

  it('is asked about again for every server that its password would be sent to', async () => {
    const saved = profile('a', 'pass x');
    const { asked, approval: asking } = approval([saved], true);
    const evil: Profile = { ...saved, address: { kind: 'tcp', host: 'evil', port: 3306 } };
    await asking.require(evil);
    await asking.require(evil);
    await asking.require({ ...saved, tls: { mode: 'preferred' } });
    expect(asked).toEqual(['Connection a: pass x', 'Connection a: pass x']);
  });

  it('was saved before: no question, except about another one', async () => {
    const { asked, approval: asking } = approval([profile('a', 'pass x'), profile('b')], false);
    await asking.require(profile('a', 'pass x'));
    await asking.require(profile('b'));
    await expect(asking.require(profile('a', 'pass x; id'))).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });
});
