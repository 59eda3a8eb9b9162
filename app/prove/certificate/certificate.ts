import { createHash } from 'crypto';
import { promises as fs } from 'fs';
import {
  CERTIFICATE_VERSION,
  certificateSchema,
  type Certificate,
  type CertificateContent,
} from '../../contract/proof/certificate';
import { messageOf } from '../../engine/failures';
import { proveFailures } from '../../text/prove';

/** Returns the content with the digest over itself. Pure. */
export function sealed(content: CertificateContent): Certificate {
  return { ...content, digest: digestOf(content) };
}

/**
 * Reads a certificate. Fails with `certificate-refused` for a file that is none, that a later Sluice wrote, or that was
 * changed since it was written.
 */
export async function readCertificate(file: string): Promise<Certificate> {
  const text = await fs.readFile(file, 'utf8').catch((error: unknown) => {
    throw proveFailures.certificateUnreadable({ file, reason: messageOf(error) });
  });
  return parseCertificate(text, file);
}

/** Parses the text of a certificate; `file` is named in its failures. Pure. */
export function parseCertificate(text: string, file: string): Certificate {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) throw proveFailures.noCertificate({ file });
  const { certificate: version, digest, ...rest } = value as Readonly<Record<string, unknown>>;
  if (typeof version !== 'number') throw proveFailures.noCertificate({ file });
  if (version > CERTIFICATE_VERSION) throw proveFailures.newerCertificate({ file });
  // Before its shape: a changed one is refused as that, whatever was changed.
  if (digest !== digestOf({ certificate: version, ...rest }))
    throw proveFailures.certificateChanged({ file });
  const parsed = certificateSchema.safeParse(value);
  if (!parsed.success) throw proveFailures.noCertificate({ file });
  return parsed.data;
}

function digestOf(content: object): string {
  return createHash('sha256').update(canonical(content)).digest('hex');
}

/** Writes a JSON value with sorted keys and without white space, so that one content has one text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
