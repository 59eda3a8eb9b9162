/** The app's mark: a gate half raised, and the water that passes under it. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden>
      <path d="M3 2v16M17 2v16" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <path d="M5.5 3.5h9v6h-9z" fill="currentColor" opacity="0.45" />
      <path d="M5.5 9.5h9" stroke="currentColor" strokeWidth="1.6" />
      <path
        d="M5.5 13.2c1.5-1.2 3-1.2 4.5 0s3 1.2 4.5 0M5.5 16.8c1.5-1.2 3-1.2 4.5 0s3 1.2 4.5 0"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  );
}
