import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requestSchemas } from '../../../app/contract/requests';
import { requestsOf } from '../../../build/package/check-requests.mjs';
import { builderConfig, FUSES } from '../../../build/package/config.mjs';
import { noticesText, runtimePackages } from '../../../build/package/notices.mjs';
import { inRoot } from '../../../build/setup/places.mjs';

const packageJson = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

describe('what the check asks a packed app for', () => {
  it('is what the window may ask for', () => {
    const server = { host: '127.0.0.1', port: 3306, user: 'root', password: 'x' };
    const requests = requestsOf(server, 'packaged', 'A job', 'path-0123456789abcdef');
    for (const [name, argument] of Object.entries(requests))
      expect({ name, problem: requestSchemas[name].safeParse(argument).error }).toEqual({ name });
  });
});

describe('the third-party notices', () => {
  const text = noticesText();

  it('name every package that the app depends on, and what those depend on', () => {
    const names = runtimePackages().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(packageJson.dependencies)));
    expect(names).toEqual(expect.arrayContaining(['scheduler', 'iconv-lite', '@radix-ui/react-dialog']));
    for (const { name, version } of runtimePackages()) expect(text).toContain(`${name} ${version} (`);
    expect(text).not.toContain('(unknown)');
  });

  it('leave out what only development needs', () => {
    const names = new Set(runtimePackages().map(({ name }) => name));
    for (const name of Object.keys(packageJson.devDependencies))
      if (name !== 'node-addon-api') expect(names.has(name)).toBe(false);
  });

  it('carry the licences of what is native, in full', () => {
    for (const [name, words] of [
      ['libmariadb', 'GNU LESSER GENERAL PUBLIC'],
      ['Zstandard', 'Redistribution and use in source and binary forms'],
      ['xxHash', 'Copyright (C) 2012-2020 Yann Collet'],
      ['zlib', 'Jean-loup Gailly'],
      ['node-addon-api', 'Permission is hereby granted'],
    ]) {
      const from = text.indexOf(name);
      expect(from).toBeGreaterThan(0);
      expect(text.slice(from).toLowerCase()).toContain(words.toLowerCase());
    }
  });
});

describe('the configuration', () => {
  const of = (old) =>
    builderConfig({
      stage: 's',
      output: 'o',
      noticesFile: 'n',
      electronDist: 'e',
      runtime: { version: '1', old },
    });

  it('sets fuses where the runtime has any', () => {
    expect(of(false).electronFuses).toEqual(FUSES);
    expect(of(true)).not.toHaveProperty('electronFuses');
  });

  it('has each fuse explained', () => {
    const readme = readFileSync(inRoot('build', 'README.md'), 'utf8');
    for (const [fuse, isOn] of Object.entries(FUSES))
      expect(readme).toMatch(new RegExp(`\\| \`${fuse}\` +\\| ${isOn ? 'on ' : 'off'} \\|`));
  });
});
