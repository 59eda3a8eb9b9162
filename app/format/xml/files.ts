import { basename } from 'path';
import type { DumpPlace } from '../format';
import { directoryOf } from '../values/files';
import { namePattern, valuesFile, type ValuesFile } from '../values/names';

const NAME = namePattern('xml');

/** Files of XML at a place, and what else is there. */
export interface XmlFiles {
  /** Folder that their names are relative to. */
  readonly directory: string;
  readonly names: readonly string[];
  readonly others: readonly string[];
}

/** Returns whether a file is called as one of XML. Pure. */
export function isXmlName(path: string): boolean {
  return NAME.test(basename(path));
}

/** Finds them: a file that was named alone whatever its name, those of a folder by theirs. Pure. */
export function xmlFiles(place: DumpPlace): XmlFiles {
  const directory = directoryOf(place);
  if (place.kind === 'file') return { directory, names: [basename(place.path)], others: [] };
  const visible = place.names.filter((name) => !name.startsWith('.'));
  const names = visible.filter(isXmlName);
  return {
    directory,
    // Files that were chosen one by one are read as they are listed.
    names: place.pattern === undefined ? [...names].sort() : names,
    others: visible.filter((name) => !isXmlName(name)),
  };
}

/** Takes the name of such a file apart; null for another one. Pure. */
export function xmlFile(name: string): ValuesFile | null {
  return valuesFile(name, NAME);
}
