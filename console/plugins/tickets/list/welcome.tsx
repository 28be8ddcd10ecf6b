import { useT } from '../../../shell/i18n.ts';
import { Kbd } from '../../../shell/ui/chips.tsx';
import { EmptyState } from '../../../shell/ui/states.tsx';

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
    <section className="tk-thread tk-welcome middle grow muted bg-page">
      <div>
        <EmptyState title={t('tickets.welcome.title')} text={t('tickets.welcome.text')} />
        <dl className="grid gap-8" style={{ width: 260, margin: '4px auto 0' }}>
          {hints.map(({ keys, label }) => (
            <div className="row between small" key={keys}>
              <dt>{t(label)}</dt>
              <dd>
                <Kbd keys={keys} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
