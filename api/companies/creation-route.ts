import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { companyView } from '../../contract/company.ts';
import { defaultTimeZone } from '../../domain/company/events.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { normalizeEmail } from '../../domain/user/user.ts';
import { languageOf } from '../../messaging/mail/letters.ts';
import { carryOutSignUp, type SignUp } from '../../messaging/signup/signups.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { checkPassword } from '../auth/password-rule.ts';
import { hashPassword } from '../auth/passwords.ts';
import { commandIdOf, derivedId } from '../http/commands.ts';
import { consoleUrl } from '../http/console-url.ts';
import type { Api } from '../services.ts';
import type { Answers, CompanyNeeds } from './answers.ts';
import { commandOf, creationBody } from './input.ts';

const emailTaken = () =>
  new DomainError('ERR_EMAIL_ALREADY_EXISTS', 'someone else has it', {
    errors: { email: 'ERR_EMAIL_ALREADY_EXISTS' },
  });

/** Returns what is to be made; the same for a request that is repeated under its Idempotency-Key. */
async function plannedOf(
  { config }: Pick<Api, 'config'>,
  request: FastifyRequest,
  body: z.output<typeof creationBody>,
): Promise<SignUp> {
  const { password, adminName, ...fields } = body;
  const { name, email, phone = '', planId, timeZone, dueDate, ...company } = commandOf(fields);
  const { userId: id, name: by } = request.session;
  const commandId = commandIdOf(request);
  // By what was sent too: a refusal gives the key back, and the company of it may have been made and taken back.
  const companyId =
    commandId === undefined ? newId() : derivedId(commandId, 'company', request.bodyHash ?? '');
  const passwordHash = password ? await hashPassword(password) : undefined;
  return {
    companyId,
    userId: derivedId(companyId, 'admin'),
    name: name!,
    email: normalizeEmail(email!),
    phone,
    planId: planId!,
    timeZone: timeZone ?? defaultTimeZone,
    dueDate: dueDate ?? null,
    recommendedBy: undefined,
    by: { id, name: by, adminName: adminName ?? name!.slice(0, 50), company },
    passwordHash,
    letter: passwordHash
      ? undefined
      : { url: consoleUrl(config, request), language: languageOf(request.headers['accept-language']) },
    correlationId: request.id,
  };
}

/** A super user makes a company with its first admin, both or neither. */
export function companyCreationRoute(api: CompanyNeeds, { answer }: Answers): void {
  const { app, readStore, security } = api;

  app.post(
    '/api/companies',
    {
      config: { rule: 'super' },
      schema: {
        tags: ['companies'],
        summary: 'Makes a company and its first admin, whose address is the company’s.',
        body: creationBody,
        response: { 201: companyView },
      },
    },
    async (request, reply) => {
      const { password, email, name, adminName } = request.body;
      if (password) await checkPassword(password, { name: adminName ?? name, email });
      const planned = await plannedOf(api, request, request.body);
      const { userId } = planned;
      const [known] = await readStore
        .allCompanies()
        .find<UserDocument>('users', { where: { email: planned.email }, limit: 1 });
      if (known && known.id !== userId) throw emailTaken();
      const { companyId, position } = await carryOutSignUp(api, planned).catch((error: unknown) => {
        throw isDomainError(error, 'ERR_EMAIL_ALREADY_EXISTS') ? emailTaken() : error;
      });
      security.note('company_created', request, { companyId, by: request.session.userId });
      reply.code(201);
      return answer(request, reply, companyId, { position, revision: 0, events: [] });
    },
  );
}
