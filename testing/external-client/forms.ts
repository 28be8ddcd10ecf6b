/** The API as other systems call it by a token: their client, generated, by which the compiler checks our tests. */

/**
 * DO NOT MODIFY - This file has been generated using oazapfts.
 * See https://www.npmjs.com/package/oazapfts
 */
import * as Oazapfts from '@oazapfts/runtime';
import * as QS from '@oazapfts/runtime/query';
export const defaults: Oazapfts.Defaults<Oazapfts.CustomHeaders> = {
  headers: {},
  baseUrl: '/',
};
const oazapfts = Oazapfts.runtime(defaults);
export const servers = {};
export type Refusal = {
  error: string;
  message: string;
  details?: {
    [key: string]: unknown;
  };
  errors?: {
    [key: string]: string;
  };
};
/**
 * Sends a text or files to a number.
 */
export function sendMessage(
  {
    idempotencyKey,
    body,
  }: {
    idempotencyKey?: string;
    body: {
      /** Digits alone: country, area, number */
      number: string | number;
      body?: string;
      /** By which connection; absent: the token’s own, or the company’s default */
      whatsappId?: string | null;
      /** Each is a message of its own; the text goes with the first */
      medias: Blob[];
    };
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 202;
        data: {
          /** Of the message; of several files that of the first */
          id: string;
          ids: string[];
          ticketId: string;
          contactId: string;
          status: 'queued';
        };
      }
    | {
        status: 400;
        data: Refusal;
      }
    | {
        status: 401;
        data: Refusal;
      }
    | {
        status: 403;
        data: Refusal;
      }
    | {
        status: 404;
        data: Refusal;
      }
    | {
        status: 413;
        data: Refusal;
      }
    | {
        status: 422;
        data: Refusal;
      }
    | {
        status: 429;
        data: Refusal;
      }
  >(
    '/api/messages/send',
    oazapfts.multipart({
      ...opts,
      method: 'POST',
      body,
      headers: oazapfts.mergeHeaders(opts?.headers, {
        'Idempotency-Key': idempotencyKey,
      }),
    }),
  );
}
