import websocket from '@fastify/websocket';
import type { FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLResolveInfo, GraphQLScalarType, visit } from 'graphql';
import { mercurius } from 'mercurius';
import type { WebSocket } from 'ws';
import { can } from '../../domain/access/policy.ts';
import { DomainError, type ErrorCode, isDomainError } from '../../domain/errors.ts';
import { records } from '../../domain/records/index.ts';
import { verifyToken } from '../auth/tokens.ts';
import { resolveSession } from '../http/guard.ts';
import type { Api } from '../services.ts';
import type { Session } from '../subject.ts';
import { type Line, openLine, watchLine } from './line.ts';
import { plainChannels, suffixOf } from './prepare.ts';
import type { Frame } from './subscriber.ts';

const schema = `
  "Any JSON value."
  scalar JSON
  type Query { "Of the product." version: String! }
  "What has changed since the frame before. \`seq\` is the cursor to come back with."
  type Frame { seq: String! "[{channel, action, id, document?, position}]" items: JSON! }
  type Subscription { changes(channels: [String!]!, after: String): Frame! }
`;
const mostChannels = 100;
const mostRooms = 20;
const mostPerUser = 60;
/** `changes { seq items }`, and `__typename` where a client's library adds it. */
const mostFields = 5;
/** What clients say is short; what the server says is not bounded by this. */
const mostBytes = 64 * 1024;

interface Connection extends Line {
  auth?: { session: Session } | { code: ErrorCode; reason?: string };
}

/** The code a line is closed with: what the client is to do. 4401: log out, 4403: refresh, 1013: come back later. */
const closeCodeOf = (code: ErrorCode | undefined): number =>
  code === 'ERR_SESSION_EXPIRED' ? 4403 : code === 'ERR_UNAVAILABLE' ? 1013 : 4401;

/** A subscription is executed as it comes, unvalidated: a field asked for a thousand times would be sent a thousand times. */
function checkDocument({ operation, fragments }: GraphQLResolveInfo): void {
  let fields = 0;
  const enter = ({ kind }: { readonly kind: string }) => {
    if (kind === 'Field') fields += 1;
  };
  for (const node of [operation, ...Object.values(fragments)]) visit(node, { enter });
  if (fields > mostFields) throw new DomainError('ERR_VALIDATION', 'Too many fields');
}

const bearer = (payload: unknown): string | undefined => {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { token, authorization, Authorization } = payload as Record<string, unknown>;
  const value = token ?? authorization ?? Authorization;
  return typeof value === 'string' ? value.replace(/^Bearer /i, '') : undefined;
};

/** What a subscription asks for, checked. @throws ERR_VALIDATION, ERR_NO_PERMISSION (another company's, an unknown one) */
export function readChannels(
  session: Session,
  asked: readonly string[],
): { channels: Set<string>; rooms: string[] } {
  const channels = new Set<string>();
  const rooms = new Set<string>();
  for (const channel of asked) {
    const suffix = suffixOf(session.companyId, channel);
    const room = suffix && /^appMessage\/([A-Za-z0-9.-]{1,100})$/.exec(suffix)?.[1];
    if (room) {
      rooms.add(room);
      continue;
    }
    const record = records.find(({ name }) => name === suffix);
    const known =
      suffix === 'appMessage' ||
      plainChannels.some((name) => name === suffix) ||
      (record && can(session, record.access.read));
    if (!known) throw new DomainError('ERR_NO_PERMISSION', `No such channel: ${channel.slice(0, 200)}`);
    channels.add(channel);
  }
  if (channels.size > mostChannels || rooms.size > mostRooms)
    throw new DomainError('ERR_VALIDATION', 'Too many channels');
  return { channels, rooms: [...rooms] };
}

/** GraphQL at /graphql: `subscription { changes(channels, after) { seq items } }` over graphql-transport-ws. */
export async function registerGraphql(api: Api): Promise<void> {
  const { app, hub } = api;

  async function* nothing(): AsyncGenerator<Frame> {}

  async function subscribe(
    _: unknown,
    { channels, after }: { channels: string[]; after?: string | null },
    context: unknown,
    info: GraphQLResolveInfo,
  ): Promise<AsyncIterable<{ changes: Frame }>> {
    const connection = context as Connection;
    const { auth, socket } = connection;
    const code = auth === undefined ? 'ERR_NO_SESSION' : 'code' in auth ? auth.code : undefined;
    if (code !== undefined || !auth || !('session' in auth)) {
      // The close code comes before the error, so that a client refreshes or logs out instead of giving up.
      const reason = auth && 'reason' in auth ? auth.reason : undefined;
      socket.close(closeCodeOf(code), reason ?? code);
      throw new GraphQLError(code ?? 'ERR_NO_SESSION', { extensions: { code } });
    }
    try {
      const { session } = auth;
      checkDocument(info);
      if (hub.subscriptionsOf(session) >= mostPerUser) throw new DomainError('ERR_TOO_MANY_REQUESTS');
      const { frames, stop } = await hub.subscribe({
        session,
        ...readChannels(session, channels),
        after: after ?? undefined,
        close: (closeCode, reason) => socket.close(closeCode, reason),
      });
      if (socket.readyState !== socket.OPEN) {
        stop();
        return wrap(nothing(), () => {});
      }
      connection.used();
      socket.once('close', stop);
      return wrap(frames, stop);
    } catch (error) {
      if (isDomainError(error)) throw new GraphQLError(error.message, { extensions: { code: error.code } });
      api.log.error({ err: error }, 'subscription failed');
      throw new GraphQLError('ERR_INTERNAL', { extensions: { code: 'ERR_INTERNAL' } });
    }
  }

  // Before mercurius does it, which lets everybody send a megabyte at once.
  await app.register(websocket, { options: { maxPayload: mostBytes } });
  const watched = new WeakMap<WebSocket, ReturnType<typeof watchLine>>();
  app.websocketServer.on('connection', (socket: WebSocket) => {
    watched.set(socket, watchLine(socket, api.config.lineIdleMs));
  });
  await app.register(mercurius, {
    schema,
    path: '/graphql',
    graphiql: false,
    queryDepth: 5,
    graphql: { parseOptions: { maxTokens: 500 } },
    additionalRouteOptions: { config: { public: true }, bodyLimit: 64 * 1024 },
    resolvers: {
      JSON: new GraphQLScalarType({ name: 'JSON', serialize: (value) => value }),
      Query: { version: () => api.config.version },
      Frame: {
        items: (frame: Frame, _: unknown, context: unknown) => (context as Connection).raw(frame.items),
      },
      Subscription: { changes: { subscribe } },
    },
    subscription: {
      context: (socket: unknown, request: FastifyRequest) => {
        const line = socket as WebSocket;
        return openLine(line, request.raw.socket, watched.get(line));
      },
      // Never false: that would end the client's subscription for good. `subscribe` throws the code.
      onConnect: async ({ payload }: { payload: unknown }) => {
        try {
          const session = await resolveSession(api, verifyToken(app, 'access', bearer(payload)));
          return { auth: { session } };
        } catch (error) {
          if (!isDomainError(error)) api.log.error({ err: error }, 'a live connection could not be checked');
          if (!isDomainError(error)) return { auth: { code: 'ERR_UNAVAILABLE' } };
          const reason = error.details?.reason;
          return { auth: { code: error.code, ...(typeof reason === 'string' && { reason }) } };
        }
      },
    },
  });
}

/** `return` must end a frame that is being waited for: a generator alone would only end after it. */
function wrap(frames: AsyncGenerator<Frame>, stop: () => void): AsyncIterable<{ changes: Frame }> {
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const { value, done } = await frames.next();
        return done || !value
          ? { value: undefined, done: true as const }
          : { value: { changes: value }, done: false as const };
      },
      async return() {
        stop();
        return { value: undefined, done: true as const };
      },
    }),
  };
}
