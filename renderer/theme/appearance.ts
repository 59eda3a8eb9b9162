import { create } from 'zustand';

export type Theme = 'dark' | 'light';
/** What the user asked for: the system's theme, or one of the two whatever the system says. */
export type Appearance = 'system' | Theme;

const STORAGE_KEY = 'sluice.theme';

interface AppearanceState {
  readonly appearance: Appearance;
  readonly theme: Theme;
}

export const useAppearance = create<AppearanceState>(() => {
  const appearance = storedAppearance();
  return { appearance, theme: resolve(appearance) };
});

/** Puts the theme on the document and keeps following the system until the window closes. */
export function followSystemTheme(): void {
  show(useAppearance.getState().theme);
  useAppearance.subscribe((state) => show(state.theme));
  // Chromium 83 has addEventListener on MediaQueryList.
  darkQuery().addEventListener('change', () => setAppearance(useAppearance.getState().appearance));
}

export function setAppearance(appearance: Appearance): void {
  localStorage.setItem(STORAGE_KEY, appearance);
  useAppearance.setState({ appearance, theme: resolve(appearance) });
}

/** Changes to the other theme than the one that shows now. */
export function toggleTheme(): void {
  setAppearance(useAppearance.getState().theme === 'dark' ? 'light' : 'dark');
}

function resolve(appearance: Appearance): Theme {
  if (appearance !== 'system') return appearance;
  return darkQuery().matches ? 'dark' : 'light';
}

function storedAppearance(): Appearance {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored === 'dark' || stored === 'light' ? stored : 'system';
}

function darkQuery(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

function show(theme: Theme): void {
  document.documentElement.setAttribute('data-theme', theme);
}
