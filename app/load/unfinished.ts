import { shellWord } from '../contract/command-line';
import type { Endpoint } from '../catalog/endpoint';
import { failureOf } from '../engine/failures';
import { NOTHING_REPORTED, type RunReport } from '../engine/hooks';
import type { SshRoute } from '../contract/connection';
import type { FailureCode } from '../contract/failure';
import type { Unfinished } from '../contract/run';
import type { LoadJournal } from './journal';
import type { LoadRequest } from './request';

/** What was found wrong when everything was in: doing the rest again would find it again. */
const FINAL: ReadonlySet<FailureCode> = new Set<FailureCode>(['rows-differ', 'definition-differs']);

/** The end of a load that has left a part of itself on the target, and says how to go on. */
export function unfinishedReport(error: unknown, request: LoadRequest, journal: LoadJournal): RunReport {
  const failure = failureOf(error);
  return {
    ...NOTHING_REPORTED,
    state: FINAL.has(failure.code) ? 'failed' : 'incomplete',
    errors: failure.code === 'cancelled' ? [] : [failure],
    unfinished: howToGoOn(request, journal),
  };
}

export function howToGoOn({ endpoint, profile, folder }: LoadRequest, journal: LoadJournal): Unfinished {
  const { schemaMap } = journal.header.options;
  const pairs = Object.entries(schemaMap).map(([from, to]) => `${from}=${to}`);
  const command = [
    'sluice load --target',
    shellWord(profile?.name ?? dsn(endpoint)),
    '--dump',
    shellWord(folder),
    ...(pairs.length === 0 ? [] : ['--schema-map', shellWord(pairs.join(','))]),
  ].join(' ');
  return { schemaMap, resume: `${command} --resume`, abandon: `${command} --abandon` };
}

function dsn({ address, user }: Endpoint): string {
  const name = encodeURIComponent(user);
  if (address.kind === 'socket') return `mysql://${name}@/?socket=${address.path}`;
  const server = `mysql://${name}@${address.host}:${address.port}`;
  return address.ssh === undefined ? server : `${server}/?${sshParameters(address.ssh)}`;
}

function sshParameters({ user, host, port, key, jump }: SshRoute): string {
  const route = `${user === undefined ? '' : `${user}@`}${host.includes(':') ? `[${host}]` : host}`;
  const values = { ssh: port === undefined ? route : `${route}:${port}`, 'ssh-key': key, 'ssh-jump': jump };
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');
}
