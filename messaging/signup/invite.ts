import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import { createLink, daysOf } from '../links.ts';
import type { MailLanguage } from '../mail/letters.ts';
import { isPosted, postMail } from '../mail/outbox.ts';

/** Mails a link to set the first password with. The letter goes by `part`: asked for twice under the same one it is sent once. */
export async function postInvite(
  services: { readonly state: StateStore; readonly vault: Vault },
  user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly passwordSetBy?: string | null;
  },
  letter: {
    readonly part: string;
    readonly company: string;
    /** Who invites. */
    readonly by: string;
    /** Where people reach the console. */
    readonly url: string;
    readonly language: MailLanguage;
  },
): Promise<void> {
  const id = `invite-${user.id}-${letter.part}`;
  if (await isPosted(services.state, id)) return;
  const token = await createLink(services.state, 'invite', user);
  await postMail(services, {
    id,
    to: user.email,
    letter: 'invite',
    language: letter.language,
    values: {
      name: user.name,
      by: letter.by,
      company: letter.company,
      days: daysOf('invite'),
      link: `${letter.url}/convite/${token}`,
    },
  });
}
