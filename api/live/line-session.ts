import type { FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { WebSocket } from 'ws';
import type { ErrorCode } from '../../domain/error-codes.ts';
import { isDomainError } from '../../domain/errors.ts';
import { resolveSession } from '../auth/standing.ts';
import type { Session } from '../auth/subject.ts';
import { type Claims, verifyToken } from '../auth/tokens.ts';
import type { Api } from '../services.ts';
import type { SignedLine } from './lines.ts';

type Needs = Pick<Api, 'app' | 'names' | 'sessions' | 'now' | 'hub' | 'log'>;
type Refusal = { readonly code: ErrorCode; readonly reason?: string };
/** Who a socket says it is: claims, not rights; what these allow is looked up at each subscription. */
export type LineAuth = { readonly claims: Claims; readonly line: SignedLine } | Refusal;

/** Returns the code a line is closed with: what the client is to do. 4401: log out, 4403: refresh, 1013: come back later. */
const closeCodeOf = (code: ErrorCode): number =>
  code === 'ERR_SESSION_EXPIRED' ? 4403 : code === 'ERR_UNAVAILABLE' ? 1013 : 4401;

const bearerOf = (hello: Readonly<Record<string, unknown>> = {}): string | undefined => {
  const value = hello.token ?? hello.authorization ?? hello.Authorization;
  return typeof value === 'string' ? value.replace(/^Bearer /i, '') : undefined;
};

/** Returns how sockets sign in, and what they may see by then: neither the session nor its rights are what they were. */
export function createLineSessions(api: Needs) {
  const { app, hub, log } = api;

  const refusalOf = (error: unknown): Refusal => {
    if (!isDomainError(error)) {
      log.error({ err: error }, 'a live connection could not be checked');
      return { code: 'ERR_UNAVAILABLE' };
    }
    const reason = error.details?.reason;
    return { code: error.code, ...(typeof reason === 'string' && { reason }) };
  };
  /** The close code comes before the error, so that a client refreshes or logs out instead of giving up. */
  const refuse = (socket: WebSocket, { code, reason }: Refusal): never => {
    socket.close(closeCodeOf(code), reason ?? code);
    throw new GraphQLError(code, { extensions: { code } });
  };

  return {
    /** Closes the socket as its session asks for. @throws GraphQLError */
    end: (socket: WebSocket, error: unknown): never => refuse(socket, refusalOf(error)),

    /** The socket's hello: from here on it is known by its session, and ends with it. Never refused here, but by `present`. */
    async signIn(socket: WebSocket, hello: Readonly<Record<string, unknown>> | undefined): Promise<LineAuth> {
      try {
        const claims = verifyToken(app, ['access', 'billing'], bearerOf(hello));
        const { companyId, userId, sid } = await resolveSession(api, claims);
        const { line, leave } = hub.enter({ companyId, userId, sid }, (code, reason) =>
          socket.close(code, reason),
        );
        if (socket.readyState === socket.OPEN) socket.once('close', leave);
        else leave();
        return { claims, line };
      } catch (error) {
        if (isDomainError(error, 'ERR_TOO_MANY_REQUESTS')) socket.close(1013, error.code);
        return refusalOf(error);
      }
    },

    /** Returns the session with the rights of this moment, and its line. @throws GraphQLError, with the socket closed */
    async present(
      socket: WebSocket,
      auth: LineAuth = { code: 'ERR_NO_SESSION' },
    ): Promise<{ session: Session; line: SignedLine }> {
      if ('code' in auth) return refuse(socket, auth);
      const { claims, line } = auth;
      try {
        // Not from the feed, which another process's answer may have overtaken.
        await api.names.refresh(claims.cid, 'users', claims.sub);
        return { session: await resolveSession(api, claims), line };
      } catch (error) {
        return refuse(socket, refusalOf(error));
      }
    },
  };
}

/** Whether it came over a socket: what `changes` needs, and a call over HTTP has not. */
export interface LineContext {
  readonly socket: WebSocket;
  readonly request: FastifyRequest;
  readonly follow: () => () => void;
  auth?: LineAuth;
  /** Said in its hello: it understands brief changes. */
  isBrief?: boolean;
}
