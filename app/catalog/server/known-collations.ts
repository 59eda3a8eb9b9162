import { isSince, type ServerVersion } from './dialect';
import type { Since } from './since';

type Family = readonly [name: RegExp, since: Omit<Since, 'source'>];

/** Languages of MySQL's 0900 collations that MariaDB has no names for (measured on 11.4.5 and 11.8.6). */
const OF_MYSQL_ALONE = '(?:bg|bs|gl|ja|mn_cyrl|nb|nn|ru|sr_latn|zh)';
/** The names of MySQL's that MariaDB takes for its own (MDEV-20912, and measured). */
const TAKEN_BY_MARIADB = { inSeries: [110_405, 110_702] } as const;
const UNICODE = '(?:ucs2|utf8(?:mb[34])?|utf16(?:le)?|utf32)';

/** Families of collations that not every supported server has; the first that fits a name decides. */
const FAMILIES: readonly Family[] = [
  [new RegExp(`^utf8mb4_${OF_MYSQL_ALONE}_0900_`), { mysql: 80_030, mariadb: null }],
  [/^utf8mb4_0900_bin$/, { mysql: 80_017, mariadb: TAKEN_BY_MARIADB }],
  [/^utf8mb4_(?:\w+_)?0900_/, { mysql: 80_001, mariadb: TAKEN_BY_MARIADB }],
  [/uca1400/, { mysql: null, mariadb: 101_001 }],
  [/_general1400_as_ci$/, { mysql: null, mariadb: 110_800 }],
  [/_nopad_/, { mysql: null, mariadb: 100_200 }],
  [/^gb18030_/, { mysql: 50_704, mariadb: null }],
  [/_(?:myanmar_ci|thai_520_w2|croatian_mysql561_ci)$/, { mysql: null, mariadb: 0 }],
  [/_tolower_ci$/, { mysql: 50_600, mariadb: null }],
  [
    new RegExp(
      `^${UNICODE}_(?:(?:croatian|german2|vietnamese|unicode_520)_ci|general_mysql500_ci)$|^utf16le_`,
    ),
    { mysql: 50_600, mariadb: 0 },
  ],
];

/** Names of the character set utf8mb3 in those of its collations (MySQL 8.0.30 and MariaDB 10.6.1 release notes). */
const NAMED_UTF8: Omit<Since, 'source'> = {
  mysql: { from: 0, before: 80_030 },
  mariadb: { from: 0, before: 100_601 },
};
const NAMED_UTF8MB3: Omit<Since, 'source'> = { mysql: 80_030, mariadb: 100_601 };

/** Collations of a server that is known by its version alone, as far as Sluice knows them. */
export function collationsOf(server: ServerVersion): Pick<ReadonlySet<string>, 'has'> {
  return { has: (name) => hasCollation(server, name) };
}

function hasCollation(server: ServerVersion, name: string): boolean {
  if (name.startsWith('utf8_') && !isSince(server, NAMED_UTF8)) return false;
  if (name.startsWith('utf8mb3_') && !isSince(server, NAMED_UTF8MB3)) return false;
  const family = FAMILIES.find(([pattern]) => pattern.test(name));
  return family === undefined || isSince(server, family[1]);
}
