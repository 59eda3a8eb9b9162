import { GAP } from './gap';

/**
 * Statements that change the server and no schema: plugins, functions of libraries, servers, tablespaces (mariadb-dump --system=all,
 * mysqldump --all-tablespaces), and its variables. None of those may set something of the session too.
 */
const OF_SERVER = new RegExp(
  `^${GAP}*(?:${[
    '(?:UN)?INSTALL\\s+(?:PLUGIN|SONAME|COMPONENT)\\b',
    `(?:CREATE|ALTER|DROP)${GAP}+(?:OR\\s+REPLACE${GAP}+)?(?:SERVER|(?:UNDO\\s+)?TABLESPACE|LOGFILE\\s+GROUP)\\b`,
    `CREATE${GAP}+(?:OR\\s+REPLACE${GAP}+)?(?:AGGREGATE\\s+)?FUNCTION\\s+[^()]*\\bRETURNS\\s+\\w+\\s+SONAME\\b`,
    'SET\\s+(?:(?:GLOBAL|PERSIST|PERSIST_ONLY)\\s|@@(?:GLOBAL|PERSIST|PERSIST_ONLY)\\s*\\.)(?:[^,\'"]|\'[^\']*\'|"[^"]*")*$',
    'FLUSH\\b',
    'EXECUTE\\s+IMMEDIATE\\s+IF\\s*\\(\\s*@@LOG_OUTPUT\\b',
  ].join('|')})`,
  'i',
);

/** Returns whether a statement changes the server alone, and so is no part of what a load takes. Pure. */
export function isOfServer(statement: string): boolean {
  return OF_SERVER.test(statement);
}
