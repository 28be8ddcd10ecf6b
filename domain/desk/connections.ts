import type { ConnectionCommand, ConnectionState } from '../connection/connection.ts';
import { connectionDecider } from '../connection/connection.ts';
import type { Context, Desk } from '../desk.ts';
import { DomainError, isDomainError } from '../errors.ts';
import { createClaimingHandler } from '../kernel/claiming-handler.ts';
import { createCommandHandler } from '../kernel/command-handler.ts';
import type { CommandMetadata } from '../kernel/decider.ts';
import { deriveId } from '../kernel/ids.ts';
import type { Patience } from '../kernel/patience.ts';
import { endless } from '../kernel/patience.ts';
import { connectionStream } from '../kernel/streams.ts';
import type { Kit } from './kit.ts';
import { outcome } from './kit.ts';

export const createConnections = (kit: Kit): Desk['connections'] => {
  const streams = kit.streams(connectionDecider);
  const defaultClaim = (companyId: string, state: ConnectionState): string[] =>
    state.status === 'active' && state.fields.isDefault ? [kit.claimOf(companyId, 'default-connection')] : [];
  kit.claims.register('connection', {
    streams,
    holds: defaultClaim,
    lost: (state) => (state.status === 'absent' ? {} : state.lost),
  });
  const claiming = createClaimingHandler(
    connectionDecider,
    streams,
    kit.claims,
    (companyId, state) =>
      defaultClaim(companyId, state).map((claim) => ({
        claim,
        code: 'ERR_CONFLICT' as const,
        details: (holder) => ({ holder }),
      })),
    kit.handler,
  );
  const simple = createCommandHandler(connectionDecider, streams, kit.handler);

  /** There is one default a company: whoever becomes it has the one before give it up first. */
  const handle = async (id: string, command: ConnectionCommand, patience: Patience) => {
    const { companyId } = command.metadata;
    for (let tries = 0; ; tries += 1) {
      try {
        return await claiming(connectionStream(companyId, id), id, command, patience);
      } catch (error) {
        const holder = isDomainError(error, 'ERR_CONFLICT') ? error.details?.holder : undefined;
        if (typeof holder !== 'string' || tries >= patience.conflicts) throw error;
        const giveUp: ConnectionCommand = {
          type: 'GiveUpDefault',
          data: { connectionId: holder },
          metadata: command.metadata,
        };
        await simple(connectionStream(companyId, holder), giveUp, patience);
      }
    }
  };
  const run = (context: Context, command: Pick<ConnectionCommand, 'type' | 'data'>) =>
    kit.patient(async (patience) => {
      const full = { ...command, metadata: kit.metadataOf(context) } as ConnectionCommand;
      return outcome(await handle(full.data.connectionId, full, patience));
    });

  return {
    create: (context, { connectionId: given, ...connection }) =>
      kit.patient((patience) =>
        kit.withNewId(context, 'connection', given, async (connectionId, metadata: CommandMetadata) => {
          const data = { ...connection, connectionId };
          const handled = await handle(connectionId, { type: 'CreateConnection', data, metadata }, patience);
          return { ...outcome(handled), connectionId };
        }),
      ),
    update: (context, data) => run(context, { type: 'UpdateConnection', data }),
    delete: async (context, { connectionId, heir }) => {
      // In this order: a death in between leaves two connections, one of them the default, and the call may be repeated.
      if (heir !== undefined) {
        const own = context.commandId && { commandId: deriveId(context.commandId, 'heir') };
        await run({ ...context, ...own }, { type: 'BecomeDefault', data: { connectionId: heir } });
      }
      return run(context, { type: 'DeleteConnection', data: { connectionId } });
    },
    requestSession: (context, data) => run(context, { type: 'RequestSession', data }),
    reportStatus: async (context, data) => {
      if (data.connectionId === '') throw new DomainError('ERR_NO_WAPP_FOUND');
      const metadata = kit.metadataOf(context);
      const stream = connectionStream(context.companyId, data.connectionId);
      return outcome(await simple(stream, { type: 'ReportStatus', data, metadata }, endless));
    },
  };
};
