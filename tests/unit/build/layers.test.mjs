import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LAYERS, layerOf, objectionTo } from '../../../build/lint/layers.mjs';
import { messagesOf } from './own-rules.mjs';

describe('layerOf', () => {
  it('knows a file of a layer by its folder', () => {
    expect(layerOf('app/dump/run.ts')).toBe('app/dump');
    expect(layerOf('renderer/screens/dump/Dump.tsx')).toBe('renderer');
  });

  it('puts tests and the build outside', () => {
    expect(layerOf('tests/unit/build/layers.test.mjs')).toBeNull();
    expect(layerOf('build/test.mjs')).toBeNull();
  });

  it('knows every folder of app', () => {
    const folders = readdirSync(new URL('../../../app', import.meta.url), { withFileTypes: true });
    const layers = folders.filter((entry) => entry.isDirectory()).map(({ name }) => `app/${name}`);
    expect(layers.filter((layer) => !(layer in LAYERS))).toEqual([]);
  });
});

describe('objectionTo', () => {
  it.each([
    ['renderer/main.tsx', '../app/contract/runs/run'],
    ['renderer/screens/dump/Dump.tsx', '../../parts/Button'],
    ['renderer/main.tsx', 'react'],
    ['app/dump/run.ts', '../catalog/connect'],
    ['app/runs/registry.ts', '../dump/run'],
    ['app/dump/run.ts', '../source/snapshot'],
    ['app/load/run.ts', '../target/journal/journal'],
    ['app/jobs/schedule.ts', '../runs/registry'],
    ['app/cli/main.ts', '../jobs/registry'],
    ['app/main/ipc.ts', '../preload/channels'],
    ['tests/unit/dump/run.test.ts', '../../../app/dump/run'],
  ])('lets %s import %s', (file, specifier) => {
    expect(objectionTo(file, specifier)).toBeNull();
  });

  it.each([
    ['renderer/main.tsx', '../app/runs/registry'],
    ['app/contract/runs/run.ts', '../../engine/addon'],
    ['app/engine/open.ts', '../catalog/connect'],
    ['app/catalog/connect/connect.ts', '../../dump/run'],
    ['app/dump/run.ts', '../load/run'],
    ['app/dump/run.ts', '../jobs/registry'],
    ['app/load/run.ts', '../main/window'],
    ['app/sandbox/practice.ts', '../profiles/store'],
    ['app/preload/preload.ts', '../catalog/connect'],
    ['app/cli/main.ts', '../main/window'],
    ['app/dump/run.ts', '../../renderer/text/format'],
    ['app/dump/run.ts', '../../tests/servers/test-server'],
  ])('does not let %s import %s', (file, specifier) => {
    expect(objectionTo(file, specifier)).toMatch(/may import/);
  });

  it.each([
    ['app/load/run.ts', '../dump/run', 'belongs in app/source'],
    ['app/migrate/run.ts', '../load/begin', 'belongs in app/source'],
    ['app/source/locks.ts', '../dump/writer', 'declares the interface'],
    ['app/target/rows.ts', '../load/begin', 'declares the interface'],
    ['app/target/rows.ts', '../source/locks', 'belongs in app/catalog or app/format'],
    ['app/source/locks.ts', '../target/journal', 'belongs in app/catalog or app/format'],
    ['renderer/main.tsx', '../app/load/plan', 'belong in app/contract'],
    ['app/dump/dump.ts', '../cli/main', 'Services know no face'],
  ])('tells %s, which imports %s, where the thing belongs', (file, specifier, room) => {
    expect(objectionTo(file, specifier)).toContain(room);
  });
});

describe('the rule', () => {
  it('finds all that is imported, for its types too', () => {
    const back = [
      "import { registry } from '../jobs/registry';",
      "import type { Registry } from '../jobs/registry';",
      "export { registry } from '../jobs/registry';",
      "export * from '../jobs/registry';",
      "const registry = import('../jobs/registry');",
      "type Registry = import('../jobs/registry').Registry;",
    ];
    const objection = expect.stringMatching(/^app\/dump may import .* but not app\/jobs\.$/);
    expect(messagesOf('layers', 'app/dump/run.ts', back)).toEqual(back.map(() => [objection]));
  });

  it('lets the rest stand', () => {
    const rest = ["import { connect } from '../catalog/connect';", "const name = '../jobs/registry';"];
    expect(messagesOf('layers', 'app/dump/run.ts', rest)).toEqual([[], []]);
  });
});
