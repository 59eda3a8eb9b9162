/** Gives the focus back to whoever had it before a dialog opened, where that is still within reach. */
export function returnFocus(opener: Element | null): void {
  if (opener instanceof HTMLElement && isWithinReach(opener)) opener.focus();
}

/** A dialog that is open keeps the focus: it took this one's place, or this one was opened from it. */
function isWithinReach(opener: HTMLElement): boolean {
  const open = [...document.querySelectorAll('[role="dialog"][data-state="open"]')];
  return open.length === 0 || open.some((dialog) => dialog.contains(opener));
}
