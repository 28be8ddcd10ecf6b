import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import type { WithFile } from '../../../contract/record-row.ts';
import type { SetUpOption, SetUpQueue } from '../../../domain/bot/compose.ts';
import { api } from '../../shell/api.ts';
import { DryRunPhone } from '../../shell/dry-run/phone.tsx';
import { dryRunTexts, storedFile, type TriedFile, useTalk } from '../../shell/dry-run/talk.ts';
import { useT } from '../../shell/i18n.ts';
import { TitledDialog } from '../../shell/ui/titled-dialog.tsx';
import type { ConnectionValues } from './connection-schema.ts';

await dryRunTexts();

const rowsOf = <T,>(path: string) => ({
  queryKey: ['dryRun', path],
  queryFn: ({ signal }: { signal: AbortSignal }) => api<readonly (T & WithFile)[]>(path, { signal }),
  staleTime: 0,
});

/** A talk with the bot of this connection as it stands in the form, saved or not, with the queues and options there are. */
export const BotTest = ({ close }: { readonly close: () => void }) => {
  const t = useT();
  const { greetingMessage, outOfHoursMessage, queueIds } = useFormContext<ConnectionValues>().getValues();
  const queues = useQuery(rowsOf<SetUpQueue>('/queue')).data ?? [];
  const options = useQuery(rowsOf<SetUpOption>('/queue-options')).data ?? [];
  const files = new Map<string, TriedFile>();
  for (const { mediaPath, mediaName, mediaPathUrl } of [...queues, ...options])
    if (mediaPath !== null) files.set(mediaPath, storedFile(mediaPath, mediaName, mediaPathUrl));
  const talk = useTalk({
    connection: { greetingMessage, outOfHoursMessage, queueIds },
    queues,
    options,
    files,
  });
  return (
    <TitledDialog look="page" title={t('connections.testBot')} onClose={close}>
      <div className="dr col cx-test shrink-y">
        <DryRunPhone talk={talk} />
      </div>
    </TitledDialog>
  );
};
