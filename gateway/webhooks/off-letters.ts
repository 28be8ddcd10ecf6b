import { type AdminLettersDeps, postToAdmins } from '../mail/admin-letters.ts';
import type { WebhookRow } from './webhook-row.ts';

export type TellAdmins = (off: {
  readonly companyId: string;
  readonly row: Pick<WebhookRow, 'name' | 'url'>;
  readonly reason: 'failing' | 'gone';
  /** Asked for again under it, nobody is written to again. */
  readonly id: string;
}) => Promise<void>;

const letters = { failing: 'webhookFailing', gone: 'webhookGone' } as const;

/** Returns what writes to a company's admins that a webhook was switched off. Of its address the host: the rest may be a secret. */
export const createOffLetters =
  (deps: AdminLettersDeps & { readonly publicUrl: string | undefined }): TellAdmins =>
  async ({ companyId, row, reason, id }) => {
    const { publicUrl } = deps;
    const link = publicUrl === undefined ? '' : `${publicUrl}/webhooks`;
    const values = { webhook: row.name, host: new URL(row.url).host, link };
    await postToAdmins(
      deps,
      { companyId, id: `webhook-off-${id}`, letter: letters[reason] },
      async () => values,
    );
  };
