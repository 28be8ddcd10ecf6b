import websocket from '@fastify/websocket';
import type { FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLResolveInfo, GraphQLScalarType, visit } from 'graphql';
import { mercurius } from 'mercurius';
import type { WebSocket } from 'ws';
import { can } from '../../domain/access/policy.ts';
import { DomainError, type ErrorCode, isDomainError } from '../../domain/errors.ts';
import { records } from '../../domain/records/index.ts';
import { resolveSession } from '../auth/standing.ts';
import type { Session } from '../auth/subject.ts';
import { type Claims, verifyToken } from '../auth/tokens.ts';
import type { Api } from '../services.ts';
import { createAddresses } from './addresses.ts';
import { type Line, openLine, type Watched, watchLine } from './line.ts';
import type { SignedLine } from './lines.ts';
import { plainChannels, suffixOf } from './prepare.ts';
import type { Frame } from './subscriber.ts';

type Needs = Pick<Api, 'app' | 'names' | 'sessions' | 'now' | 'hub' | 'security' | 'config' | 'log'>;

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

/** Who a socket says it is: claims, not rights; what these allow is looked up at each subscription. */
type Auth = { claims: Claims; line: SignedLine } | { code: ErrorCode; reason?: string };
interface Connection extends Partial<Line> {
  auth?: Auth;
  readonly request: FastifyRequest;
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
function readChannels(
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
    const record = records.find(({ name, channel = name }) => channel === suffix);
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

const refusalOf = (error: unknown, log: Needs['log']): Extract<Auth, { code: ErrorCode }> => {
  if (!isDomainError(error)) {
    log.error({ err: error }, 'a live connection could not be checked');
    return { code: 'ERR_UNAVAILABLE' };
  }
  const reason = error.details?.reason;
  return { code: error.code, ...(typeof reason === 'string' && { reason }) };
};

/** GraphQL at /graphql: `subscription { changes(channels, after) { seq items } }` over graphql-transport-ws. */
export async function registerGraphql(api: Needs): Promise<void> {
  const { app, hub } = api;
  const watched = new WeakMap<WebSocket, Watched>();
  const addresses = createAddresses(api.config.mostLinesOfAddress);

  async function* nothing(): AsyncGenerator<Frame> {}

  /** The socket's hello: from here on it is known by its session, and ends with it. */
  async function signIn(socket: WebSocket, request: FastifyRequest): Promise<Auth> {
    try {
      const claims = verifyToken(app, 'access', bearer(watched.get(socket)?.hello()));
      const { companyId, userId, sid } = await resolveSession(api, claims);
      const { line, leave } = hub.enter({ companyId, userId, sid }, (code, reason) =>
        socket.close(code, reason),
      );
      if (socket.readyState === socket.OPEN) socket.once('close', leave);
      else leave();
      addresses.signed(request.raw);
      return { claims, line };
    } catch (error) {
      if (isDomainError(error, 'ERR_TOO_MANY_REQUESTS')) socket.close(1013, error.code);
      return refusalOf(error, api.log);
    }
  }

  /** Rights of this moment: neither the session nor what it may see is what it was at the hello. */
  async function presentSession(claims: Claims): Promise<Session> {
    // Not from the feed, which another process's answer may have overtaken.
    await api.names.refresh(claims.cid, 'users', claims.sub);
    return resolveSession(api, claims);
  }

  async function subscribe(
    _: unknown,
    { channels, after }: { channels: string[]; after?: string | null },
    context: unknown,
    info: GraphQLResolveInfo,
  ): Promise<AsyncIterable<{ changes: Frame }>> {
    const { auth, socket, followed, request } = context as Connection;
    if (socket === undefined || followed === undefined) throw new GraphQLError('ERR_NO_SESSION');
    const refuse = ({ code, reason }: { code: ErrorCode; reason?: string }): never => {
      // The close code comes before the error, so that a client refreshes or logs out instead of giving up.
      socket.close(closeCodeOf(code), reason ?? code);
      throw new GraphQLError(code, { extensions: { code } });
    };
    if (auth === undefined || 'code' in auth) return refuse(auth ?? { code: 'ERR_NO_SESSION' });
    const session = await presentSession(auth.claims).catch((error: unknown) =>
      refuse(refusalOf(error, api.log)),
    );
    try {
      checkDocument(info);
      if (hub.subscriptionsOf(session) >= mostPerUser) throw new DomainError('ERR_TOO_MANY_REQUESTS');
      const { frames, stop } = await hub.subscribe({
        line: auth.line,
        session,
        ...readChannels(session, channels),
        after: after ?? undefined,
      });
      if (socket.readyState !== socket.OPEN) {
        stop();
        return wrap(nothing(), () => {});
      }
      const unfollowed = followed();
      const end = () => {
        socket.off('close', end);
        stop();
        unfollowed();
      };
      socket.once('close', end);
      return wrap(frames, end);
    } catch (error) {
      if (isDomainError(error, 'ERR_NO_SESSION')) return refuse(refusalOf(error, api.log));
      if (isDomainError(error, 'ERR_NO_PERMISSION'))
        api.security.note('refused', request, {
          ...{ userId: session.userId, companyId: session.companyId, route: '/graphql' },
        });
      if (isDomainError(error)) throw new GraphQLError(error.message, { extensions: { code: error.code } });
      api.log.error({ err: error }, 'subscription failed');
      throw new GraphQLError('ERR_INTERNAL', { extensions: { code: 'ERR_INTERNAL' } });
    }
  }

  await app.register(async (scope) => {
    // What mercurius calls errors are mistakes of clients, as many as they like to make; ours are logged where they happen.
    const log = app.log.child({});
    log.error = log.debug.bind(log);
    log.info = log.debug.bind(log);
    scope.log = log;
    // Before mercurius does it, which lets everybody send a megabyte at once.
    await scope.register(websocket, {
      options: { maxPayload: mostBytes },
      errorHandler: (error, socket) => {
        log.debug({ err: error }, 'a live connection broke');
        socket.terminate();
      },
    });
    scope.websocketServer.on('connection', (socket: WebSocket) => {
      watched.set(socket, watchLine(socket, api.config.lineIdleMs));
    });
    // After the plugin's own hook, which says whether this is an upgrade.
    scope.addHook('onRequest', addresses.admit);
    await scope.register(mercurius, {
      schema,
      path: '/graphql',
      graphiql: false,
      queryDepth: 5,
      graphql: { parseOptions: { maxTokens: 500 } },
      additionalRouteOptions: { config: { public: true }, bodyLimit: 64 * 1024 },
      errorFormatter: (execution) => mercurius.defaultErrorFormatter(execution, { app: scope } as never),
      resolvers: {
        JSON: new GraphQLScalarType({ name: 'JSON', serialize: (value) => value }),
        Query: { version: () => api.config.version },
        Frame: {
          items: (frame: Frame, _: unknown, context: unknown) => (context as Line).raw(frame.items),
        },
        Subscription: { changes: { subscribe } },
      },
      subscription: {
        // Never refused here: that would end the client's subscription for good. `subscribe` throws the code.
        context: async (socket: unknown, request: FastifyRequest) => {
          const line = socket as WebSocket;
          const opened = openLine(line, request.raw.socket, watched.get(line));
          return opened ? { ...opened, auth: await signIn(line, request) } : {};
        },
      },
    });
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
