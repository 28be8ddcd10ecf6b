import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { localeNames, useLocale, useSetLocale, useT } from '../../shell/i18n.ts';
import { locales } from '../../shell/locale.ts';
import { Brand } from '../../shell/ui/brand.tsx';
import './login.css';

const Hero = () => {
  const t = useT();
  return (
    <>
      <svg className="art" viewBox="0 0 720 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <g fill="none" stroke="var(--rail-active)" strokeWidth="1.5">
          <path d="M140 720a220 220 0 0 1 440 0M70 720a290 290 0 0 1 580 0M0 720a360 360 0 0 1 720 0M-70 720a430 430 0 0 1 860 0" />
        </g>
        <path fill="var(--rail-active)" d="M210 720a150 150 0 0 1 300 0z" />
        <circle cx="360" cy="552" r="20" fill="var(--rail-active)" />
        <rect x="-20" y="736" width="760" height="26" rx="13" fill="var(--rail-badge)" />
        <path fill="var(--rail-hover)" d="M0 762h720v140H0z" />
      </svg>
      <div className="lg-hero at">
        <h1>{t('login.hero.title')}</h1>
        <p className="message lh-24">{t('login.hero.text')}</p>
      </div>
    </>
  );
};

interface Props {
  readonly children: ReactNode;
  /** What stands on the counter's side; default: what the product is. */
  readonly aside?: ReactNode;
  readonly place?: 'login' | 'signup';
}

/** The public pages' frame: the counter on the left, the form on the right, the languages below it. */
export const Frame = ({ children, aside, place = 'login' }: Props) => {
  const locale = useLocale();
  const setLocale = useSetLocale();
  return (
    <main className={aside === undefined ? 'login' : 'login lg-wide'}>
      <section className={`lg-a at clip ${aside === undefined ? '' : 'col between'}`}>
        <p className="brand at row gap-10 fixed">
          <Brand place={place} />
        </p>
        {aside ?? <Hero />}
      </section>
      <section className="lg-b middle gap-24 one bg-1 scrolls">
        {children}
        <p className="lang flex gap-4 small muted">
          {locales.map((name) => (
            <Button
              key={name}
              variant="plain"
              lang={name}
              aria-pressed={name === locale}
              onClick={() => setLocale(name)}
            >
              {localeNames[name]}
            </Button>
          ))}
        </p>
      </section>
    </main>
  );
};
