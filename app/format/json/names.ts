import { namePattern, valuesFile, type ValuesFile } from '../values/names';

const NAME = namePattern('jsonl', 'ndjson');

/** Takes the name of a file of JSON Lines apart; null for another file. Pure. */
export function jsonFile(name: string): ValuesFile | null {
  return valuesFile(name, NAME);
}
