import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { VERSION_COMPARISON } from '../../../build/lint/versions.mjs';

const find = (code) =>
  new Linter().verify(code, [{ rules: { 'no-restricted-syntax': ['error', VERSION_COMPARISON] } }]);

it.each([
  'export const old = (server) => server.versionNumber < 80_000;',
  'export const same = ({ versionNumber }) => versionNumber === 90_704;',
  'export const later = (a, b) => b.versionNumber >= a.versionNumber;',
])('finds a version that decides: %s', (code) => {
  expect(find(code).map(({ message }) => message)).toEqual([VERSION_COMPARISON.message]);
});

it('lets a version be handed on', () => {
  expect(find('export const facts = (server) => ({ versionNumber: server.versionNumber });')).toEqual([]);
});
