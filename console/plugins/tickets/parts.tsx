import { useT } from '../../shell/i18n.ts';
import { useNow } from './data/use-now.ts';
import { waited } from './model/age.ts';

const hues = ['anil', 'lagoa', 'mata', 'oliva', 'ipe', 'barro', 'pitanga', 'uva'] as const;
const hueOf = (text: string) =>
  hues[[...text].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0) % hues.length] ?? 'anil';
const initials = (name: string) =>
  name
    .split(/\s+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();

/** Initials on a hue of the name's own: the same person has the same colour on every screen. */
export const Avatar = ({ name, size = 40 }: { readonly name: string; readonly size?: number }) => {
  const hue = hueOf(name);
  return (
    <span
      className="tk-av"
      aria-hidden="true"
      style={{ width: size, height: size, background: `var(--tag-${hue}-bg)`, color: `var(--tag-${hue}-fg)` }}
    >
      {initials(name)}
    </span>
  );
};

/** The spec's age label: 3-10 min green, 30-59 orange, over an hour red in hours, a day or more red in days. */
export const Age = ({ at }: { readonly at: string }) => {
  const { hours, minutes } = waited(at, useNow());
  if (hours >= 24) return <time className="tk-age tk-r">{Math.floor(hours / 24)} d</time>;
  if (hours >= 1) return <time className="tk-age tk-r">{hours} h</time>;
  if (minutes >= 30) return <time className="tk-age tk-o">{minutes} min</time>;
  return minutes >= 3 && minutes <= 10 ? <time className="tk-age tk-g">{minutes} min</time> : null;
};

export const QueueName = ({ queue }: { readonly queue: { name: string; color: string } | null }) => {
  const t = useT();
  return (
    <span className="tk-q">
      <i
        className="tk-qd"
        style={{ background: queue?.color ?? 'var(--text-disabled)' }}
        aria-hidden="true"
      />
      {queue?.name ?? t('tickets.row.noQueue')}
    </span>
  );
};
