import Popover from '@mui/material/Popover';
import { useQuery } from '@tanstack/react-query';
import type { MessageView } from '../../../../contract/message.ts';
import { useT } from '../../../shell/i18n.ts';
import { errorText } from '../../../shell/notify.ts';
import { keys } from '../live-cache/keys.ts';
import { changesOf } from '../ticket/calls.ts';
import { splitSignature } from '../ticket/signature.ts';
import { useTimes } from '../ticket/use-times.ts';
import { RichText } from './rich-text.tsx';
import { versionsOf } from './version-list.ts';

export interface ShownVersions {
  readonly message: MessageView;
  readonly anchor: HTMLElement;
}

/** What an edited message said before, from the ticket's own events. */
export function Versions({
  shown,
  onClose,
}: {
  readonly shown: ShownVersions;
  readonly onClose: () => void;
}) {
  const t = useT();
  const times = useTimes();
  const { message, anchor } = shown;
  const { data, error } = useQuery({
    queryKey: keys.versions(message.id, message.position),
    queryFn: ({ signal }) => changesOf(message.ticketId, message.id, signal),
    select: (events) => versionsOf(events, message.id),
    refetchOnWindowFocus: false,
  });
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          className: 'p-12-16',
          role: 'dialog',
          'aria-label': t('tickets.message.versions'),
          sx: { width: 320 },
        },
      }}
    >
      <h3 className="small lh-18">{t('tickets.message.versions')}</h3>
      {error === null ? null : <p role="alert">{errorText(error)}</p>}
      {data === undefined && error === null ? <span className="sk late" style={{ height: 20 }} /> : null}
      {data === undefined ? null : (
        <ol className="col gap-8 mt-8 body lh-20 anywhere">
          {data.map((version) => (
            <li key={version.revision}>
              <small className="block lh-16 subtle">
                {t('tickets.message.versionBy', { name: version.by, time: times.time(version.at) })}
              </small>
              <s className="muted">
                <RichText text={splitSignature(version.before).text} />
              </s>
            </li>
          ))}
          <li>
            <small className="block lh-16 subtle">{t('tickets.message.versionNow')}</small>
            <RichText text={splitSignature(message.body).text} />
          </li>
        </ol>
      )}
    </Popover>
  );
}
