import { create } from 'zustand';
import type { Appearance } from '../../app/contract/settings';

export type Theme = 'dark' | 'light';

interface AppearanceState {
  readonly appearance: Appearance;
  readonly theme: Theme;
}

/** Until the settings are read the page follows the desktop, which main has told what to show. */
export const useAppearance = create<AppearanceState>(() => ({
  appearance: 'system',
  theme: resolve('system'),
}));

/** Puts the theme on the document and keeps following the system until the window closes. */
export function followSystemTheme(): void {
  show(useAppearance.getState().theme);
  useAppearance.subscribe((state) => show(state.theme));
  // Chromium 83 has addEventListener on MediaQueryList.
  darkQuery().addEventListener('change', () => setAppearance(useAppearance.getState().appearance));
}

export function setAppearance(appearance: Appearance): void {
  useAppearance.setState({ appearance, theme: resolve(appearance) });
}

function resolve(appearance: Appearance): Theme {
  if (appearance !== 'system') return appearance;
  return darkQuery().matches ? 'dark' : 'light';
}

function darkQuery(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

function show(theme: Theme): void {
  document.documentElement.setAttribute('data-theme', theme);
}
