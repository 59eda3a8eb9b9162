import { describe, expect, it } from 'vitest';
import { IMPOSTORS, recognize, type ServerAnswers } from '../../../../app/catalog/server/impostors';

const answers = (version: string, more: Partial<Omit<ServerAnswers, 'variables'>> & { has?: object } = {}) =>
  recognize({
    ...{ version, greeting: version, comment: 'MySQL Community Server - GPL', ...more },
    variables: new Map(Object.entries(more.has ?? {}) as [string, string][]),
  })?.product ?? null;

describe('recognize', () => {
  it.each([
    ['9.7.4-2', { comment: '(Debian)' }],
    ['8.0.36-0ubuntu0.22.04.1', { comment: '(Ubuntu)' }],
    ['8.0.35-27', { comment: 'Percona Server (GPL), Release 27, Revision 2055835' }],
    ['5.5.9', { comment: 'Source distribution' }],
    ['10.11.19-MariaDB-0+deb12u1', { greeting: '5.5.5-10.11.19-MariaDB-0+deb12u1', comment: 'Debian 12' }],
    ['8.0.36', { comment: 'Source distribution', has: { innodb_read_only: 'OFF' } }],
  ])('takes %s for itself', (version, more) => {
    expect(answers(version, more)).toBeNull();
  });

  it.each([
    ['8.0.40-Vitess', {}, 'vitess'],
    ['8.0.34', { comment: 'Version: 22.0.1 (Git revision …) vitess' }, 'vitess'],
    ['8.0.11-TiDB-v7.5.1', {}, 'tidb'],
    ['8.0.11', { comment: 'TiDB Server (Apache License 2.0) Community Edition' }, 'tidb'],
    ['5.7.32', { has: { memsql_version: '8.5.32' } }, 'singlestore'],
    ['5.7.25-OceanBase_CE-v4.2.0.0', {}, 'oceanbase'],
    ['8.0.33', { comment: 'StarRocks version 3.3.5' }, 'starrocks'],
    ['5.7.99', { comment: 'Doris version doris-2.1.7' }, 'doris'],
    ['8.0.32', { has: { aurora_version: '3.07.1', innodb_read_only: 'OFF' } }, 'aurora'],
    ['8.0.mysql_aurora.3.07.1', {}, 'aurora'],
    ['8.0.32', { has: { aurora_version: '3.07.1', innodb_read_only: 'ON' } }, 'aurora-reader'],
    ['8.0.36', { greeting: '8.0.27', comment: '(ProxySQL)' }, 'proxysql'],
    ['10.11.19-MariaDB', { greeting: '5.5.5-10.0.0 2.5.1-maxscale' }, 'maxscale'],
    ['8.0.36', { greeting: '5.6.42.0' }, 'proxy'],
  ])('recognizes %s %o', (version, more, product) => {
    expect(answers(version, more)).toBe(product);
  });

  it('has a source for each', () => {
    for (const { impostor, source } of IMPOSTORS) expect(source, impostor.product).toMatch(/, /);
  });
});
