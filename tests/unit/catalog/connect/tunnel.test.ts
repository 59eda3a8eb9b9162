import { describe, expect, it } from 'vitest';
import { sshArguments } from '../../../../app/catalog/connect/tunnel';
import { sshSchema } from '../../../../app/contract/connections/connection';

describe('the command line of ssh', () => {
  it('asks nothing, shares nothing and names the host last', () => {
    const ssh = { host: 'bastion', port: 2222, user: 'me', key: '/k y', jump: 'a,b' };
    const line = sshArguments({ ssh, host: '10.0.0.5', port: 3306 }, 40_001);
    expect(line.join(' ')).toContain('-o BatchMode=yes -o ExitOnForwardFailure=yes');
    expect(line.join(' ')).toContain('-o ControlPath=none');
    expect(line.join(' ')).toContain('-L 127.0.0.1:40001:10.0.0.5:3306');
    expect(line.slice(-10)).toEqual(['-p', '2222', '-l', 'me', '-i', '/k y', '-J', 'a,b', '--', 'bastion']);
  });

  it('leaves to the user’s configuration what it is not told', () => {
    const line = sshArguments({ ssh: { host: 'bastion' }, host: '::1', port: 3306 }, 1);
    expect(line).not.toContain('-p');
    expect(line).not.toContain('-l');
    expect(line.join(' ')).toContain('-L 127.0.0.1:1:[::1]:3306');
  });

  it.each([
    '-oProxyCommand=id',
    'a b',
    '',
    'a\nb',
    'x$(id)',
    '`id`',
    'a;b',
    'me@-oX',
    'a/b',
    'a|b',
    'ä',
    "a'b",
  ])('is never given the host “%s”', (host) => {
    expect(sshSchema.safeParse({ host }).success).toBe(false);
    expect(sshSchema.safeParse({ host: 'h', user: host }).success).toBe(false);
    expect(sshSchema.safeParse({ host: 'h', jump: host }).success).toBe(false);
    expect(sshSchema.safeParse({ host: 'h', jump: `good,${host}` }).success).toBe(false);
    expect(() => sshArguments({ ssh: { host }, host: 'db', port: 1 }, 1)).toThrow('SSH host');
  });
});
