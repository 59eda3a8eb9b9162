/**
 * Marks the document while the keyboard leads, so that focus rings show then and only then.
 * Chromium 83 has no `:focus-visible`.
 */
export function followKeyboard(): void {
  const root = document.documentElement;
  addEventListener(
    'keydown',
    (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) root.setAttribute('data-kbd', '');
    },
    true,
  );
  addEventListener('pointerdown', () => root.removeAttribute('data-kbd'), true);
}
