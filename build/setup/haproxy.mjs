import { ensureDebianProgram } from './debian-program.mjs';

/** Makes sure that tests/servers/haproxy.ts finds HAProxy. */
export async function ensureHaproxy() {
  return await ensureDebianProgram({
    name: 'haproxy-2.6',
    title: 'HAProxy 2.6',
    packageName: 'haproxy',
    file: 'usr/sbin/haproxy',
    advice: 'Install HAProxy.',
  });
}
