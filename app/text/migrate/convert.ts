import { spoken } from '../../contract/language/spoken';
import { describeMisfit, type AccountMisfit } from '../target/accounts';

type Vendor = 'mysql' | 'mariadb';

const vendors: Readonly<Record<Vendor, string>> = { mysql: 'MySQL', mariadb: 'MariaDB' };

/** Findings on definitions that are converted to another vendor's form: why, and what helps where something does. */
export const convertText = spoken({
  // Modes
  modeDropped: (modes: readonly string[]) =>
    `${modes.join(', ')} goes, which changes nothing in what an object does.`,
  modeUnknown: (modes: readonly string[]) => ({
    why: `It was created with the sql_mode ${modes.join(', ')}, which the target lacks.`,
    fix: 'Create it anew on the source without that mode, or leave it out.',
  }),

  // From MySQL to MariaDB
  invisibleColumn: 'Invisible columns are written in MariaDB’s words.',
  indexIgnored: 'An invisible index is an ignored one in MariaDB.',
  sridNotEnforced: 'MariaDB keeps a column’s SRID, but does not hold values to it.',
  axesChange: (srid: string) => ({
    why: `MariaDB keeps a column’s SRID ${srid}, but does not hold values to it, and takes X for the first coordinate: of a geographic system, such as 4326, MySQL writes and reads the latitude first.`,
    fix: 'Look at statements with ST_GeomFromText, ST_AsText, ST_X and ST_Y of such values: latitude and longitude change places in them.',
  }),
  ndbPlaceDropped: 'Where NDB would keep a column is left out: no other engine asks for it.',
  tablespaceOfItsOwn: 'MariaDB gives the table a file of its own.',
  commentIgnoredByMariaDb: (text: string) => ({
    why: `MariaDB would pass over “${text}” in silence.`,
    fix: 'Change the definition on the source, or leave it out.',
  }),

  ofMySqlAlone: (text: string) =>
    `Left out, as MariaDB passes over it: ${text
      .replace(/\/\*!\d+\s*|\s*\*\//g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/,\s*$/, '')
      .trim()}.`,

  // From MariaDB to MySQL
  indexInvisible: 'An ignored index is an invisible one in MySQL.',
  columnNotCompressed: 'MySQL compresses no single columns; the values are the same.',
  commentIgnoredByMySql: {
    why: 'MySQL would pass over what stands in a /*M! comment.',
    fix: 'Leave it out.',
  },
  schemaComment: (comment: string) =>
    `MySQL has no comments of schemas; the schema’s is left out: “${comment}”.`,
  defaultInParentheses: 'Defaults that are expressions stand in parentheses in MySQL.',

  // Within a vendor
  sridNotHeld: 'The target holds no column to an SRID; each value keeps its own.',
  commentPassedOver: (text: string) => ({
    why: `The target is older and would pass over “${text}” in silence.`,
    fix: 'Change the definition on the source, or leave it out.',
  }),

  // Indexes
  indexLacking: (index: string, kind: string) =>
    `The target’s InnoDB has no ${kind} indexes, such as ${index}.`,
  indexLeftOut: (index: string, kind: string) => ({
    why: `The index ${index} is left out: the target’s InnoDB has no ${kind} indexes.`,
    fix:
      kind === 'FULLTEXT'
        ? 'Look at queries with MATCH … AGAINST, which fail without it.'
        : 'Look at queries on its column, which read the whole table without it.',
  }),

  // Collations
  noCollation: (collation: string) => ({
    why: `The target has no collation ${collation}, nor one that stands for it.`,
    fix: 'Change the collation on the source.',
  }),
  defaultCollation: (charset: string, collation: string) =>
    `It has the source’s default collation of ${charset}, ${collation}, which its definition names now: the target’s default is another one.`,
  sameCollation: (collation: string, standIn: string) =>
    `${collation} becomes ${standIn}, which is the same order.`,
  otherCollation: (collation: string, standIn: string) => ({
    why: `${collation} becomes ${standIn}: the values stay as they are, but some characters, and spaces at the end of a text, may sort and compare differently.`,
    fix: 'Look at queries that sort or compare such texts.',
  }),
  nearestCollation: (collation: string, nearest: string) =>
    `The target lacks ${collation}; the nearest is ${nearest}.`,
});

/** Findings on accounts that are carried to the target. */
export const accountText = spoken({
  leaveOut: 'Leave it out (--exclude-users), and create it by hand as the target supports it.',
  misfit: (misfit: AccountMisfit) => `It can’t be created on the target: ${describeMisfit(misfit)}.`,
  nameTaken: 'Another one gets the same name there.',
  roleWithHost: 'Roles of MariaDB have no host.',
  roleWithoutHost: (role: string) => `It becomes the role ${role}: MariaDB names roles without a host.`,
  roleGetsHost: (role: string) => `It becomes the role ${role}: MySQL names roles with a host.`,
  unknownClause: (clause: string, target: Vendor) =>
    `It says ${clause}, for which ${vendors[target]} has no word.`,
  severalSignIns: 'It signs in in several ways, which the vendors write differently.',
  pluginRenamed: (plugin: string, onTarget: string) => `${plugin} is ${onTarget} on the target.`,
  passwordNotCarried: (plugin: string, target: Vendor) =>
    `It proves itself by ${plugin}: what the source keeps of its password tells ${vendors[target]} nothing.`,
  partialRevoke: 'A schema is taken out of its privileges on the whole server, which MariaDB can’t.',
  privilegesRenamed: (removed: readonly string[], added: readonly string[]) =>
    `${removed.join(' and ')} becomes ${added.join(' and ')}.`,
  wildcardLeftOut: (statement: string) =>
    `A grant is left out, for the target has partial_revokes = ON, where % in a schema’s name stands for itself alone: ${statement}. Grant its privileges there on each schema by name.`,
  wildcardLiteral: (schema: string) =>
    `Its grant on the schema ${schema} is for that one alone: the target has partial_revokes = ON, where _ stands for itself, and not for any character. Grant the privileges there on other schemas by name.`,
  optionLeftOut:
    'It may grant some of its privileges on the whole server to others: on MariaDB it could grant all of them, and so it gets none WITH GRANT OPTION. Give it the option there by hand if it may.',
  allPrivileges: 'ALL PRIVILEGES are all that the target has.',
  grantedRoleWithHost: (role: string) => `It has the role ${role}, and roles of MariaDB have no host.`,
  severalDefaultRoles: 'It has several default roles, of which MariaDB takes one.',
});
