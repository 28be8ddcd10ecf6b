import { mailLanguageOf } from '../../messaging/mail/language.ts';
import { postMail } from '../../messaging/mail/outbox.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import type { Api } from '../services.ts';

/**
 * Tells the address that somebody signed in with until now that it is another one: from here on a forgotten password is mailed
 * there, and whoever did not want that has no other way to notice. The new one is not named: the old may be a stranger's by now.
 */
export async function tellOldAddress(
  { state, vault }: Pick<Api, 'state' | 'vault'>,
  { id, name, email }: Pick<UserDocument, 'id' | 'name' | 'email'>,
  { position }: { readonly position: number },
): Promise<void> {
  await postMail(
    { state, vault },
    {
      id: `email-changed-${id}-${position}`,
      to: email,
      letter: 'emailChanged',
      language: await mailLanguageOf(state, id),
      values: { name },
    },
  );
}
