import { useEffect, useState } from 'react';

/** The spec's bands: 3-10 min green, 30-59 min orange, over 60 min to 24 h red in hours, then red in days. */
export const ageOf = (
  since: string,
  now: number,
): { text: string; tone: 'success' | 'warning' | 'danger' } | undefined => {
  const minutes = Math.floor((now - Date.parse(since)) / 60_000);
  if (minutes >= 3 && minutes <= 10) return { text: `${minutes} min`, tone: 'success' };
  if (minutes >= 30 && minutes <= 59) return { text: `${minutes} min`, tone: 'warning' };
  if (minutes >= 24 * 60) return { text: `${Math.floor(minutes / (24 * 60))} d`, tone: 'danger' };
  if (minutes > 60) return { text: `${Math.floor(minutes / 60)} h`, tone: 'danger' };
  return undefined;
};

export const AgeLabel = ({ since }: { readonly since: string }) => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const age = ageOf(since, now);
  return age === undefined ? null : (
    <span className="num" style={{ color: `var(--${age.tone})`, fontWeight: 600, fontSize: 12 }}>
      {age.text}
    </span>
  );
};
