import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withAuthorities } from '../../../../app/catalog/connect/authorities';

describe('the authorities of a connection', () => {
  const before = process.env.SSL_CERT_FILE;
  beforeEach(() => {
    process.env.SSL_CERT_FILE = '/trusted.pem';
  });
  afterEach(() => {
    if (before === undefined) delete process.env.SSL_CERT_FILE;
    else process.env.SSL_CERT_FILE = before;
  });

  it('are the machine’s where it verifies and names none, and then the name is compared', () => {
    for (const mode of ['verify-ca', 'verify-identity'] as const) {
      const verified = { mode: 'verify-identity', ca: '/trusted.pem' };
      expect(withAuthorities({ mode })).toEqual(verified);
      expect(withAuthorities({ mode, ca: '' })).toEqual(verified);
    }
  });

  it('are those that it names', () => {
    const tls = { mode: 'verify-ca', ca: '/own.pem' } as const;
    expect(withAuthorities(tls)).toBe(tls);
  });

  it('are none where nothing is verified', () => {
    for (const mode of ['disabled', 'preferred', 'required'] as const)
      expect(withAuthorities({ mode })).toEqual({ mode });
  });
});
