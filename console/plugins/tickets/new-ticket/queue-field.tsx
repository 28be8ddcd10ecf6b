import { ComboInput } from '../../../shell/form/combo-input.tsx';
import { useT } from '../../../shell/i18n.ts';
import { QueueDot } from '../../../shell/ui/chips.tsx';

interface Queue {
  readonly id: string;
  readonly name: string;
  readonly color: string;
}
interface Props {
  readonly queues: readonly Queue[];
  /** A ticket may go without one. */
  readonly optional?: boolean;
}

/** Choice of a queue, with its square: the form's `queueId`. */
export function QueueField({ queues, optional = false }: Props) {
  const t = useT();
  return (
    <ComboInput
      name="queueId"
      label={t('tickets.newDialog.queue')}
      optional={optional}
      options={queues}
      keyOf={(one) => one.id}
      labelOf={(one) => one.name}
      lead={(one) => <QueueDot color={one.color} />}
      row={(one) => (
        <>
          <QueueDot color={one.color} />
          {one.name}
        </>
      )}
      placeholder={t(optional ? 'tickets.queues.none' : 'tickets.newDialog.queueRequired')}
      empty={t('tickets.transfer.noneQueue')}
      clearable={optional}
    />
  );
}
