import { useT } from '../../../shell/i18n.ts';
import { Kbd } from '../../../shell/ui/chips.tsx';
import { EmptyState } from '../../../shell/ui/states.tsx';
import './welcome.css';

const hints = [
  { keys: 'Alt+A', label: 'tickets.action.acceptNext' },
  { keys: 'Alt+J', label: 'tickets.action.next' },
  { keys: 'Alt+B', label: 'tickets.search.label' },
  { keys: '?', label: 'shell.shortcuts' },
] as const;

/** Beside the list while no conversation is chosen: what to do, and the keys that do it. */
export function Welcome() {
  const t = useT();
  return (
    <section className="tk-thread col grow tk-welcome gap-4 muted centered center-x">
      <EmptyState title={t('tickets.welcome.title')} text={t('tickets.welcome.text')} />
      <dl className="tk-hints grid gap-8">
        {hints.map(({ keys, label }) => (
          <div className="flex between small" key={keys}>
            <dt>{t(label)}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
