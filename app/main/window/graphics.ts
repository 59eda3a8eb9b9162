import { app } from 'electron';
import { existsSync } from 'fs';

/**
 * Draws in software where there is no graphics device, as under a virtual display, instead of letting Chromium try
 * and fail first. `SLUICE_SOFTWARE_RENDERING=1` asks for it on a machine whose driver misbehaves.
 */
export function chooseGraphics(): void {
  const isRequested = process.env.SLUICE_SOFTWARE_RENDERING === '1';
  const missing = process.platform === 'linux' && !existsSync('/dev/dri');
  if (isRequested || missing) app.disableHardwareAcceleration();
}
