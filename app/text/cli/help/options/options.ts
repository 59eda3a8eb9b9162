import { spoken } from '../../../../contract/language/spoken';

/** Work that can be left unfinished. */
const unfinished = { load: 'load of this dump', migration: 'migration' } as const;

export type UnfinishedWork = keyof typeof unfinished;

/** Words of the help of `sluice options`. */
export const optionsHelp = spoken({
  options: {
    memoryLimit: 'limit the engine’s memory, such as 256MiB',
    partitions: 'take only these partitions of a table',
    where: 'take only the rows of a table that meet a condition',
    requireComplete: 'refuse to start if the account can’t read everything that is selected',
    lockWaitTimeout: 'wait at most so many seconds for the source’s lock',
    definers:
      'keep definers; current: the account signed in; strip: name none; USER@HOST: one account for all; map:USER@HOST=USER@HOST: replace one, repeatable',
    consistency: 'choose the locks: auto, or for accounts with few privileges lock-tables or none',
    rowVersions: 'include (carry) or skip past row versions of MariaDB’s system-versioned tables',
    longQueries: 'wait for statements that would delay the lock, or refuse to start',
    ddlOnly: 'take definitions without rows',
    rename: 'rename a table, as SCHEMA.TABLE=NEW',
    schemaMap: 'rename schemas, as OLD=NEW separated by commas',
    dataOnly: 'load rows without definitions, into existing tables',
    onExisting: 'choose what to do with existing objects',
    indexes:
      'build secondary indexes after the rows (defer), with them (inline), or as each table’s size suggests (auto)',
    eventStatus:
      'enable events at the end as on the source, or disable them; auto: disable in a renamed schema or by a migration',
    missingPrimaryKey:
      'if the target requires primary keys: refuse tables without one, add an invisible my_row_id to them (MySQL from 8.0.23, MariaDB from 10.3), or allow them (needs a privilege)',
    confirmTarget: 'confirm a production target by its connection’s name',
    retryFor: 'retry so many seconds when the connection to the server is lost',
    dryRun: 'print the plan with all blockers, and change nothing',
    json: 'print one JSON object per line; the last one is the result',
    optionFile: 'read the password from the [client] group of this option file',
  },
  resume: (work: UnfinishedWork) =>
    `resume the unfinished ${unfinished[work]}, or start one where there is none`,
  rollBack: (work: UnfinishedWork) =>
    `roll back everything that the unfinished ${unfinished[work]} has created`,
});
