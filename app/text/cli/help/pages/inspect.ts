import { spoken } from '../../../../contract/language/spoken';

/** Words of the help of `sluice inspect`. */
export const inspectHelp = spoken({
  commands: {
    inspect: 'Inspect how full the pages of tables are, and how well in key order.',
  },
  options: {
    json: 'print one JSON object',
    optionFile: 'read the password from the [client] group of this option file',
    threads: 'read a file with so many threads',
    save: 'save the inspection in a file, to compare it later',
    ibd: 'inspect a tablespace file, without a server',
    lockRows: 'find the leaf order by locking rows briefly, where no file is read (MySQL)',
    noFlush:
      'read files as they are: else the server writes a table’s pages first, its writers wait meanwhile, and MySQL ' +
      'may drop the pages from memory',
    tables: 'inspect these tables, as SCHEMA.TABLE separated by commas',
    target: 'inspect this server: a DSN or the name of a saved connection',
    tier: 'choose the source of the figures; auto takes the most detailed one',
    compare: 'compare two saved inspections: BEFORE.json AFTER.json',
  },
  after: `
Sources: file reads every page of the table's file on this machine; buffer takes the pages that the server has in
memory (needs PROCESS); stats takes page counts, after ANALYZE TABLE, for anybody.

Examples:
  sluice inspect --target "Practice server" --tables shop.orders --save before.json
  sluice inspect --target "Practice server" --tables shop.orders --tier stats --json
  SLUICE_PASSWORD=… sluice inspect --target mysql://root@db1:3306 --tables shop.orders,shop.items --save before.json
  sluice inspect --ibd /var/lib/mysql/shop/orders.ibd
  sluice inspect --compare before.json after.json`,
});
