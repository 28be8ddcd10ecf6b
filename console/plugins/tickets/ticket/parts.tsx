import { useT } from '../../../shell/i18n.ts';
import { QueueDot } from '../../../shell/ui/chips.tsx';
import { useNow } from '../../../shell/use-now.ts';
import { ageOf } from './age.ts';

/** The shell's: the same person has the same colour on every screen. */
export { Avatar } from '../../../shell/ui/avatar.tsx';

const colours = { green: 't-success', orange: 't-warning', red: 't-danger' } as const;

/** How long ago, where the spec has something to say about it. */
export function Age({ at }: { readonly at: string }) {
  const age = ageOf(at, useNow());
  if (age === undefined) return null;
  return (
    <time className={`tk-age caption lh-16 semibold nowrap fixed ${colours[age.colour]}`}>{age.text}</time>
  );
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
