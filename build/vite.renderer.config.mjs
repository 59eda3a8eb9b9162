import react from '@vitejs/plugin-react';
import { inRoot } from './setup/places.mjs';

/**
 * Vite's configuration of the window, for Chromium 83 as well as for today's: syntax and CSS are lowered in the build
 * only, so the development server is for today's Electron. Paths are relative because the window has its own scheme.
 */
export function rendererBundle() {
  return {
    configFile: false,
    root: inRoot('renderer'),
    base: './',
    logLevel: 'warn',
    plugins: [react()],
    build: {
      // chrome83 alone leaves private methods in, which it can't read.
      target: ['chrome83', 'es2020'],
      cssTarget: 'chrome83',
      modulePreload: false,
      outDir: inRoot('dist', 'renderer'),
      emptyOutDir: true,
      sourcemap: true,
      // Read from the disk, once: no reason to split it.
      chunkSizeWarningLimit: 2000,
    },
  };
}
