import type { FastifyRequest } from 'fastify';
import { languageOf } from '../../messaging/mail/letters.ts';
import { postInvite } from '../../messaging/signup/invite.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { consoleUrl } from '../http/console-url.ts';
import type { Api } from '../services.ts';

type Invited = Pick<UserDocument, 'id' | 'companyId' | 'name' | 'email' | 'passwordSetBy'>;

/**
 * Mails a link to set the first password with. The letter goes by `part`: asked for twice under the same one it is sent once.
 * Every link of a user is worth nothing once one of them has set a password.
 */
export async function inviteUser(
  api: Pick<Api, 'config' | 'readStore' | 'state' | 'vault'>,
  request: FastifyRequest,
  user: Invited,
  part = 'first',
): Promise<void> {
  const { config, readStore } = api;
  const company = await readStore
    .forCompany(user.companyId)
    .get<CompanyDocument>('companies', user.companyId);
  await postInvite(api, user, {
    part,
    by: request.session.name,
    company: company?.name ?? '',
    url: consoleUrl(config, request),
    language: languageOf(request.headers['accept-language']),
  });
}
