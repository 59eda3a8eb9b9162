import { promises as fs } from 'fs';
import { join } from 'path';
import { formatFact, parseFacts } from '../../../app/format/facts';
import { DONE_FILE, FACTS_FILE } from '../../../app/format/names';

/** Takes the digests of documents and scripts out of a dump, as an earlier Sluice wrote it: they may be changed then. */
export async function unseal(folder: string): Promise<void> {
  const path = join(folder, FACTS_FILE);
  const facts = parseFacts(await fs.readFile(path, 'utf8')).filter(({ fact }) => fact !== 'files');
  await fs.writeFile(path, facts.map(formatFact).join(''));
  const done = JSON.parse(await fs.readFile(join(folder, DONE_FILE), 'utf8')) as Record<string, unknown>;
  delete done.sluiceFacts;
  await fs.writeFile(join(folder, DONE_FILE), JSON.stringify(done));
}
