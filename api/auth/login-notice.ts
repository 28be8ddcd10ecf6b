import type { FastifyRequest } from 'fastify';
import { defaultTimeZone } from '../../domain/company/events.ts';
import { languageOf } from '../../messaging/mail/letters.ts';
import { postMail } from '../../messaging/mail/outbox.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import type { Api } from '../services.ts';
import { deviceName } from './user-agent.ts';

type Needs = Pick<Api, 'state' | 'vault' | 'config' | 'readStore' | 'now'>;

const hourMs = 3_600_000;
/** Returns where a forgotten password is set anew; '' where nobody said under which address people come here. */
export const passwordLink = ({ publicUrl }: Pick<Api['config'], 'publicUrl'>): string =>
  publicUrl === undefined ? '' : `${publicUrl}/forgetpsw`;

/**
 * Tells the owner of an account that it was signed in to on a device it was not known on: where a mail server is set up, not of
 * the very first time, and once an hour. To be called at every sign-in, and the first is first for good: else a stranger's,
 * after months on one device, would pass for it.
 */
export async function tellOfLogin(
  api: Needs,
  request: FastifyRequest,
  user: UserDocument,
  isKnownDevice: boolean,
): Promise<void> {
  const { config, now, readStore, state } = api;
  const isFirst = await state.set(`signed-in/${user.id}`, true, { expected: null });
  if (isFirst || isKnownDevice || config.mailFolder !== undefined) return;
  const company = await readStore.allCompanies().get<CompanyDocument>('companies', user.companyId);
  const language = languageOf(request.headers['accept-language']);
  const at = new Intl.DateTimeFormat(language, {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: company?.timeZone ?? defaultTimeZone,
  });
  await postMail(api, {
    id: `login-${user.id}-${Math.floor(now().getTime() / hourMs)}`,
    to: user.email,
    letter: 'newLogin',
    language,
    values: {
      name: user.name,
      at: at.format(now()),
      device: deviceName(request.headers['user-agent']),
      link: passwordLink(config),
    },
  });
}
