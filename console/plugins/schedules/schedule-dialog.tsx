import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addHours } from 'date-fns/addHours';
import { format } from 'date-fns/format';
import { CircleSlash, Paperclip } from 'lucide-react';
import { useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { ContactView } from '../../../contract/contact.ts';
import type { ApiError } from '../../shell/api.ts';
import { connectionsQuery } from '../../shell/connections.ts';
import { changesOf } from '../../shell/form/changes.ts';
import { ComboInput } from '../../shell/form/combo-input.tsx';
import { DayInput, TimeInput } from '../../shell/form/day-input.tsx';
import { CheckField } from '../../shell/form/fields.tsx';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { TextInput, useCodeText } from '../../shell/form/inputs.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { VariablesText } from '../../shell/form/variables-text.tsx';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { contactsQuery, retrySchedule, type ScheduleView, saveSchedule, uploadFile, wallOf } from './data.ts';
import { DeleteQuestion } from './deeds.tsx';
import { Leaves } from './leaves.tsx';
import {
  RecurrenceFields,
  recurrenceOf,
  recurrenceShape,
  recurrenceValues,
  wrongEnd,
} from './recurrence-fields.tsx';
import { isSent as isScheduleSent } from './schedule-status.tsx';

type Person = Pick<ContactView, 'id' | 'name'>;
const fields = z.object({
  contactId: z
    .string()
    .nullable()
    .refine((id) => id !== null && id !== '', 'required'),
  body: z.string().refine((text) => text.trim().length >= 5, 'messageTooShort'),
  day: z.string().min(1),
  time: z.string().min(1),
  connectionId: z.string(),
  cancelOnReply: z.boolean(),
  ...recurrenceShape,
});
const schema = fields.superRefine((values, context) => {
  const { path, message } = wrongEnd(values, values.day) ?? {};
  if (path) context.addIssue({ code: 'custom', path: [path], message });
});
type Values = z.output<typeof schema>;

export interface Draft {
  readonly contact?: Person | undefined;
  readonly connectionId?: string | null;
  readonly queueId?: string | null;
  readonly body?: string;
  /** On the company's wall. */
  readonly at?: Date | undefined;
}

interface Props {
  /** Absent: a new one. */
  readonly schedule?: ScheduleView | undefined;
  readonly draft?: Draft;
  readonly onSaved?: () => void;
  readonly onClose: () => void;
}

/** Returns the values a form begins with: in an hour, unless something else is said. */
function valuesOf(schedule: ScheduleView | undefined, draft: Draft, timeZone: string) {
  const at = schedule
    ? wallOf(schedule.sendAt, timeZone)
    : (draft.at ?? addHours(wallOf(new Date(), timeZone), 1));
  return {
    contactId: schedule?.contactId ?? draft.contact?.id ?? null,
    body: schedule?.body ?? draft.body ?? '',
    day: format(at, 'yyyy-MM-dd'),
    time: format(at, 'HH:mm'),
    connectionId: schedule?.connectionId ?? draft.connectionId ?? '',
    cancelOnReply: schedule?.cancelOnReply ?? false,
    ...recurrenceValues(schedule?.recurrence),
  };
}

/** Returns the seconds of a minute that was not changed: calls know them, people do not type them. */
const secondsOf = (schedule: ScheduleView | undefined, timeZone: string, minute: string): string => {
  const at = schedule && format(wallOf(schedule.sendAt, timeZone), "yyyy-MM-dd'T'HH:mm:ss");
  return at?.startsWith(minute) ? at.slice(minute.length) : ':00';
};

/** Returns what is sent: times are the company's wall. */
const bodyOf = (
  { day, time, connectionId, contactId, body, cancelOnReply, ...recurring }: Values,
  seconds: string,
) => ({
  contactId,
  body,
  cancelOnReply,
  sendAt: `${day}T${time}${seconds}`,
  connectionId: connectionId === '' ? null : connectionId,
  recurrence: recurrenceOf(recurring),
});

/** Returns the codes of the fields that are refused; those of how it comes again stand in the form by themselves. */
const refusedOf = ({ errors = {} }: ApiError) =>
  Object.fromEntries(Object.entries(errors).map(([name, code]) => [name.replace(/^recurrence\./, ''), code]));

/** Whether it is not sent when the contact writes before; of a series that one alone is not. */
function CancelChoice() {
  const t = useT();
  const { value, onChange } = useController({ name: 'cancelOnReply' }).field;
  const isRepeated = useWatch({ name: 'frequency' }) !== 'none';
  return (
    <CheckField
      label={t('schedules.cancelOnReply')}
      {...(isRepeated && value === true && { hint: t('schedules.cancelOnReplySeries') })}
      checked={value === true}
      onChange={onChange}
    />
  );
}

/** When it goes out, whether it comes again, and by which connection. */
function TimeFields({ isSent }: { readonly isSent: boolean }) {
  const t = useT();
  const { data: connections = [] } = useQuery(connectionsQuery);
  const choices = [{ value: '', label: t('schedules.anyConnection') }].concat(
    connections.map(({ id, name }) => ({ value: id, label: name })),
  );
  return (
    <>
      <div className="grid two gap-12">
        <DayInput name="day" label={t('schedules.day')} />
        <TimeInput name="time" label={t('schedules.time')} />
      </div>
      <RecurrenceFields isSent={isSent} />
      <TextInput name="connectionId" label={t('schedules.connection')} choices={choices} disabled={isSent} />
      <CancelChoice />
    </>
  );
}

/** What is said: its variables are worded when it goes out. */
function Body({ isSent, isFirst }: { readonly isSent: boolean; readonly isFirst: boolean }) {
  const t = useT();
  const { field, fieldState } = useController<{ body: string }>({ name: 'body' });
  const wrong = useCodeText()(fieldState.error?.message);
  if (isSent) return <TextInput name="body" label={t('schedules.body')} multiline minRows={4} disabled />;
  return (
    <VariablesText
      label={t('schedules.body')}
      value={field.value}
      wrong={wrong}
      rows={4}
      autoFocus={isFirst}
      onChange={field.onChange}
    />
  );
}

/** That its contact wrote before its time, and when. */
function Cancelled({ schedule: { cancelledAt } }: { readonly schedule: ScheduleView }) {
  const t = useT();
  const { timeZone } = useSession().user.company;
  const wall = cancelledAt && wallOf(cancelledAt, timeZone);
  return (
    <p role="status" className="boxed row p-8-12 r-md small bg-2 muted">
      <CircleSlash size={16} aria-hidden="true" />
      {t('schedules.cancelled', { when: wall ? format(wall, 'dd/MM/yyyy, HH:mm') : '' })}
    </p>
  );
}

/** What became of it: that it waits for its connection, was cancelled, or could not be sent. */
function Told({ schedule }: { readonly schedule: ScheduleView }) {
  const t = useT();
  const { status, reason } = schedule;
  if (status === 'CANCELADA') return <Cancelled schedule={schedule} />;
  if (status === 'ENVIANDO') return <p role="status">{t('schedules.waits')}</p>;
  if (!reason) return null;
  return (
    <p role="alert" className="t-danger">
      {reason === 'late' ? t('schedules.late') : t(`errors.${reason}`, { _: reason })}
    </p>
  );
}

/** The picture that goes along. */
function FileChoice(props: {
  readonly name: string | null | undefined;
  readonly isSent: boolean;
  readonly onChoice: (file: File | undefined) => void;
}) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      {props.isSent ? null : (
        <Button
          variant="outlined"
          startIcon={<Paperclip size={16} aria-hidden="true" />}
          onClick={() => picker.current?.click()}
        >
          {props.name ?? t('schedules.file')}
        </Button>
      )}
      <input
        ref={picker}
        type="file"
        accept=".png,.jpg,.jpeg"
        hidden
        aria-label={t('schedules.file')}
        onChange={(event) => props.onChoice(event.target.files?.[0])}
      />
    </>
  );
}

/** A message that is sent later: made, changed until it is sent, looked at after that. */
export function ScheduleDialog({ schedule, draft = {}, onSaved, onClose }: Props) {
  const t = useT();
  const cache = useQueryClient();
  const { user } = useSession();
  const [file, setFile] = useState<File>();
  const [typed, setTyped] = useState('');
  const [person, setPerson] = useState<Person | null>(schedule?.contact ?? draft.contact ?? null);
  const { data: people } = useQuery(contactsQuery(typed.trim()));
  const [gone, setGone] = useState<ScheduleView>();
  const isSent = schedule !== undefined && isScheduleSent(schedule);
  const { timeZone } = user.company;
  const [before] = useState(() => valuesOf(schedule, draft, timeZone));
  const sentValues = (values: Values) =>
    bodyOf(values, secondsOf(schedule, timeZone, `${values.day}T${values.time}`));
  const { form, busy, onSubmit } = useSaveForm({
    schema,
    values: before,
    refusedOf,
    save: async (values) => {
      const saved = await saveSchedule(
        schedule?.id,
        schedule
          ? changesOf(sentValues(values), sentValues(before))
          : { ...sentValues(values), ...(draft.queueId !== undefined && { queueId: draft.queueId }) },
      );
      if (file) await uploadFile(saved.id, file).catch(notifyError);
      await cache.invalidateQueries({ queryKey: ['schedules'] });
      notify.success('schedules.saved');
      onSaved?.();
      onClose();
    },
  });
  const again = async () => {
    try {
      await retrySchedule(schedule!.id);
      await cache.invalidateQueries({ queryKey: ['schedules'] });
      notify.success('schedules.retried');
      onClose();
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <FormDialog
      title={
        schedule
          ? t('schedules.dialog', { status: t(`schedules.status.${schedule.status}`) })
          : t('schedules.add')
      }
      form={form}
      busy={busy}
      isUnsaved={file !== undefined}
      onSubmit={onSubmit}
      onClose={onClose}
      readOnly={isSent}
      aside={
        schedule && !isSent ? (
          <>
            <Button sx={{ color: 'var(--danger)' }} onClick={() => setGone(schedule)}>
              {t('schedules.remove')}
            </Button>
            {schedule.status === 'ERRO' ? (
              <Button onClick={() => void again()}>{t('schedules.retry')}</Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      <DeleteQuestion schedule={gone} onClose={() => setGone(undefined)} onDeleted={onClose} />
      {schedule ? <Told schedule={schedule} /> : null}
      {isSent ? null : (
        <Leaves
          timeZone={timeZone}
          queueId={schedule ? schedule.queueId : (draft.queueId ?? null)}
          hasFailed={schedule !== undefined && schedule.status !== 'PENDENTE'}
        />
      )}
      <ComboInput<Person>
        name="contactId"
        label={t('schedules.contact')}
        options={people?.contacts ?? (person ? [person] : [])}
        value={person}
        onChange={(one) => {
          setPerson(one);
          form.setValue('contactId', one?.id ?? null);
        }}
        keyOf={({ id }) => id}
        labelOf={({ name }) => name}
        matching={(options) => options}
        onTyped={setTyped}
        empty={t('schedules.noContact')}
      />
      <Body isSent={isSent} isFirst={schedule === undefined && draft.contact !== undefined} />
      <fieldset style={{ display: 'contents' }} disabled={isSent}>
        <TimeFields isSent={isSent} />
      </fieldset>
      <FileChoice name={file?.name ?? schedule?.mediaName} isSent={isSent} onChoice={setFile} />
    </FormDialog>
  );
}
