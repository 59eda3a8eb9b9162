import { formatCount } from '../../contract/quantities';
import { spoken } from '../../contract/language/spoken';

/** Parts of definitions that not every version has, as sentences name them. */
const NAMES: Readonly<Record<string, string>> = {
  checkConstraints: 'CHECK constraints',
  commonTableExpressions: 'common table expressions (WITH)',
  datetimeDefaults: 'CURRENT_TIMESTAMP for DATETIME columns, or for several columns',
  defaultExpressions: 'expressions as defaults',
  descendingIndexes: 'descending indexes',
  fractionalSeconds: 'fractions of seconds',
  functionalIndexes: 'indexes of expressions',
  generatedColumns: 'generated columns',
  inet4Type: 'type INET4',
  inet6Type: 'type INET6',
  invisibleColumns: 'invisible columns',
  invisibleIndexes: 'ignored or invisible indexes',
  jsonType: 'type JSON',
  libraries: 'libraries',
  packages: 'packages',
  rowVersionInserts: 'inserts of past row versions',
  sequences: 'sequences',
  setOperations: 'EXCEPT and INTERSECT',
  severalTriggers: 'several triggers of one time and event',
  systemVersioning: 'system versioning',
  uuidType: 'type UUID',
  vectorType: 'type VECTOR',
  windowFunctions: 'window functions (OVER)',
};

/** Findings on definitions that a version of a server can't have. */
export const lackingText = spoken({
  change: 'Change the definition on the source, or leave it out.',
  lacking: (capability: string, place: string | null) =>
    `The target has no ${NAMES[capability] ?? capability}${place === null ? '' : `: ${place}`}.`,
  passedOver: (capability: string, place: string | null) =>
    `The target has no ${NAMES[capability] ?? capability} and passes over them${place === null ? '' : `: ${place}`}.`,
  engine: (engine: string) => `The target has no engine ${engine}.`,
  longKey: (index: string, bytes: number) =>
    `The index ${index} has a column of ${formatCount(bytes)} bytes, and the target’s InnoDB takes 767.`,
});
