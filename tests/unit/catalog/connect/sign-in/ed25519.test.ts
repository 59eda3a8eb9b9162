import { createPublicKey, verify } from 'crypto';
import { expect, it } from 'vitest';
import { signEd25519 } from '../../../../../app/catalog/connect/sign-in/ed25519';
import { answerParsec } from '../../../../../app/catalog/connect/sign-in/parsec';

const hex = (text: string) => Buffer.from(text, 'hex');

/** RFC 8032, section 7.1, tests 1 and 3. */
it.each([
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
])('signs as the RFC does, with the key %s', (key, message, signature) => {
  expect(signEd25519(hex(key), hex(message)).toString('hex')).toBe(signature);
});

it('refuses a salt of PARSEC that asks for another derivation, or for more rounds than any server', () => {
  const salt = (kind: string, factor: number) =>
    Buffer.concat([Buffer.from(kind), Buffer.from([factor]), Buffer.alloc(18)]);
  const nonce = Buffer.alloc(32);
  expect(answerParsec('pw', nonce, salt('P', 0))).toHaveLength(96);
  expect(answerParsec('pw', nonce, salt('Q', 0))).toBeNull();
  expect(answerParsec('pw', nonce, salt('P', 4))).toBeNull();
  expect(answerParsec('pw', nonce, salt('P', 0).subarray(1))).toBeNull();
});

it('signs other bytes for another message: OpenSSL says so', () => {
  const seed = hex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
  const point = hex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
  const der = Buffer.concat([hex('302a300506032b6570032100'), point]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const signature = signEd25519(seed, Buffer.from('one'));
  expect(verify(null, Buffer.from('one'), key, signature)).toBe(true);
  expect(verify(null, Buffer.from('two'), key, signature)).toBe(false);
});
