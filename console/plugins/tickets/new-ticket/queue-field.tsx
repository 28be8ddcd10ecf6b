import { useT } from '../../../shell/i18n.ts';
import { QueueDot } from '../../../shell/ui/chips.tsx';
import { Combobox } from '../../../shell/ui/combobox.tsx';
import { Field } from '../../../shell/ui/field.tsx';

interface Queue {
  readonly id: string;
  readonly name: string;
  readonly color: string;
}
interface Props {
  readonly queues: readonly Queue[];
  readonly value: string | null;
  readonly onChange: (queueId: string | null) => void;
  readonly error: string | undefined;
  /** A ticket may go without one. */
  readonly optional?: boolean;
}

/** Choice of a queue, with its square. */
export function QueueField({ queues, value, onChange, error, optional = false }: Props) {
  const t = useT();
  return (
    <Field label={t('tickets.newDialog.queue')} error={error} optional={optional}>
      {(field) => (
        <Combobox
          field={field}
          options={queues}
          value={queues.find((one) => one.id === value) ?? null}
          onChange={(chosen) => onChange(chosen?.id ?? null)}
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
      )}
    </Field>
  );
}
