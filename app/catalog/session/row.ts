/** One row of metadata; every value is the server's text, NULL is null. */
export type Row = Readonly<Record<string, string | null>>;
