/** The bell on its counter. */
export const BrandMark = ({ size = 28 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" fill="currentColor">
    <path d="M14 6.2c5.9 0 10.2 4 10.4 9.8.03.6-.45 1-1 1H4.6c-.6 0-1.03-.4-1-1C3.8 10.2 8.1 6.2 14 6.2z" />
    <circle cx="14" cy="4" r="2" />
    <rect x="2" y="19" width="24" height="3.4" rx="1.7" />
    <path d="M6 22h6.5l-5.2 4.2c-.6.5-1.3.1-1.3-.6z" />
  </svg>
);
