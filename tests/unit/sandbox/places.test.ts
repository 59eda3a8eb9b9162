import { describe, expect, it } from 'vitest';
import { practiceFolder, serversFolder, socketPathOf } from '../../../app/sandbox/places';

describe('serversFolder', () => {
  it('follows SLUICE_CACHE, then the XDG cache folder', () => {
    expect(serversFolder({ SLUICE_CACHE: '/c', XDG_CACHE_HOME: '/x' })).toBe('/c/servers');
    expect(serversFolder({ XDG_CACHE_HOME: '/x' })).toBe('/x/sluice/servers');
    expect(serversFolder({ SLUICE_CACHE: '', XDG_CACHE_HOME: '' })).toMatch(/\/\.cache\/sluice\/servers$/);
  });
});

describe('practiceFolder', () => {
  it('follows the XDG data folder', () => {
    expect(practiceFolder('mysql', { XDG_DATA_HOME: '/d' })).toBe('/d/sluice/practice/mysql');
  });
});

describe('socketPathOf', () => {
  const deep = `/${'d'.repeat(120)}`;

  it('is in the folder of the server where that is short enough', () => {
    expect(socketPathOf('/d/sluice/practice/mysql', {})).toBe('/d/sluice/practice/mysql/server.sock');
  });

  it('is short for every folder, and another one for each', () => {
    const paths = [deep, `${deep}2`].map((folder) =>
      socketPathOf(folder, { XDG_RUNTIME_DIR: '/run/user/1' }),
    );
    expect(paths[0]).toMatch(/^\/run\/user\/1\/sluice\/[0-9a-f]{12}\.sock$/);
    expect(paths[1]).not.toBe(paths[0]);
    expect(socketPathOf(deep, { XDG_RUNTIME_DIR: deep }).length).toBeLessThanOrEqual(100);
  });

  it('is the same at every start', () => {
    expect(socketPathOf(deep, {})).toBe(socketPathOf(deep, {}));
  });
});
