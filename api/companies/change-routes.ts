import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { companyView } from '../../contract/company.ts';
import { givenSchedules } from '../../domain/company/hours.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import { awaitSettled } from '../http/commands.ts';
import { idParams } from '../http/schemas.ts';
import type { Answers, CompanyNeeds } from './answers.ts';
import { changeBody, commandOf } from './input.ts';
import { companyViewOf } from './view.ts';

const tags = ['companies'];

/** What only super users change; an admin may send it back as it is. */
const platformsOwn = ['planId', 'dueDate', 'status', 'recurrence', 'campaignsEnabled'] as const;

/** Returns what of the body may be changed. @throws ERR_NO_PERMISSION where an admin would change what the platform decides */
function checkOwn(
  { session }: FastifyRequest,
  company: CompanyDocument,
  body: z.output<typeof changeBody>,
): z.output<typeof changeBody> {
  if (session.super) return body;
  const { status, ...view } = companyViewOf(company, {}, session);
  const known = { ...view, status: { active: status, trial: view.trial } };
  const changed = platformsOwn.filter((field) => {
    if (body[field] === undefined) return false;
    if (field === 'status') return body.status?.active !== status;
    return JSON.stringify(body[field]) !== JSON.stringify(known[field]);
  });
  if (changed.length > 0)
    throw new DomainError('ERR_NO_PERMISSION', `Only super users change ${changed.join(', ')}`);
  return Object.fromEntries(
    Object.entries(body).filter(([field]) => !platformsOwn.includes(field as (typeof platformsOwn)[number])),
  );
}

/** Changing, renewing, deleting and restoring a company. */
export function companyChangeRoutes(api: CompanyNeeds, answers: Answers): void {
  updateRoutes(api, answers);
  dueDateRoute(api, answers);
  deletionRoutes(api, answers);
}

function updateRoutes({ app, desk }: CompanyNeeds, { contextOn, find, answer }: Answers): void {
  app.put(
    '/api/companies/:id',
    {
      schema: {
        tags,
        summary:
          'What is absent stays. An admin changes name, contact, time zone, hours and billing data of their own company; plan, ' +
          'due date, status, recurrence and campaigns are for super users.',
        params: idParams,
        body: changeBody,
        response: { 200: companyView },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const context = contextOn(request, id);
      const body = checkOwn(request, await find(id), request.body);
      return answer(request, reply, id, await desk.companies.update(context, commandOf(body)));
    },
  );

  app.put(
    '/api/companies/:id/schedules',
    {
      schema: {
        tags,
        summary: 'The company’s weekly hours.',
        params: idParams,
        body: z.object({ id: z.unknown().optional(), schedules: givenSchedules }),
        response: { 200: companyView },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const context = contextOn(request, id);
      const { schedules } = request.body;
      return answer(request, reply, id, await desk.companies.setHours(context, { schedules }));
    },
  );
}

function dueDateRoute({ app, desk }: CompanyNeeds, { contextOn, answer }: Answers): void {
  app.post(
    '/api/companies/:id/due-date',
    {
      config: { rule: 'super' },
      schema: {
        tags,
        summary:
          'Advances the due date by the recurrence. `dueDate`: the one that stood on the screen; where it is another by now ' +
          'nothing changes, so that two clicks advance it once. May be left out of a request that an Idempotency-Key names.',
        params: idParams,
        body: z.object({ dueDate: z.iso.date().nullable().optional() }).nullish(),
        response: { 200: companyView },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const from = request.body?.dueDate;
      if (from === undefined && request.headers['idempotency-key'] === undefined)
        throw new DomainError('ERR_VALIDATION', 'From which date on', { errors: { dueDate: 'required' } });
      const added = await desk.companies.addDueDate(contextOn(request, id), { from });
      return answer(request, reply, id, added);
    },
  );
}

function deletionRoutes(api: CompanyNeeds, { contextOn, answer }: Answers): void {
  const { app, desk, names, security } = api;

  app.delete(
    '/api/companies/:id',
    {
      config: { rule: 'super' },
      schema: {
        tags,
        summary: 'Ends its sessions and connections at once. For 30 days it can be restored.',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await awaitSettled(api, reply, await desk.companies.remove(contextOn(request, id)));
      await names.refresh(id, 'companies', id);
      security.note('company_deleted', request, { companyId: id, by: request.session.userId });
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/companies/:id/restore',
    {
      config: { rule: 'super' },
      schema: {
        tags,
        summary: 'Undoes a deletion, as long as its keys are there.',
        params: idParams,
        response: { 200: companyView },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const restored = await desk.companies.restore(contextOn(request, id));
      security.note('company_restored', request, { companyId: id, by: request.session.userId });
      return answer(request, reply, id, restored);
    },
  );
}
