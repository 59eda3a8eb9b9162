import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice grants`. */
export const grantsHelp = spoken({
  commands: {
    grants: 'Print the statements that create an account with just the privileges of one kind of job.',
  },
  options: {
    json: 'print one JSON object',
    optionFile: 'read the password from the [client] group of this option file',
    lockRows: 'inspect: find the leaf order by locking rows (MySQL)',
    noFlush: 'inspect: read files without flushing first',
    gtid: 'load: apply the dump’s GTID set to the target',
    dataOnly: 'leave out definitions',
    schemaMap: 'rename schemas in those grants, as OLD=NEW',
    dump: 'load, or migrate --side target: the dump whose accounts are created, with the privileges to grant theirs',
    users: 'include accounts and roles',
    account: 'name the account (default: sluice_JOB@%)',
    schemas: 'include these schemas, separated by commas (default: all)',
    server: 'write the statements for this server: a DSN or the name of a saved connection',
    side: 'migrate: which of its servers this is',
    consistency: 'dump: lock its tables, the server (auto), or nothing',
    ddlOnly: 'leave out rows',
    definers: 'load: keep the definers of objects, or make the account their definer',
    binlog: 'load: write the rows to the binary log, or not',
    tier: 'inspect: choose the source of the figures',
  },
  after: `
Nothing is changed: look the statements through, and run them as an administrator. The password is new, and known to nobody else.

Examples:
  sluice grants dump --server "Practice server" --schemas shop
  sluice grants load --server "Practice server" --schemas shop --definers strip --account loader@10.0.0.5
  sluice grants dump --server mysql://root@db1:3306 --schemas shop
  sluice grants migrate --side target --server "New server" --schemas shop`,
  job: (kinds: readonly string[]) => `kind of job: ${kinds.join(', ')}`,
  fastUnsafe: (speedUps: readonly string[]) => `load: use speed-ups, any of ${speedUps.join(',')}`,
  grantOption:
    'What the accounts are to have it must be given too, WITH GRANT OPTION: --dump says which dump they come from, and a dry run names what is missing.',
});
