import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice selection`. */
export const selectionHelp = spoken({
  options: {
    schemas: 'include these schemas (default: all but the server’s own; accounts only by --users)',
    tables: 'include single tables and views, as SCHEMA.TABLE',
    routines: 'include single functions and procedures, as SCHEMA.ROUTINE',
    events: 'include single events, as SCHEMA.EVENT',
    excludeSchemas: 'exclude schemas',
    excludeTables: 'exclude tables and views',
    excludeRoutines: 'exclude functions and procedures',
    excludeEvents: 'exclude events',
    excludeTriggers: 'exclude triggers, as SCHEMA.TRIGGER',
    excludeUsers: 'exclude some of these accounts and roles',
    users: 'include accounts and roles with their grants, as USER@HOST (default: none)',
  },
});
