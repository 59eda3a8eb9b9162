import { promises as fs } from 'fs';
import { inputText, type ReadingChoices } from '../../contract/commands/input';
import type { CertificateCheck, CertifiedFile } from '../../contract/proof/certificate';
import type { Cancellation } from '../../engine/cancellation';
import { proveFailures } from '../../text/prove';
import { unopened } from '../../format/read/reader';
import { canonical, readCertificate } from './certificate';
import { isPattern } from '../../format/read/several';
import { STANDARD_INPUT } from '../../engine/words/spooled-input';
import { compareFiles, digestFiles, digestStandardInput, listFiles, type DumpFiles } from '../files';

/**
 * Checks that the files of a dump are exactly those of its certificate. Needs no server. Fails with `certificate-refused`
 * for a certificate that was changed or is about a dump that was read by other choices than the given ones, and with `not-a-dump` where nothing is at the dump's path.
 * @param dump path, pattern, or `-` for standard input
 */
export async function checkCertificate(
  certificate: string,
  dump: string,
  given: ReadingChoices | undefined,
  cancellation: Cancellation,
): Promise<CertificateCheck> {
  const read = await readCertificate(certificate);
  const { input } = read.dump;
  if (given !== undefined && canonical(given) !== canonical(input ?? {}))
    throw proveFailures.otherChoices({
      file: certificate,
      proved: inputText(input ?? {}),
      given: inputText(given),
    });
  const { place, files: found } = await digestsOf(dump, cancellation);
  const compared = compareFiles(read.files, found, place === read.dump.place ? place : 'folder');
  const differing = Object.values(compared).reduce((sum, names) => sum + names.length, 0);
  return {
    ...compared,
    ok: differing === 0,
    certificate,
    dump,
    provedAt: read.provedAt,
    server: read.server,
    ...(input !== undefined && { input }),
    loadSeconds: read.seconds.load,
    files: found.length,
    bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

async function digestsOf(
  dump: string,
  cancellation: Cancellation,
): Promise<{ readonly place: DumpFiles['place']; readonly files: readonly CertifiedFile[] }> {
  if (dump === STANDARD_INPUT)
    return { place: 'file', files: await digestStandardInput(process.stdin, cancellation) };
  if (!isPattern(dump))
    await fs.stat(dump).catch((error: unknown) => {
      throw unopened(dump, error);
    });
  const { place, files } = await listFiles(dump);
  return { place, files: await digestFiles(files, cancellation) };
}
