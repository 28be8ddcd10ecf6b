import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { type RecordDefinition, secretFields } from '../../domain/records/definition.ts';
import { rowRights } from '../../domain/records/ownership.ts';
import { dropSecrets, keepSecrets } from '../../messaging/secrets.ts';
import { awaitSettled } from '../http/commands.ts';
import { demand } from '../http/guard.ts';
import { keptCollections } from '../names/names.ts';
import type { Api } from '../services.ts';
import { createAddressedSecrets } from './addressed-secrets.ts';
import { createCheckedForm } from './checked-form.ts';
import type { Reading } from './reading.ts';
import { contextFor } from './scope.ts';
import type { RecordView } from './view.ts';

type Needs = Pick<Api, 'vault' | 'desk' | 'names' | 'state' | 'reached' | 'config'>;

export type Writing = ReturnType<typeof createWriting>;

/** Returns what carries out what somebody does to records of one definition, and answers with them as they are then. */
export function createWriting(api: Needs, definition: RecordDefinition, reading: Reading) {
  const { access } = definition;
  const { find, one, secretsOf } = reading;
  const desk = api.desk.records(definition.name);
  const secrets = secretFields(definition);
  const form = createCheckedForm(definition, reading);
  const addressed = createAddressedSecrets(definition, api.state);

  function rightsOf(request: FastifyRequest) {
    return rowRights(definition, request.session);
  }

  /** The feed may be a moment behind: what a role allows holds from this answer on. */
  async function refreshName({ session }: FastifyRequest, recordId: string): Promise<void> {
    const kept = keptCollections.find((name) => name === definition.plural);
    if (kept) await api.names.refresh(session.companyId, kept, recordId);
  }

  async function answerChange(
    request: FastifyRequest,
    reply: FastifyReply,
    recordId: string,
    outcome: { position: number },
  ): Promise<RecordView> {
    await awaitSettled(api, reply, outcome);
    await refreshName(request, recordId);
    return one(request, recordId);
  }

  async function create(request: FastifyRequest, reply: FastifyReply) {
    demand(request.session, access.create);
    const { values, kept: givenSecrets } = await form.read(request);
    const outcome = await desk.create(contextFor(definition, request), values, rightsOf(request));
    await keepSecrets(api, secretsOf(request, outcome.id), givenSecrets, addressed.addressesOf(values));
    reply.code(201);
    return answerChange(request, reply, outcome.id, outcome);
  }

  /**
   * PUT merges: a field left out keeps what it has, `null` clears it, an unknown one is refused by its name. The
   * record's own events are what it is merged with (not this read model, which may be a moment old), and the whole is
   * validated. Replacing instead would lose data without a word: files have routes of their own and stand in no form,
   * a client of an earlier version does not know the newest field, and of two admins who change different fields at
   * once the later would undo the earlier.
   */
  async function update(request: FastifyRequest, reply: FastifyReply) {
    demand(request.session, access.update);
    const document = await find(request, (request.params as { id: string }).id);
    const recordId = document.id;
    const { id: named } = request.body as { id?: unknown };
    if (named !== undefined && named !== recordId)
      throw new DomainError('ERR_VALIDATION', 'The id of another record', { errors: { id: 'invalid' } });
    const { values, kept: givenSecrets } = await form.read(request, document);
    const place = secretsOf(request, recordId);
    const { amend, addresses } = await addressed.prepareUpdate(place, document, values, givenSecrets);
    const outcome = await desk.update(
      contextFor(definition, request),
      { ...values, id: recordId },
      rightsOf(request),
      amend,
    );
    await keepSecrets(api, place, givenSecrets, addresses());
    return answerChange(request, reply, recordId, outcome);
  }

  async function remove(request: FastifyRequest, reply: FastifyReply): Promise<RecordView> {
    demand(request.session, access.delete);
    const gone = await one(request, (request.params as { id: string }).id);
    definition.demandOf?.(request.session, await find(request, gone.id));
    const outcome = await desk.delete(contextFor(definition, request), { id: gone.id }, rightsOf(request));
    if (secrets.length > 0) await dropSecrets(api.state, secretsOf(request, gone.id));
    await awaitSettled(api, reply, outcome);
    await refreshName(request, gone.id);
    return gone;
  }

  return { create, update, remove, answerChange };
}
