import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { Avatar } from '../../../shell/ui/avatar.tsx';
import './presence.css';
import { useDoing } from './feed.ts';
import { usePresent } from './use-presence.ts';

const FACES = 3;
const firstName = (name: string) => name.split(' ')[0] ?? name;

/** The colleagues who have this ticket on the screen, and who of them types. */
export function Presence({ ticketId }: { readonly ticketId: string }) {
  const t = useT();
  const presentUsers = usePresent(ticketId);
  const typist = presentUsers.find((one) => one.typing);
  const sentence = presentUsers
    .map((one) =>
      t(one.typing ? 'tickets.presence.typing' : 'tickets.presence.isViewing', { name: firstName(one.name) }),
    )
    .join(', ');
  return (
    <div className="tk-presence row gap-6 narrow" title={sentence}>
      <span role="status" className="vh">
        {sentence}
      </span>
      {presentUsers.length === 0 ? null : (
        <>
          <span className="avs flex">
            {presentUsers.slice(0, FACES).map((one) => (
              <Avatar key={one.id} name={one.name} id={one.id} size={24} />
            ))}
          </span>
          <span className="wide-only inline gap-6 caption muted trunc" aria-hidden="true">
            {typist === undefined ? (
              t(presentUsers.length === 1 ? 'tickets.presence.viewing' : 'tickets.presence.viewingMany')
            ) : (
              <>
                <span className="tk-dots flex gap-4">
                  <i className="round" />
                  <i className="round" />
                  <i className="round" />
                </span>
                {t('tickets.presence.typing', { name: firstName(typist.name) })}
              </>
            )}
          </span>
        </>
      )}
    </div>
  );
}

/** That the contact types or records at this moment: in place of what else stands there. */
export function ContactDoing({
  ticketId,
  children,
}: {
  readonly ticketId: string;
  readonly children?: ReactNode;
}) {
  const t = useT();
  const doing = useDoing(ticketId);
  if (doing === undefined) return children;
  return (
    <span className="caption lh-16 t-accent trunc regular">{t(`tickets.presence.contact.${doing}`)}</span>
  );
}

/** The same in a row of the list, before two take the same ticket: an eye and a name. */
export function RowPresence({ ticketId }: { readonly ticketId: string }) {
  const t = useT();
  const [first, ...others] = usePresent(ticketId);
  if (first === undefined) return null;
  const text = t('tickets.presence.isViewing', { name: firstName(first.name) });
  return (
    <span className="inline gap-4 semibold t-accent badge" style={{ maxWidth: 92 }} title={text}>
      <Eye size={12} aria-hidden="true" />
      <span aria-hidden="true" className="trunc">
        {firstName(first.name)}
        {others.length > 0 ? ` +${others.length}` : ''}
      </span>
      <span className="vh">{text}</span>
    </span>
  );
}
