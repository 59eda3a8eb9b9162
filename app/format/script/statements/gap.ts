/** White space, comments, and the marks of version comments. */
export const GAP = '(?:\\s|/\\*M?!\\d*|\\*/|/\\*(?!M?!)(?:(?!\\*/)[^])*\\*/)';
