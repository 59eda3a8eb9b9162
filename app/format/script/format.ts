import { unsupportedFailures } from '../../text/format/unsupported';
import type { DumpFormat } from '../format';

const SCRIPT_NAME = /\.sql(?:\.(?:gz|zst|bz2|xz|lz4|zip))?$/i;

/**
 * First line of what mysqldump and mariadb-dump write: a comment that names the tool, behind a line that turns off the
 * client's commands (mariadb-dump from 10.5.25 on), or behind a warning of the tool's that was written into the file.
 */
const TOOL_LINE = /^(?:.*\n){0,3}-- (?:MySQL|MariaDB) dump /;

/** SQL scripts, as mysqldump, mariadb-dump, phpMyAdmin and others write them: recognized, and not loaded. */
export const scriptFormat: DumpFormat = {
  recognizes: (place) =>
    place.kind === 'file' && (SCRIPT_NAME.test(place.path) || TOOL_LINE.test(place.head.toString('latin1'))),
  read: ({ path }) => Promise.reject(unsupportedFailures.script({ path })),
};
