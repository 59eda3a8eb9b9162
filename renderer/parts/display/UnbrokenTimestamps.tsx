import styles from './UnbrokenTimestamps.module.css';

/** The moment that the name of a dump's folder ends with: it tells dumps apart. */
const TIMESTAMP = /(\d{4}-\d\d-\d\d-\d{4}\d*)/;

/** Text in which no line breaks within such a moment. */
export function UnbrokenTimestamps({ children }: { readonly children: string }) {
  return (
    <>
      {children.split(TIMESTAMP).map((piece, place) => (
        <span key={place} className={TIMESTAMP.test(piece) ? styles.whole : undefined}>
          {piece}
        </span>
      ))}
    </>
  );
}
