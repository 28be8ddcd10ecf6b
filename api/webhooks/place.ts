import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import type { StoredDocument } from '../../projections/ports/read-store.ts';
import { idParams } from '../http/schemas.ts';

/** Who may call what concerns webhooks: people with the right, and tokens of that scope. */
export const webhookCall = {
  plan: 'useExternalApi',
  rule: 'webhooks:manage',
  orScope: 'webhooks:manage',
  refuses: ['ERR_NOT_FOUND'],
} as const;

interface Place {
  readonly companyId: string;
  readonly webhookId: string;
}

async function rowOf(request: FastifyRequest): Promise<StoredDocument & { readonly active: boolean }> {
  const { id } = idParams.parse(request.params);
  const row = await request.read.get<StoredDocument & { readonly active: boolean }>('webhooks', id);
  if (!row) throw new DomainError('ERR_NOT_FOUND');
  return row;
}

/** Returns whose webhook a call is about. @throws ERR_NOT_FOUND */
export async function placeOf(request: FastifyRequest): Promise<Place> {
  const { id: webhookId } = await rowOf(request);
  return { companyId: request.session.companyId, webhookId };
}

/** Returns the same of one that is told something: nothing goes to one that is off. @throws ERR_NOT_FOUND, ERR_WEBHOOK_OFF */
export async function listeningPlaceOf(request: FastifyRequest): Promise<Place> {
  const { id: webhookId, active } = await rowOf(request);
  if (!active)
    throw new DomainError('ERR_WEBHOOK_OFF', 'It is switched off', { errors: { active: 'invalid' } });
  return { companyId: request.session.companyId, webhookId };
}
