import { execFileSync } from 'child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';

/** An authority of the test's own, and certificates of a server on this machine and of a client. */
export class Certificates {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sluice-certificates-'));

  constructor() {
    const { ca, caKey } = this;
    const names = join(this.#folder, 'names');
    writeFileSync(names, 'subjectAltName=IP:127.0.0.1,DNS:localhost');
    const fresh = ['-newkey', 'rsa:2048', '-nodes'];
    openssl('req', '-x509', ...fresh, '-keyout', caKey, '-out', ca, '-subj', '/CN=Test authority');
    for (const owner of ['server', 'client'] as const) {
      const request = join(this.#folder, `${owner}.csr`);
      openssl('req', ...fresh, '-keyout', this.keyOf(owner), '-out', request, '-subj', `/CN=${owner}`);
      const signed = ['-in', request, '-out', this.certOf(owner), '-extfile', names];
      openssl('x509', '-req', '-CA', ca, '-CAkey', caKey, '-CAcreateserial', ...signed);
    }
  }

  get ca(): string {
    return join(this.#folder, 'ca.pem');
  }

  get caKey(): string {
    return join(this.#folder, 'ca-key.pem');
  }

  certOf(owner: 'server' | 'client'): string {
    return join(this.#folder, `${owner}-cert.pem`);
  }

  keyOf(owner: 'server' | 'client'): string {
    return join(this.#folder, `${owner}-key.pem`);
  }

  get serverOptions(): readonly string[] {
    return [
      `--ssl-ca=${this.ca}`,
      `--ssl-cert=${this.certOf('server')}`,
      `--ssl-key=${this.keyOf('server')}`,
    ];
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

function openssl(...words: readonly string[]): void {
  execFileSync('openssl', words, { stdio: 'ignore' });
}
