/** The sign: a leaf-shaped arc over a stem that meets two bus lines. Decoration: the product's name stands beside it. */
export function Sign({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" color="var(--green)" aria-hidden="true">
      <path
        d="M2.5 17.5C3.2 9.2 8.8 4 16 4s12.8 5.2 13.5 13.5C26 13.6 21.4 11.8 16 11.8S6 13.6 2.5 17.5Z"
        fill="currentColor"
      />
      <path d="M16 11.5V23" stroke="currentColor" strokeWidth="2.2" />
      <path d="M4.5 23h23" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M4.5 28h23" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" opacity=".45" />
    </svg>
  );
}
