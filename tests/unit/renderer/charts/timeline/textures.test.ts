import { expect, test } from 'vitest';
import { phaseTexture } from '../../../../../renderer/charts/timeline/textures';

test('every phase has a texture of its own, so that it is known without colour', () => {
  const textures = Object.values(phaseTexture);
  expect(new Set(textures).size).toBe(textures.length);
});
