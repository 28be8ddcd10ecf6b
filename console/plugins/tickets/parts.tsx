import { useT } from '../../shell/i18n.ts';
import { QueueDot } from '../../shell/ui/chips.tsx';
import { useNow } from './data/use-now.ts';
import { waited } from './model/age.ts';

/** The shell's: the same person has the same colour on every screen. */
export { Avatar } from '../../shell/ui/avatar.tsx';

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
      <QueueDot color={queue?.color ?? ''} />
      {queue?.name ?? t('tickets.row.noQueue')}
    </span>
  );
};
