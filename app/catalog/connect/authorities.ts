import { existsSync } from 'fs';
import { connectFailures } from '../../text/catalog/connect';
import type { Profile } from '../../contract/connections/connection';

type Tls = Profile['tls'];

/** Where systems keep the certificates of the authorities that they trust: Debian, Fedora, openSUSE, Alpine and macOS. */
const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/**
 * Settings of a connection with its authorities: where a certificate is to be verified and no CA is named, those that
 * this machine trusts, by SSL_CERT_FILE (OpenSSL's, X509_get_default_cert_file_env) or its system's file. They sign for
 * anybody, so the name is compared in either mode. Node and libmariadb by themselves would look in different places.
 * Fails with `tls-failed` where this machine has none.
 */
export function withAuthorities(tls: Tls): Tls {
  if (!isVerified(tls) || (tls.ca ?? '') !== '') return tls;
  const ca = process.env.SSL_CERT_FILE ?? BUNDLES.find((file) => existsSync(file));
  if (ca === undefined) throw connectFailures.noAuthorities();
  return { ...tls, mode: 'verify-identity', ca };
}

/** Returns whether the server's certificate must be signed by an authority that the connection trusts. */
export function isVerified({ mode }: Tls): boolean {
  return mode === 'verify-ca' || mode === 'verify-identity';
}
