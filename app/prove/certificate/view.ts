import type { Certificate, CertificateView } from '../../contract/proof/certificate';

/** Returns a certificate as the window shows it. Pure. */
export function viewOf({ files, tables, ...rest }: Certificate, file: string): CertificateView {
  return {
    ...rest,
    file,
    files: { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) },
    tables: {
      count: tables.length,
      compared: tables.filter(({ checksum }) => checksum !== null).length,
    },
  };
}
