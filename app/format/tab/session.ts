import { OWN_CHARSETS } from '../fields/columns';
import { isUtc } from '../script/row-form';

const NAMES = /\bSET NAMES\s+'?(\w+)/i;
const ZONE = /\bTIME_ZONE\s*=\s*'([^']*)'/i;
/** mysqldump before 8.0, whose usual character set is utf8. */
const OF_UTF8 = /^-- (?:MySQL dump [\d.]+\s+Distrib [1-7]\.|MariaDB dump )/m;

/** Settings under which a server has written rows, as the beginning of the script beside them shows them. */
export interface FileSession {
  /** Character set of the file, or that of {@link OWN_CHARSETS}. */
  readonly charset: string;
  readonly isUtc: boolean;
}

/**
 * Reads them. Under its usual character set, mysqldump has the server write each column in its own one; under another one that is
 * named by --default-character-set, in that (client/mysqldump.cc, dump_table). Pure.
 */
export function fileSession(head: string): FileSession {
  const names = NAMES.exec(head)?.[1]?.toLowerCase() ?? 'utf8mb4';
  const isUsual = names === 'utf8mb4' || (/^utf8(?:mb3)?$/.test(names) && OF_UTF8.test(head));
  return { charset: isUsual ? OWN_CHARSETS : names, isUtc: isUtc(ZONE.exec(head)?.[1] ?? '') };
}
