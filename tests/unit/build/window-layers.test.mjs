import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SHARED_STATE, WINDOW_LAYERS, windowObjectionTo } from '../../../build/lint/window-layers.mjs';
import { messagesOf } from './own-rules.mjs';

const foldersOf = (path) =>
  readdirSync(new URL(`../../../renderer/${path}`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

describe('the folders of the window', () => {
  it('are layers, but for the pictures of the README', () => {
    expect(foldersOf('').filter((folder) => folder !== 'pictures' && !(folder in WINDOW_LAYERS))).toEqual([]);
  });

  it('have state of a screen only where there is such a screen', () => {
    const screens = foldersOf('screens');
    const rooms = foldersOf('state').filter((room) => !SHARED_STATE.includes(room));
    expect(rooms.filter((room) => !screens.includes(room))).toEqual([]);
    expect(SHARED_STATE.filter((room) => screens.includes(room))).toEqual([]);
  });
});

describe('windowObjectionTo', () => {
  it.each([
    ['renderer/main.tsx', './frame/App'],
    ['renderer/frame/App.tsx', '../screens/dump/DumpScreen'],
    ['renderer/screens/dump/DumpForm.tsx', './DumpSettings'],
    ['renderer/screens/run/lanes/LaneRow.tsx', '../table-name'],
    ['renderer/screens/dump/DumpForm.tsx', '../../features/object-tree/ObjectTree'],
    ['renderer/screens/load/LoadForm.tsx', '../../state/load/load-selection'],
    ['renderer/screens/load/LoadForm.tsx', '../../state/runs/runs'],
    ['renderer/state/load/load-selection.ts', '../objects/selection'],
    ['renderer/features/result/ResultView.tsx', '../resume/Resume'],
    ['renderer/features/result/ResultView.tsx', '../../parts/controls/Button'],
    ['renderer/parts/controls/Button.tsx', '../overlays/Tip'],
    ['renderer/parts/controls/Button.tsx', '../../text'],
    ['renderer/screens/dump/DumpForm.tsx', '../../../app/contract/runs/run'],
    ['renderer/screens/dump/DumpForm.tsx', 'react'],
  ])('lets %s import %s', (file, specifier) => {
    expect(windowObjectionTo(file, specifier)).toBeNull();
  });

  it.each([
    ['renderer/parts/controls/Button.tsx', '../../features/threads/ThreadsField', 'renderer/features'],
    ['renderer/parts/controls/Button.tsx', '../../state/runs/runs', 'renderer/features'],
    ['renderer/features/result/ResultView.tsx', '../../screens/run/RunPane', 'renderer/features'],
    ['renderer/charts/Chart.tsx', '../state/runs/samples', 'props'],
    ['renderer/screens/migrate/steps/ObjectsStep.tsx', '../../dump/DumpForm', 'renderer/features'],
    ['renderer/screens/dump/DumpForm.tsx', '../../frame/App', 'renderer/features'],
    ['renderer/screens/dump/DumpForm.tsx', '../../state/load/load-selection', 'shared room'],
    ['renderer/features/result/ResultView.tsx', '../../state/history/rows', 'shared room'],
    ['renderer/frame/Sidebar.tsx', '../state/history/rows', 'shared room'],
    ['renderer/state/objects/selection.ts', '../load/load-selection', 'shared room'],
    ['renderer/state/runs/runs.ts', '../../parts/controls/Button', 'renderer/state'],
    ['renderer/text/run.ts', '../state/runs/runs', 'arguments'],
    ['renderer/theme/palette.ts', '../state/app/settings', 'arguments'],
  ])('does not let %s import %s', (file, specifier, place) => {
    expect(windowObjectionTo(file, specifier)).toContain(place);
  });
});

describe('the rule', () => {
  it('finds all that is imported, for its types too', () => {
    const back = [
      "import { useRuns } from '../../state/runs/runs';",
      "import type { Run } from '../../state/runs/runs';",
      "export * from '../../state/runs/runs';",
      "const runs = import('../../state/runs/runs');",
      "type Run = import('../../state/runs/runs').Run;",
    ];
    const objection = expect.stringMatching(
      /^renderer\/parts may not import renderer\/state\. .*renderer\/features\.$/,
    );
    expect(messagesOf('window-layers', 'renderer/parts/controls/Button.tsx', back)).toEqual(
      back.map(() => [objection]),
    );
  });

  it('lets the rest stand', () => {
    const rest = ["import { Tip } from '../overlays/Tip';", "const name = '../../state/runs/runs';"];
    expect(messagesOf('window-layers', 'renderer/parts/controls/Button.tsx', rest)).toEqual([[], []]);
  });
});
