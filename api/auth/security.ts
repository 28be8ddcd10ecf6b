import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { boundedCache } from '../../domain/kernel/bounded-cache.ts';

/** What is worth knowing when somebody asks who came in, or tried to. `docs/operations.md` says what each one means. */
export const securityEvents = [
  'login_succeeded',
  'login_failed',
  'login_locked',
  'link_used',
  'link_refused',
  'refresh_refused',
  'token_reused',
  'session_ended',
  'refused',
  'signed_up',
  'user_created',
  'user_deleted',
  'rights_changed',
  'password_changed',
  'code_refused',
  'provider_refused',
  'identity_linked',
  'identity_unlinked',
  'totp_enabled',
  'totp_disabled',
  'email_changed',
  'email_confirmed',
  'user_invited',
  'reset_requested',
  'reset_refused',
  'company_created',
  'company_deleted',
  'company_restored',
  'exported',
  'imported',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

/** Looked for by whoever watches the log: these are warnings. */
const alarming: ReadonlySet<SecurityEvent> = new Set([
  'login_failed',
  'login_locked',
  'link_refused',
  'refresh_refused',
  'token_reused',
  'refused',
  'reset_refused',
  'code_refused',
  'provider_refused',
]);

/** Lines a minute of one event from one address: whoever knocks without end must not fill the disk. All are counted. */
const mostLines = 30;
const minuteMs = 60_000;

export interface SecurityDetails {
  readonly userId?: string | undefined;
  readonly companyId?: string | undefined;
  /** Hashed before it is written: the same e-mail gives the same hash on one installation. */
  readonly email?: string | undefined;
  readonly [more: string]: unknown;
}

export type Security = ReturnType<typeof createSecurity>;

/** Returns what writes lines of the log with a field `security`, and counts in `balcao_security_events_total`. */
export function createSecurity(options: {
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
  readonly secretKey: string;
}) {
  const { log, registry, secretKey } = options;
  const key = createHmac('sha256', secretKey).update('balcao:security-log').digest();
  const counter = new Counter({
    name: 'balcao_security_events_total',
    help: 'What the security log tells of, by event',
    labelNames: ['event'],
    registers: [registry],
  });
  for (const event of securityEvents) counter.inc({ event }, 0);
  const recentLines = boundedCache<{ lines: number; keptLines: number; since: number }>(10_000);

  return {
    note(
      event: SecurityEvent,
      request: Pick<FastifyRequest, 'ip' | 'id'>,
      details: SecurityDetails = {},
    ): void {
      counter.inc({ event });
      const now = performance.now();
      const from = `${event} ${request.ip}`;
      let seenLines = recentLines.get(from);
      if (!seenLines || now - seenLines.since > minuteMs) {
        seenLines = {
          lines: 0,
          keptLines: seenLines ? Math.max(0, seenLines.lines - mostLines) : 0,
          since: now,
        };
        recentLines.set(from, seenLines);
      }
      seenLines.lines += 1;
      if (seenLines.lines > mostLines) return;
      const { email, ...rest } = details;
      const line = {
        security: event,
        ip: request.ip,
        reqId: request.id,
        ...rest,
        ...(email !== undefined && {
          email: createHmac('sha256', key).update(email.trim().toLowerCase()).digest('hex').slice(0, 16),
        }),
        ...(seenLines.keptLines > 0 && { notShown: seenLines.keptLines }),
      };
      seenLines.keptLines = 0;
      if (alarming.has(event)) log.warn(line, 'security');
      else log.info(line, 'security');
    },
  };
}
