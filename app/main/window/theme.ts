import { nativeTheme } from 'electron';
import type { Appearance } from '../../contract/settings';

/** Colours before the first paint: the `--ground` of each theme in renderer/theme/tokens.css. */
const GROUND = { dark: '#131619', light: '#f5f7f8' } as const;

/** Has pages and dialogs follow `appearance`, also before their first paint. */
export function showAppearance(appearance: Appearance): void {
  nativeTheme.themeSource = appearance;
}

export function backgroundColor(): string {
  return nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light;
}

/** Calls `listener` when the desktop changes between dark and light. */
export function onThemeChange(listener: () => void): void {
  nativeTheme.on('updated', listener);
}
