import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { seenName } from '../text/clean.ts';
import { type ApiTokenEvent, apiTokenEvents } from './events.ts';
import { apiScopes, longestTokenName } from './scopes.ts';

export interface ApiTokenState {
  readonly status: 'absent' | 'active' | 'revoked';
}
type Created = Extract<ApiTokenEvent, { type: 'ApiTokenCreated' }>['data'];
export type ApiTokenCommand =
  | Command<'CreateApiToken', Created>
  | Command<'RevokeApiToken', { readonly tokenId: string }>;

/** @throws ERR_VALIDATION */
function demandSound({ name, scopes, expiresAt }: Created, at: string): void {
  const errors = {
    ...(name === '' && { name: 'required' as const }),
    ...(name.length > longestTokenName && { name: 'tooLong' as const }),
    ...(scopes.length === 0 && { scopes: 'required' as const }),
    ...(!scopes.every((scope) => (apiScopes as readonly string[]).includes(scope)) && {
      scopes: 'invalid' as const,
    }),
    ...(expiresAt !== null && expiresAt <= at && { expiresAt: 'past' as const }),
  };
  if (Object.keys(errors).length > 0) throw new DomainError('ERR_VALIDATION', 'not a token', { errors });
}

/** A token by which another system acts for a company. */
export const apiTokenDecider: Decider<ApiTokenState, ApiTokenCommand, ApiTokenEvent> = {
  category: 'apiToken',
  types: new Set(Object.keys(apiTokenEvents)),
  initial: { status: 'absent' },
  decide({ type, data, metadata }, state) {
    if (type === 'CreateApiToken') {
      if (state.status !== 'absent') return [];
      const token = { ...data, name: seenName(data.name), scopes: [...new Set(data.scopes)] };
      demandSound(token, metadata.at);
      return [{ type: 'ApiTokenCreated', data: token }];
    }
    if (state.status === 'absent') throw new DomainError('ERR_NOT_FOUND');
    return state.status === 'active' ? [{ type: 'ApiTokenRevoked', data }] : [];
  },
  evolve: (_state, event) => ({ status: event.type === 'ApiTokenCreated' ? 'active' : 'revoked' }),
};
