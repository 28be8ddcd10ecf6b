import { useState } from 'react';

/** The bell on its counter. */
export const BrandMark = ({ size = 28 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" fill="currentColor">
    <path d="M14 6.2c5.9 0 10.2 4 10.4 9.8.03.6-.45 1-1 1H4.6c-.6 0-1.03-.4-1-1C3.8 10.2 8.1 6.2 14 6.2z" />
    <circle cx="14" cy="4" r="2" />
    <rect x="2" y="19" width="24" height="3.4" rx="1.7" />
    <path d="M6 22h6.5l-5.2 4.2c-.6.5-1.3.1-1.3-.6z" />
  </svg>
);

interface BrandProps {
  readonly place: 'login' | 'signup' | 'interno';
  /** Where there is room for an icon alone. */
  readonly small?: boolean;
}
const inHead = (selector: string, name: string) => document.head.querySelector(selector)?.getAttribute(name);

/** The logo that the installation has for a place (the server names it in the page's head), else the product's. */
export const Brand = ({ place, small = false }: BrandProps) => {
  const [away, setAway] = useState(false);
  const own = inHead(`meta[name=logo-${place}]`, 'content');
  if (own && !away)
    return (
      <img
        className="logo"
        src={(small && inHead('link[rel=icon]', 'href')) || own}
        alt="Balcão"
        onError={() => setAway(true)}
      />
    );
  return (
    <>
      <BrandMark />
      <span>Balcão</span>
    </>
  );
};
