import { Ban, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import type { HistoryEventView } from '../../../../contract/history.ts';
import type { MessageView } from '../../../../contract/message.ts';
import { useT } from '../../../shell/i18n.ts';
import { splitSignature } from '../ticket/signature.ts';
import { useTimes } from '../ticket/use-times.ts';
import { bodyOf, type Fate } from './past.ts';
import { textChange } from './text-change.ts';

interface ChangeProps {
  readonly before: string;
  readonly after: string;
  readonly show: 'before' | 'after';
}

/** What one version of a text says that the other does not, between a few words that both say. */
function Changed({ before, after, show }: ChangeProps) {
  const change = textChange(before, after);
  const said = show === 'before' ? change.removed : change.added;
  return (
    <q className="anywhere">
      {change.start}
      {show === 'before' ? <s className="c-err">{said}</s> : <b className="c-ok">{said}</b>}
      {said === '' ? '' : ' '}
      {change.end}
    </q>
  );
}

function Remark({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <p className="tk-later flex gap-6 caption lh-16 max-full t-info">
      {icon}
      <span>{children}</span>
    </p>
  );
}

interface Props {
  readonly message: MessageView;
  readonly fate: Fate;
  /** The revision that is shown: what came later is announced, what came before is explained. */
  readonly revision: number;
  readonly who: (event: HistoryEventView) => string;
}

/** Below a bubble of the past: what it said before, what it says today, who deleted it and when. */
export function Remarks({ message, fate, revision, who }: Props) {
  const t = useT();
  const times = useTimes();
  const text = (value: unknown) => {
    const body = bodyOf(value);
    return body === undefined || !message.fromMe ? body : splitSignature(body).text;
  };
  const when = (event: HistoryEventView) => ({ who: who(event), time: times.time(event.at) });
  const pastEdits = fate.edits.filter((event) => event.revision <= revision);
  const future = fate.edits.filter((event) => event.revision > revision);
  const lastEdit = future.at(-1);
  const today = lastEdit === undefined ? undefined : text(lastEdit.data.body);
  const { deletion } = fate;
  const isGone = deletion !== undefined && deletion.revision <= revision;
  return (
    <div className={message.fromMe ? 'tk-remarks col gap-2 tk-out top' : 'tk-remarks col gap-2 top'}>
      {pastEdits.map((event) => {
        const before = text(event.data.beforeBody);
        const after = text(event.data.body);
        return (
          <Remark key={event.revision} icon={<Pencil size={14} aria-hidden="true" />}>
            {t('tickets.history.editedBy', when(event))}
            {before === undefined || after === undefined ? null : (
              <>
                {' '}
                {t('tickets.history.editedBefore')}
                <Changed before={before} after={after} show="before" />
              </>
            )}
          </Remark>
        );
      })}
      {lastEdit === undefined ? null : (
        <Remark icon={<Pencil size={14} aria-hidden="true" />}>
          {today === undefined || message.isDeleted ? (
            t('tickets.history.editedLaterOnly', { time: times.time(lastEdit.at) })
          ) : (
            <>
              {t('tickets.history.editedLater', { time: times.time(lastEdit.at) })}
              <Changed before={text(message.body) ?? ''} after={today} show="after" />
            </>
          )}
        </Remark>
      )}
      {deletion === undefined ? null : (
        <Remark icon={<Ban size={14} aria-hidden="true" />}>
          {t(isGone ? 'tickets.history.deletedBy' : 'tickets.history.deletedLater', when(deletion))}
        </Remark>
      )}
    </div>
  );
}
