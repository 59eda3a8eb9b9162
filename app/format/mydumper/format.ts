import { unsupportedFailures } from '../../text/format/unsupported';
import type { DumpFormat } from '../format';

/** Definition of a schema or a table, compressed or not (mydumper's manual, "Files"). */
const DEFINITION = /-schema(?:-create)?\.sql(?:\.gz|\.zst)?$/;

/** Folders of mydumper: recognized, and not loaded. */
export const mydumperFormat: DumpFormat = {
  recognizes: (place) =>
    place.kind === 'folder' &&
    place.names.some((name) => /^metadata(?:\.partial)?$/.test(name)) &&
    place.names.some((name) => DEFINITION.test(name)),
  read: ({ path }) => Promise.reject(unsupportedFailures.mydumper({ path })),
};
