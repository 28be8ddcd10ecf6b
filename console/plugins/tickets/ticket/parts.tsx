import { useT } from '../../../shell/i18n.ts';
import { QueueDot } from '../../../shell/ui/chips.tsx';
import { useNow } from '../../../shell/use-now.ts';
import { ageOf } from './age.ts';
import './age.css';

/** The shell's: the same person has the same colour on every screen. */
export { Avatar } from '../../../shell/ui/avatar.tsx';

const colours = { green: 'tk-age tk-g', orange: 'tk-age tk-o', red: 'tk-age tk-r' } as const;

/** How long ago, where the spec has something to say about it. */
export function Age({ at }: { readonly at: string }) {
  const age = ageOf(at, useNow());
  return age === undefined ? null : <time className={colours[age.colour]}>{age.text}</time>;
}

export function QueueName({ queue }: { readonly queue: { name: string; color: string } | null }) {
  const t = useT();
  return (
    <span className="tk-q inline gap-6 narrow nowrap">
      <QueueDot color={queue?.color ?? ''} />
      <span className="trunc">{queue?.name ?? t('tickets.row.noQueue')}</span>
    </span>
  );
}
