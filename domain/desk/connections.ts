import type { ConnectionCommand, ConnectionState } from '../connection/connection.ts';
import { connectionDecider } from '../connection/connection.ts';
import { DomainError, isDomainError } from '../errors.ts';
import type { Deadline } from '../kernel/deadline.ts';
import { noDeadline } from '../kernel/deadline.ts';
import { deriveId } from '../kernel/ids.ts';
import type { Lock } from '../kernel/pipeline.ts';
import { connectionStream } from '../streams.ts';
import type { Context, Outcome } from './context.ts';
import { outcome } from './context.ts';
import type { Places } from './places.ts';
import type { CommandRuntime } from './runtime.ts';
import type { UniqueValue } from './unique-values.ts';
import { reserveNew } from './unique-values.ts';

type CommandOf<T extends ConnectionCommand['type']> = Extract<ConnectionCommand, { type: T }>;

type Run = (context: Context, command: Pick<ConnectionCommand, 'type' | 'data'>) => Promise<Outcome>;

/** Returns whether one of `heirs` is the default now. `part` names the try: one that was made is not made again. */
async function handOver(
  run: Run,
  context: Context,
  heirs: readonly string[],
  part: string,
): Promise<boolean> {
  for (const connectionId of heirs) {
    const commandId = context.commandId && deriveId(context.commandId, `${part} ${connectionId}`);
    try {
      await run({ ...context, commandId }, { type: 'BecomeDefault', data: { connectionId } });
      return true;
    } catch (error) {
      if (!isDomainError(error, 'ERR_NO_WAPP_FOUND')) throw error;
    }
  }
  return false;
}

/**
 * Returns how a connection is deleted. A default is handed over first, to the first of `heirs` that is still there:
 * another may be deleting that one.
 * @throws ERR_NO_OTHER_WHATSAPP when it is the default and hands over to nobody
 */
const deletion =
  (run: Run, hasDefault: (companyId: string) => Promise<boolean>) =>
  async (
    context: Context,
    { connectionId, heirs = [] }: { readonly connectionId: string; readonly heirs?: readonly string[] },
  ): Promise<Outcome> => {
    // Whoever gave it up died before another took it over: deleted now, it would leave the others without.
    if (!(await hasDefault(context.companyId))) await handOver(run, context, heirs, 'missing');
    // In this order: a death in between leaves two connections, one of them the default, and the call may be repeated.
    for (let tries = 0; ; tries += 1) {
      try {
        return await run(context, { type: 'DeleteConnection', data: { connectionId } });
      } catch (error) {
        if (!isDomainError(error, 'ERR_NO_OTHER_WHATSAPP') || tries > heirs.length) throw error;
        if (!(await handOver(run, context, heirs, `heir ${tries}`))) throw error;
      }
    }
  };

const defaultClaim = (runtime: CommandRuntime, companyId: string) =>
  runtime.claimOf(companyId, 'default-connection');
const defaultsOf =
  (runtime: CommandRuntime) =>
  (companyId: string, state: ConnectionState): readonly UniqueValue[] =>
    state.status === 'active' && state.fields.isDefault
      ? [
          {
            claim: defaultClaim(runtime, companyId),
            code: 'ERR_CONFLICT',
            details: (holder) => ({ holder }),
          },
        ]
      : [];
const aggregateOf = (runtime: CommandRuntime) =>
  runtime.aggregate(connectionDecider, {
    holds: (companyId, state) => defaultsOf(runtime)(companyId, state).map(({ claim }) => claim),
  });

/** Returns the way of commands after which there may be another default: there is one a company. */
function createClaiming(runtime: CommandRuntime, handle: ReturnType<typeof aggregateOf>['handle']) {
  const defaults = defaultsOf(runtime);
  const reservationsOf = (id: string, companyId: string) =>
    reserveNew(id, (state: ConnectionState) => defaults(companyId, state));

  /** Who gave it up is the default again where who was to be it is gone; not where it is gone itself, or another has it by now. */
  async function takeBack(
    connectionId: string,
    { metadata }: ConnectionCommand,
    deadline: Deadline,
  ): Promise<void> {
    const { companyId } = metadata;
    const own = { ...metadata, commandId: deriveId(metadata.commandId, `back ${connectionId}`) };
    const command = { type: 'BecomeDefault', data: { connectionId }, metadata: own } as const;
    try {
      await handle(connectionStream(companyId, connectionId), command, deadline, {
        reservations: reservationsOf(connectionId, companyId),
      });
    } catch (error) {
      if (!isDomainError(error, 'ERR_NO_WAPP_FOUND') && !isDomainError(error, 'ERR_CONFLICT')) throw error;
    }
  }

  /** The one before gives it up before another becomes it. */
  return async (id: string, command: ConnectionCommand, deadline: Deadline, place?: Lock) => {
    const { metadata } = command;
    const { companyId } = metadata;
    const reservations = reservationsOf(id, companyId);
    let formerId: string | undefined;
    for (let tries = 0; ; tries += 1) {
      try {
        return await handle(connectionStream(companyId, id), command, deadline, {
          reservations,
          lock: () => place,
        });
      } catch (error) {
        const holder = isDomainError(error, 'ERR_CONFLICT') ? error.details?.holder : undefined;
        if (typeof holder !== 'string' || tries >= deadline.maxConflicts) {
          if (formerId !== undefined && isDomainError(error)) await takeBack(formerId, command, deadline);
          throw error;
        }
        // What the plan refuses takes the default from nobody.
        await place?.check();
        const giveUp = { type: 'GiveUpDefault', data: { connectionId: holder }, metadata } as const;
        await handle(connectionStream(companyId, holder), giveUp, deadline);
        formerId = holder;
      }
    }
  };
}

/** Returns the commands of connections. */
export const createConnections = (runtime: CommandRuntime, places: Places) => {
  const { handle, streams } = aggregateOf(runtime);
  const handleClaiming = createClaiming(runtime, handle);
  const hasDefault = async (companyId: string): Promise<boolean> =>
    (await runtime.claims.holder(defaultClaim(runtime, companyId))) !== undefined;
  const run: Run = (context, command) =>
    runtime.withDeadline(async (deadline) => {
      const full = { ...command, metadata: runtime.metadataOf(context) } as ConnectionCommand;
      return outcome(await handleClaiming(full.data.connectionId, full, deadline));
    });
  const runs =
    <T extends ConnectionCommand['type']>(type: T) =>
    (context: Context, data: CommandOf<T>['data']): Promise<Outcome> =>
      run(context, { type, data } as unknown as CommandOf<T>);

  return {
    create: (
      context: Context,
      connection: Omit<CommandOf<'CreateConnection'>['data'], 'connectionId'> & {
        readonly connectionId?: string | undefined;
      },
    ): Promise<Outcome & { readonly connectionId: string }> => {
      const { connectionId: given, ...fields } = connection;
      const { companyId } = context;
      return runtime.withDeadline(async (deadline) => {
        const place = await places(companyId, 'connections', async (id) => {
          const { state } = await streams.refresh(connectionStream(companyId, id));
          return state.status === 'active';
        });
        return runtime.withNewId(context, 'connection', given, async (connectionId, metadata) => {
          const data = { ...fields, connectionId };
          const command = { type: 'CreateConnection', data, metadata } as const;
          return { ...outcome(await handleClaiming(connectionId, command, deadline, place)), connectionId };
        });
      });
    },
    update: runs('UpdateConnection'),
    /** As of `deletion`. */
    delete: deletion(run, hasDefault),
    requestSession: runs('RequestSession'),
    /** From the gateway: how its session stands. */
    reportStatus: async (context: Context, data: CommandOf<'ReportStatus'>['data']): Promise<Outcome> => {
      if (data.connectionId === '') throw new DomainError('ERR_NO_WAPP_FOUND');
      const metadata = runtime.metadataOf(context);
      const stream = connectionStream(context.companyId, data.connectionId);
      return outcome(await handle(stream, { type: 'ReportStatus', data, metadata }, noDeadline));
    },
  };
};
