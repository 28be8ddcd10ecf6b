import { type ScheduleCommand, type ScheduleState, scheduleDecider } from '../schedule/schedule.ts';
import { scheduleStream } from '../streams.ts';
import type { Context, Outcome } from './context.ts';
import { outcome } from './context.ts';
import type { CommandRuntime } from './runtime.ts';

type DataOf<T extends ScheduleCommand['type']> = Extract<ScheduleCommand, { type: T }>['data'];
interface Named {
  readonly scheduleId: string;
}

/** Returns the commands of messages that are sent later. */
export const createSchedules = (runtime: CommandRuntime) => {
  const { handle, streams } = runtime.aggregate(scheduleDecider);

  const run = (
    context: Context,
    scheduleId: string,
    command: Pick<ScheduleCommand, 'type' | 'data'>,
  ): Promise<Outcome> =>
    runtime.withDeadline(async (deadline) => {
      const full = { ...command, metadata: runtime.metadataOf(context) } as ScheduleCommand;
      return outcome(await handle(scheduleStream(context.companyId, scheduleId), full, deadline));
    });
  const runs =
    <T extends ScheduleCommand['type']>(type: T) =>
    (context: Context, { scheduleId, ...data }: DataOf<T> & Named): Promise<Outcome> =>
      run(context, scheduleId, { type, data } as Pick<ScheduleCommand, 'type' | 'data'>);

  return {
    /** Under a given id once. @throws ERR_VALIDATION, ERR_CONTACT_ERASED */
    create: (
      context: Context,
      { scheduleId: given, ...data }: Omit<DataOf<'CreateSchedule'>, 'scheduleId'> & Partial<Named>,
    ): Promise<Outcome & Named> =>
      runtime.withNewId(context, 'schedule', given, async (scheduleId, { commandId }) => ({
        ...(await run({ ...context, commandId }, scheduleId, {
          type: 'CreateSchedule',
          data: { ...data, scheduleId },
        })),
        scheduleId,
      })),
    /** @throws ERR_SCHEDULE_SENT, ERR_NO_SCHEDULE_FOUND, ERR_VALIDATION */
    update: runs('UpdateSchedule'),
    setMedia: runs('SetScheduleMedia'),
    delete: runs('DeleteSchedule'),
    /** Begins to send what is due. */
    send: runs('SendSchedule'),
    sent: runs('RecordScheduleSent'),
    failed: runs('RecordScheduleFailed'),
    retry: runs('RetrySchedule'),
    /** Before its time, where it is to be cancelled when the contact writes; else nothing. */
    cancel: runs('CancelSchedule'),
    /** Returns a schedule by its own events. */
    look: async (companyId: string, scheduleId: string): Promise<ScheduleState> =>
      (await streams.refresh(scheduleStream(companyId, scheduleId))).state,
  };
};
