/**
 * How somebody comes to a company: the sign-up, kept until company and admin are there, and the letters that invite and
 * confirm an address.
 */

import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import { createLink, daysOf } from '../links.ts';
import type { MailLanguage } from '../mail/letters.ts';
import { isPosted, postMail } from '../mail/outbox.ts';

/** Mails a link that says whose an address is. The letter goes by `id`: asked for twice under the same one it is sent once. */
export async function postConfirmation(
  services: { readonly state: StateStore; readonly vault: Vault },
  user: { readonly id: string; readonly email: string; readonly passwordSetBy?: string | null },
  letter: {
    readonly id: string;
    readonly company: string;
    /** Where people reach the console. */
    readonly url: string;
    readonly language: MailLanguage;
  },
): Promise<void> {
  const id = `confirm-${letter.id}`;
  if (await isPosted(services.state, id)) return;
  const token = await createLink(services.state, 'confirm', user);
  await postMail(services, {
    id,
    to: user.email,
    letter: 'confirmEmail',
    language: letter.language,
    values: {
      company: letter.company,
      days: daysOf('confirm'),
      link: `${letter.url}/confirmar/${token}`,
    },
  });
}
