import { constants, promises as fs } from 'fs';
import { basename, dirname, resolve, sep } from 'path';
import { certificateSchema, type Certificate } from '../../contract/proof/certificate';
import { messageOf } from '../../engine/failures';
import { replaceFile } from '../../storage/atomic-file';
import { ignoreMissing } from '../../sandbox/folders';
import { isPattern, isThere, wouldName } from '../../format/read/several';
import { withFileLock } from '../../storage/file-lock';
import { proveFailures } from '../../text/prove';
import { certificatePage, PAGE_MARK } from './page';

/** Files that a proof writes: the certificate, and the page that people read. */
export interface CertificatePlaces {
  readonly file: string;
  readonly page: string;
}

/** Returns the places of a dump's certificate: beside the dump, or where the user wants it. Pure. */
export function certificatePlaces(dump: string, wanted: string | null): CertificatePlaces {
  const file = wanted ?? `${dump}.certificate.json`;
  return { file, page: `${file.replace(/\.json$/i, '')}.html` };
}

/** Fails with `usage` where several files have no place beside them, and no other was named. */
export async function assertPlaceNamed({ file }: CertificatePlaces, dump: string): Promise<void> {
  const isBeside = file === certificatePlaces(dump, null).file;
  if (isBeside && isPattern(dump) && !(await isThere(dump))) throw proveFailures.placeUnnamed({ dump });
}

/**
 * Refuses places that can't be written, that lie within the dump, which they would change, or that hold anything but an
 * earlier certificate.
 */
export async function assertPlaces({ file, page }: CertificatePlaces, dump: string): Promise<void> {
  const folder = await realPath(dirname(file));
  const real = resolve(folder, basename(file));
  const within = await realPath(dump);
  const isChosen = isPattern(dump) && wouldName(dump, file);
  if (real === within || real.startsWith(`${within}${sep}`) || isChosen)
    throw proveFailures.placeInDump({ file });
  await fs.access(folder, constants.W_OK).catch((error: unknown) => {
    throw proveFailures.notWritable({ file, reason: messageOf(error) });
  });
  if (!(await isOurs(file, isCertificate))) throw proveFailures.placeTaken({ file });
  if (!(await isOurs(page, isPage))) throw proveFailures.placeTaken({ file: page });
}

async function realPath(path: string): Promise<string> {
  return await fs.realpath(path).catch(() => resolve(path));
}

async function isOurs(file: string, test: (text: string) => boolean): Promise<boolean> {
  try {
    return test(await fs.readFile(file, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

function isPage(text: string): boolean {
  return text.includes(PAGE_MARK);
}

function isCertificate(text: string): boolean {
  try {
    return certificateSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** Removes the certificate that lies beside a dump, where one of ours does. */
export async function removeCertificate(dump: string): Promise<void> {
  const { file, page } = certificatePlaces(dump, null);
  if (await isOurs(file, isCertificate)) await fs.unlink(file).catch(ignoreMissing);
  if (await isOurs(page, isPage)) await fs.unlink(page).catch(ignoreMissing);
}

/** Writes both files, each so that it is there whole or not at all; the certificate last. */
export async function writeCertificate(
  { file, page }: CertificatePlaces,
  certificate: Certificate,
): Promise<void> {
  try {
    // Two proofs of one dump may end at the same time.
    await withFileLock(`${file}.lock`, async () => {
      await replaceFile(page, certificatePage(certificate));
      await replaceFile(file, `${JSON.stringify(certificate, null, 2)}\n`);
    });
  } catch (error) {
    throw proveFailures.notWritable({ file, reason: messageOf(error) });
  }
}
