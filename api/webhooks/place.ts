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

/** Returns whose webhook a call is about. @throws ERR_NOT_FOUND */
export async function placeOf(request: FastifyRequest): Promise<{ companyId: string; webhookId: string }> {
  const { id: webhookId } = idParams.parse(request.params);
  const row = await request.read.get<StoredDocument>('webhooks', webhookId);
  if (!row) throw new DomainError('ERR_NOT_FOUND');
  return { companyId: request.session.companyId, webhookId };
}
