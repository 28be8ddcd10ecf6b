import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import {
  createSourceEventStream,
  type ExecutionArgs,
  executeSync,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  validate,
  visit,
} from 'graphql';
import { makeServer, type SubscribePayload } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { briefHello } from '../../contract/changes.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { createTurns } from '../http/turns.ts';
import type { Api } from '../services.ts';
import type { createAddresses } from './addresses.ts';
import { answering } from './answering.ts';
import { readChannels } from './channels.ts';
import { createFrameWriter, sendPieces } from './frame-writer.ts';
import { watchLine } from './line.ts';
import { createLineSessions, type LineContext } from './line-session.ts';
import type { Frame } from './subscriber.ts';

type Needs = Pick<Api, 'app' | 'names' | 'sessions' | 'now' | 'hub' | 'security' | 'config' | 'log'>;

/** `changes { seq items }`, and `__typename` where a client's library adds it. */
const mostFields = 5;
const mostTokens = 500;
/** Of one person: a browser begins a dozen when it comes. */
const begunAtOnce = 4;
/** What `graphql-ws` throws at a client that says what only servers say; all other nonsense it closes itself. */
const saidByServers = /^Unexpected message of type \w+ received$/;

/** Frames of one subscription, until `return` is called. */
type Frames = AsyncIterableIterator<Frame>;

const refusalOf = (error: DomainError) =>
  new GraphQLError(error.message, { extensions: { code: error.code } });

/** Returns a mistake in a document as it is answered: with the code that REST would answer. */
const mistakeOf = ({ message, source, positions }: GraphQLError) =>
  new GraphQLError(message, { source, positions, extensions: { code: 'ERR_VALIDATION' } });

/** Returns the document, or what is wrong with it. A field asked for a thousand times would be sent a thousand times. */
function readDocument(
  schema: GraphQLSchema,
  { query, variables, operationName }: SubscribePayload,
): ExecutionArgs | readonly GraphQLError[] {
  try {
    const document = parse(query, { maxTokens: mostTokens, noLocation: true });
    let fields = 0;
    const enter = ({ kind }: { readonly kind: string }) => {
      if (kind === 'Field') fields += 1;
    };
    visit(document, { enter });
    if (fields > mostFields) throw new DomainError('ERR_VALIDATION', 'Too many fields');
    if (getOperationAST(document, operationName)?.operation !== 'subscription')
      throw new DomainError('ERR_VALIDATION', 'Only subscriptions come over a socket');
    const mistakes = validate(schema, document, undefined, { maxErrors: 10 });
    if (mistakes.length > 0) return mistakes.map(mistakeOf);
    const args = { schema, document, variableValues: variables, operationName };
    const { data, errors = [] } = executeSync({ ...args, rootValue: { changes: { seq: '', items: [] } } });
    if (!data) return errors.map(mistakeOf);
    // All of it skipped: GraphQL looks for its one field and fails.
    if (Object.keys(data).length === 0) throw new DomainError('ERR_VALIDATION', 'Nothing is asked for');
    return args;
  } catch (error) {
    if (error instanceof GraphQLError) return [mistakeOf(error)];
    if (isDomainError(error)) return [refusalOf(error)];
    throw error;
  }
}

/** Returns the resolver of `Subscription.changes`: the hub's frames, for a session that may see them. */
export function createChanges(api: Needs) {
  const { hub } = api;
  const sessions = createLineSessions(api);
  return async (
    _: unknown,
    { channels, after }: { readonly channels: readonly string[]; readonly after?: string | null },
    { socket, request, auth, isBrief, follow: followed }: LineContext,
  ): Promise<Frames> => {
    const { session, line } = await sessions.present(socket, auth);
    try {
      const wanted = readChannels(session, channels);
      const { frames, stop } = await hub.subscribe({
        line,
        session,
        ...wanted,
        after: after ?? undefined,
        isBrief: isBrief === true,
      });
      const unfollow = followed();
      // `return` must end a frame that is being waited for: a generator alone would only end after it.
      return {
        [Symbol.asyncIterator](): Frames {
          return this as Frames;
        },
        next: () => frames.next(),
        async return() {
          stop();
          unfollow();
          return { value: undefined, done: true };
        },
      };
    } catch (error) {
      if (isDomainError(error, 'ERR_NO_SESSION')) return sessions.end(socket, error);
      if (isDomainError(error, 'ERR_NO_PERMISSION'))
        api.security.note('refused', request, {
          userId: session.userId,
          companyId: session.companyId,
          route: '/graphql',
        });
      if (isDomainError(error)) throw refusalOf(error);
      api.log.error({ err: error }, 'subscription failed');
      throw new GraphQLError('ERR_INTERNAL', { extensions: { code: 'ERR_INTERNAL' } });
    }
  };
}

/**
 * Returns how sockets are served: graphql-transport-ws by `graphql-ws`, but for the frames. Each is written to the socket
 * as bytes, and the next one is made when the socket has taken it: who reads slowly gets fewer and longer ones.
 */
export function createSubscriptionServer(
  api: Needs,
  schema: GraphQLSchema,
  addresses: Pick<ReturnType<typeof createAddresses>, 'signed'>,
): (socket: WebSocket, request: FastifyRequest) => void {
  const sessions = createLineSessions(api);

  /** Sends what comes; to the protocol it is a subscription that has nothing to say until it is over. */
  function sendingOf(frames: Frames, args: ExecutionArgs, id: string, { socket, request }: LineContext) {
    const piecesOf = createFrameWriter(args, id);
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      async next(): Promise<IteratorResult<never, undefined>> {
        for await (const frame of frames) await sendPieces(socket, request.raw.socket, piecesOf(frame));
        return { value: undefined, done: true };
      },
      return: async (): Promise<IteratorResult<never, undefined>> => {
        await frames.return?.();
        return { value: undefined, done: true };
      },
    };
  }

  const turns = createTurns({ atOnce: begunAtOnce, waiting: Number.POSITIVE_INFINITY });
  /** Resolves with what a subscription begins with; others are answered between two of one person, on whichever lines they ask. */
  async function inTurn<T>({ auth, socket }: LineContext, begin: () => Promise<T>) {
    if (!auth || 'code' in auth) return begin();
    const { owner } = auth.line;
    return turns(owner.userId, async () => {
      await setImmediate();
      const isGone = socket.readyState !== socket.OPEN;
      return isGone || api.hub.isFull(owner)
        ? [refusalOf(new DomainError('ERR_TOO_MANY_REQUESTS'))]
        : begin();
    });
  }

  const server = makeServer<Record<string, unknown>, LineContext>({
    // A socket that says nothing is closed by its line.
    connectionInitWaitTimeout: 0,
    onConnect: async ({ extra, connectionParams }) => {
      extra.isBrief = connectionParams?.changes === briefHello.changes;
      extra.auth = await sessions.signIn(extra.socket, connectionParams);
      if ('line' in extra.auth) addresses.signed(extra.request.raw);
    },
    onSubscribe: ({ extra }, id, payload) =>
      inTurn(extra, async () => {
        const args = readDocument(schema, payload);
        if ('length' in args) return args;
        const frames = await createSourceEventStream({ ...args, contextValue: extra });
        if ('errors' in frames) return frames.errors ?? [];
        return { ...args, contextValue: sendingOf(frames as Frames, args, id, extra) };
      }),
    subscribe: ({ contextValue }) => contextValue as ReturnType<typeof sendingOf>,
  });

  return (socket, request) => {
    const { follow } = watchLine(socket, api.config.lineIdleMs);
    const onFailure = (err: unknown) => {
      // Nobody is there any more to be told.
      if (socket.readyState !== socket.OPEN) return;
      if (err instanceof Error && saidByServers.test(err.message)) return socket.close(4400, err.message);
      api.log.error({ err }, 'a live connection failed');
      socket.close(1011);
    };
    const closeLine = server.opened(
      {
        protocol: socket.protocol,
        send: answering(socket),
        close: (code, reason) => socket.close(code, reason),
        onMessage(handle) {
          // What is said right after the hello waits until that has been heard.
          let hello: Promise<void> | undefined;
          socket.on('message', (data) => {
            // One that was closed, and does not go: for half a minute it could say what it likes.
            if (socket.readyState !== socket.OPEN) return;
            const handled = Promise.resolve(hello)
              .then(() => handle(String(data)))
              .catch(onFailure);
            hello ??= handled;
          });
        },
      },
      { socket, request, follow },
    );
    socket.once(
      'close',
      (code, reason) => void Promise.resolve(closeLine(code, String(reason))).catch(onFailure),
    );
  };
}
