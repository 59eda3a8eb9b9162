/** A name as a statement writes it, in quotes or without. */
export const NAME = '(`(?:[^`]|``)+`|"(?:[^"]|"")+"|[\\w$\\u0080-\\uffff]+)';

/** A name, and that of its schema before it. */
export const PLACED = `(?:${NAME}\\s*\\.\\s*)?${NAME}`;
