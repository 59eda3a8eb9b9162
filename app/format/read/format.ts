import type { DumpFormat } from '../format';
import { MANIFEST_FILE } from '../names';
import { readDump } from './reader';

/** Dump folders of Sluice and of MySQL Shell. */
export const folderFormat: DumpFormat = {
  recognizes: (place) => place.kind === 'folder' && place.names.includes(MANIFEST_FILE),
  read: (place) => readDump(place.path, place.kind === 'folder' ? place.names : undefined),
};
