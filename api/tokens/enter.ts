import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ApiScope } from '../../domain/api-token/scopes.ts';
import { DomainError } from '../../domain/errors.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { ApiTokenDocument } from '../../projections/api-tokens/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { Session } from '../auth/subject.ts';
import { isWorking } from '../http/company-time.ts';
import type { Names } from '../names/names.ts';

export const tokenPrefix = 'blc_';
/** How exactly it is known when a token was used last. */
const usedEveryMs = 60_000;
export const lastUseKey = (tokenId: string): string => `api-token-used/${tokenId}`;

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

interface Needs {
  readonly readStore: Pick<ReadStore, 'allCompanies'>;
  readonly names: Names;
  readonly state: StateStore;
  readonly now: () => Date;
}

/**
 * Resolves where a token stands now.
 * @throws ERR_NO_SESSION: its time is over (details {reason: 'expired'}); its company is switched off, or has to pay ('company')
 */
export async function demandStanding(
  { names, now }: Pick<Needs, 'names' | 'now'>,
  { companyId, expiresAt }: Pick<ApiTokenDocument, 'companyId' | 'expiresAt'>,
): Promise<void> {
  const at = now();
  if (expiresAt !== null && expiresAt <= at.toISOString())
    throw new DomainError('ERR_NO_SESSION', 'The token has expired', { details: { reason: 'expired' } });
  const company = (await names.company(companyId)).get('companies', companyId);
  if (!isWorking(company, at))
    throw new DomainError('ERR_NO_SESSION', 'The company may not work', { details: { reason: 'company' } });
}

/** Returns what lets other systems in by their tokens. */
export function createTokenEntrance({ readStore, names, state, now }: Needs) {
  const used = new Map<string, number>();

  function noteUse(tokenId: string): void {
    const at = now();
    if (at.getTime() - (used.get(tokenId) ?? 0) < usedEveryMs) return;
    used.set(tokenId, at.getTime());
    // It is told to people and nothing depends on it.
    state.set(lastUseKey(tokenId), at.toISOString(), { passing: true }).catch(() => {});
  }

  /**
   * Returns as whom a request with this token acts: an integration of its company, with no right of a person but the one that its scope is.
   * @throws ERR_NO_SESSION (none, unknown, taken back; details {reason: 'expired' | 'company'}), ERR_TOKEN_SCOPE with details {scope}
   */
  return async (token: string | undefined, scope: ApiScope): Promise<Session> => {
    if (!token?.startsWith(tokenPrefix)) throw new DomainError('ERR_NO_SESSION');
    const [found] = await readStore
      .allCompanies()
      .find<ApiTokenDocument>('apiTokens', { where: { hash: tokenHash(token) }, limit: 1 });
    if (!found) throw new DomainError('ERR_NO_SESSION');
    const { id, companyId, name, scopes, connectionId } = found;
    await demandStanding({ names, now }, found);
    if (!scopes.includes(scope))
      throw new DomainError('ERR_TOKEN_SCOPE', `The token has no scope ${scope}`, { details: { scope } });
    noteUse(id);
    return {
      userId: id,
      companyId,
      name,
      profile: 'user',
      super: false,
      queueIds: [],
      allTicket: true,
      // Where people come in too, their right is asked for.
      grant: { key: `api-token ${scope}`, rules: new Set([scope]) },
      sid: `api-token:${id}`,
      scope: { userId: id, queueIds: 'all', noQueue: true },
      integration: { connectionId },
    };
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For other systems: a token with this scope lets in, and nothing else does. */
    scope?: ApiScope;
  }
}

/** Returns the connection that a request's token is bound to; null: none. */
export const boundTo = ({ session }: FastifyRequest): string | null =>
  session.integration?.connectionId ?? null;
