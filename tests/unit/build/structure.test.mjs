import { expect, it } from 'vitest';
import { objectionsToStructure, strangersAtTop } from '../../../build/lint/structure.mjs';

const objectionsTo = (files) => objectionsToStructure(new Map(Object.entries(files)));
const folderOf = (count, folder) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/f${at}.ts`, '']));

it('has nothing against files that import downwards', () => {
  expect(
    objectionsTo({
      'app/load/load.ts': "import { plan } from './plan';\nimport type { Row } from '../format/row';\n",
      'app/load/plan.ts': "import type { Row } from '../format/row';\n",
      'app/format/row.ts': "import { z } from 'zod';\n",
    }),
  ).toEqual([]);
});

it.each([
  ["import { b } from './b';\n", "import { a } from './a';\n"],
  ["import type { B } from './b';\n", "import { a } from './a';\n"],
  ["import {\n  one,\n  two,\n} from './b';\n", "export * from './a';\n"],
  ["const b = () => import('./b');\n", "import './a';\n"],
])('names two files that import each other: %j and %j', (one, other) => {
  const [objection, ...more] = objectionsTo({ 'app/load/a.ts': one, 'app/load/b.ts': other });
  expect(objection).toContain('app/load/a.ts → app/load/b.ts → app/load/a.ts');
  expect(objection).toContain('a file of their own');
  expect(more).toEqual([]);
});

it('names a cycle over folders, and over components', () => {
  const objections = objectionsTo({
    'renderer/screens/load/LoadForm.tsx': "import { LoadSettings } from './LoadSettings';\n",
    'renderer/screens/load/LoadSettings.tsx': "import { draft } from '../../state/load/draft';\n",
    'renderer/state/load/draft.ts': "import type { Form } from '../../screens/load/LoadForm';\n",
  });
  expect(objections).toHaveLength(1);
});

it('wants rooms in a folder of more than 14 files', () => {
  expect(objectionsTo(folderOf(14, 'app/load'))).toEqual([]);
  const [objection] = objectionsTo(folderOf(15, 'app/load'));
  expect(objection).toMatch(/^app\/load: 15 files .* a folder named after it\.$/);
});

it('lets lists grow, and counts each folder by itself', () => {
  expect(objectionsTo(folderOf(30, 'app/cli/commands'))).toEqual([]);
  expect(objectionsTo({ ...folderOf(10, 'app/load'), ...folderOf(10, 'app/load/rows') })).toEqual([]);
});

it('names what lies in the top folder beside the rooms and what tools look for there', () => {
  const known = ['.git', '.ci', 'app', 'dist', 'README.md', 'package.json', 'vitest.config.mjs'];
  expect(strangersAtTop(known)).toEqual([]);
  expect(strangersAtTop([...known, 'someone+dumps'])).toEqual([
    'someone+dumps: does not belong into the top folder. Move it into a room, or remove it.',
  ]);
});
