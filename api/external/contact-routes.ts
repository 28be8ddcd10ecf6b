import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import { withIds } from '../contacts/change-routes.ts';
import { contactPatch } from '../contacts/input.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import type { Api } from '../services.ts';
import { number } from './number.ts';

type Needs = Pick<Api, 'app' | 'desk' | 'reached' | 'config' | 'names'>;

const example = {
  name: 'Maria Souza',
  email: 'maria@example.com',
  extraInfo: [{ name: 'CPF', value: '123.456.789-09' }],
};
const body = contactPatch.omit({ number: true, before: true });
const contact = z
  .object({
    id: z.string(),
    name: z.string(),
    number: z.string(),
    email: z.string(),
    extraInfo: z.array(z.object({ name: z.string(), value: z.string() })),
    created: z.boolean().describe('It was not there before this call'),
  })
  .meta({
    examples: [
      { ...example, id: '019abc12-3456-7def-8123-ba9876543210', number: '5511955500142', created: true },
    ],
  });

/** Contacts as other systems keep them: by their number, whatever id we gave them. */
export function externalContactRoutes(api: Needs): void {
  const { app, desk } = api;

  /** Returns who has the number with what is given, made if nobody had it; whoever else makes it meanwhile is changed. */
  async function save(request: FastifyRequest, phone: string, given: z.output<typeof body>) {
    const { companyId } = request.session;
    const { extraInfo, ...fields } = given;
    const values = { ...fields, ...(extraInfo && { extraInfo: withIds(extraInfo) }) };
    if (!(await desk.contacts.byNumber(companyId, phone)))
      try {
        const made = await desk.contacts.create(contextOf(request, 'create'), {
          name: phone,
          ...values,
          number: phone,
        });
        return { ...made, created: true };
      } catch (error) {
        if (!isDomainError(error, 'ERR_DUPLICATED_CONTACT')) throw error;
      }
    const known = await desk.contacts.byNumber(companyId, phone);
    if (!known) throw new DomainError('ERR_UNAVAILABLE');
    const { contactId } = known;
    const changed = await desk.contacts.update(contextOf(request, 'update'), { contactId, ...values });
    return { contactId, position: Math.max(known.position, changed.position), created: false };
  }

  app.put(
    '/api/contacts/by-number/:number',
    {
      config: { scope: 'contacts:write', plan: 'useExternalApi' },
      schema: {
        tags: ['external'],
        operationId: 'saveContact',
        summary: 'Saves a contact by number: makes one, or changes what is named of who has it.',
        description:
          'By a token with the scope contacts:write. What is not named stays as it is. The number is not asked for on the network. Again is the same.',
        params: z.object({ number }),
        body,
        bodyExample: example,
        response: { 200: contact, 201: contact },
      },
    },
    async (request, reply) => {
      const saved = await save(request, request.params.number, request.body);
      await awaitSettled(api, reply, saved);
      const found = await request.read.get<ContactDocument>('contacts', saved.contactId);
      if (!found) throw new DomainError('ERR_NO_CONTACT_FOUND');
      reply.code(saved.created ? 201 : 200);
      const { id, name, number: stored, email, extraInfo } = found;
      const extra = extraInfo.map(({ name, value }) => ({ name, value }));
      return { id, name, number: stored, email, extraInfo: extra, created: saved.created };
    },
  );
}
