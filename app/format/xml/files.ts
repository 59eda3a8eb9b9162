import { basename } from 'path';
import type { DumpPlace } from '../format';
import { directoryOf, isHidden, loneName } from '../values/files';
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

/** Finds them: one that is alone whatever its name, others by theirs. Pure. */
export function xmlFiles(place: DumpPlace): XmlFiles {
  const directory = directoryOf(place);
  if (place.kind === 'file') return { directory, names: [basename(place.path)], others: [] };
  const visible = place.names.filter((name) => !isHidden(name));
  const isMeant = (name: string) => isXmlName(name) || name === loneName(place);
  const names = visible.filter(isMeant);
  return {
    directory,
    // Files that were chosen one by one are read as they are listed.
    names: place.kind === 'folder' && place.pattern !== undefined ? names : [...names].sort(),
    others: visible.filter((name) => !isMeant(name)),
  };
}

/** Takes the name of such a file apart; null for another one. Pure. */
export function xmlFile(name: string): ValuesFile | null {
  return valuesFile(name, NAME);
}
