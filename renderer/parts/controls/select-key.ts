/** Action of a key on a select box. */
export type SelectAction =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'take' }
  | { readonly kind: 'go'; readonly index: number };

interface SelectKeyEvent {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

interface SelectView {
  readonly open: boolean;
  readonly active: number;
  readonly options: readonly { readonly text: string }[];
}

/** The keys of ARIA's select-only combobox; null for a key that is not its business. */
export function selectKey(event: SelectKeyEvent, { open, active, options }: SelectView): SelectAction | null {
  const last = options.length - 1;
  switch (event.key) {
    case 'Enter':
    case ' ':
      return { kind: open ? 'take' : 'open' };
    case 'Escape':
      return open ? { kind: 'close' } : null;
    case 'ArrowDown':
      return open ? { kind: 'go', index: Math.min(last, active + 1) } : { kind: 'open' };
    case 'ArrowUp':
      return open ? { kind: 'go', index: Math.max(0, active - 1) } : { kind: 'open' };
    case 'Home':
      return { kind: 'go', index: 0 };
    case 'End':
      return { kind: 'go', index: last };
    default:
      return event.ctrlKey || event.metaKey || event.altKey ? null : byLetter(event.key, active, options);
  }
}

/** The next option after the active one that begins with a letter, going round. */
function byLetter(
  key: string,
  active: number,
  options: readonly { readonly text: string }[],
): SelectAction | null {
  if (key.length !== 1) return null;
  const letter = key.toLowerCase();
  for (let step = 1; step <= options.length; step += 1) {
    const index = (active + step) % options.length;
    if (options[index]?.text.toLowerCase().startsWith(letter) === true) return { kind: 'go', index };
  }
  return null;
}
