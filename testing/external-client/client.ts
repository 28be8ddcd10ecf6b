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
    oazapfts.json({
      ...opts,
      method: 'POST',
      body,
      headers: oazapfts.mergeHeaders(opts?.headers, {
        'Idempotency-Key': idempotencyKey,
      }),
    }),
  );
}
/**
 * What became of a message: queued, sent, delivered, read, failed.
 */
export function getMessageStatus(
  {
    id,
  }: {
    id: string;
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 200;
        data: {
          id: string;
          ticketId: string;
          status: 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'deleted';
          /** Why it was not sent (code) */
          reason: string | null;
          updatedAt: string;
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
        status: 429;
        data: Refusal;
      }
  >(`/api/messages/send/${encodeURIComponent(id)}`, {
    ...opts,
  });
}
/**
 * Saves a contact by number: makes one, or changes what is named of who has it.
 */
export function saveContact(
  {
    $number,
    idempotencyKey,
    body,
  }: {
    $number: string | number;
    idempotencyKey?: string;
    body: {
      name?: string;
      email?: '' | string;
      extraInfo?: {
        id?: string;
        name: string;
        value: string;
      }[];
    };
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 200;
        data: {
          id: string;
          name: string;
          number: string;
          email: string;
          extraInfo: {
            name: string;
            value: string;
          }[];
          /** It was not there before this call */
          created: boolean;
        };
      }
    | {
        status: 201;
        data: {
          id: string;
          name: string;
          number: string;
          email: string;
          extraInfo: {
            name: string;
            value: string;
          }[];
          /** It was not there before this call */
          created: boolean;
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
        status: 422;
        data: Refusal;
      }
    | {
        status: 429;
        data: Refusal;
      }
  >(
    `/api/contacts/by-number/${encodeURIComponent($number)}`,
    oazapfts.json({
      ...opts,
      method: 'PUT',
      body,
      headers: oazapfts.mergeHeaders(opts?.headers, {
        'Idempotency-Key': idempotencyKey,
      }),
    }),
  );
}
/**
 * What happened after a position, oldest first.
 */
export function listEvents(
  {
    after,
    limit,
    types,
    wait,
  }: {
    after?: 'end' | number;
    limit?: number;
    types?: string;
    wait?: number;
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 200;
        data: {
          events: {
            id: string;
            type:
              | 'message.received'
              | 'message.queued'
              | 'message.sent'
              | 'message.status'
              | 'message.failed'
              | 'message.edited'
              | 'message.deleted'
              | 'ticket.created'
              | 'ticket.updated'
              | 'ticket.closed'
              | 'ticket.deleted'
              | 'contact.created'
              | 'contact.updated'
              | 'contact.deleted'
              | 'connection.status';
            /** Its place in the log: what the next call names as `after` */
            position: number;
            at: string;
            data: {
              [key: string]: unknown;
            };
          }[];
          /** What to ask for next, also where nothing of the company stands in between */
          next: number;
          hasMore: boolean;
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
        status: 429;
        data: Refusal;
      }
  >(
    `/api/events${QS.query(
      QS.explode({
        after,
        limit,
        types,
        wait,
      }),
    )}`,
    {
      ...opts,
    },
  );
}
/**
 * Whether a webhook has a secret, and until when one before signs beside it. Never the secret.
 */
export function getWebhookSecret(
  {
    id,
  }: {
    id: string;
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 200;
        data: {
          isSet: boolean;
          replacedUntil: string | null;
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
        status: 429;
        data: Refusal;
      }
  >(`/api/webhooks/${encodeURIComponent(id)}/secret`, {
    ...opts,
  });
}
/**
 * Makes a new secret. It is in this answer and never again; the one before signs beside it for a day.
 */
export function newWebhookSecret(
  {
    id,
    idempotencyKey,
    body,
  }: {
    id: string;
    idempotencyKey?: string;
    body: {
      /** false: the one before signs no more, from now on */
      keepsOld?: boolean;
    };
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 201;
        data: {
          isSet: boolean;
          replacedUntil: string | null;
          secret: string;
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
        status: 422;
        data: Refusal;
      }
    | {
        status: 429;
        data: Refusal;
      }
  >(
    `/api/webhooks/${encodeURIComponent(id)}/secret`,
    oazapfts.json({
      ...opts,
      method: 'POST',
      body,
      headers: oazapfts.mergeHeaders(opts?.headers, {
        'Idempotency-Key': idempotencyKey,
      }),
    }),
  );
}
/**
 * From now on no secret that was replaced signs any more.
 */
export function endReplacedSecrets(
  {
    id,
    idempotencyKey,
  }: {
    id: string;
    idempotencyKey?: string;
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 204;
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
        status: 422;
        data: Refusal;
      }
    | {
        status: 429;
        data: Refusal;
      }
  >(`/api/webhooks/${encodeURIComponent(id)}/secret/replaced`, {
    ...opts,
    method: 'DELETE',
    headers: oazapfts.mergeHeaders(opts?.headers, {
      'Idempotency-Key': idempotencyKey,
    }),
  });
}
/**
 * What a webhook was told in the last 30 days and what came of it, newest first, 50 a page.
 */
export function listDeliveries(
  {
    after,
    id,
  }: {
    after?: string;
    id: string;
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 200;
        data: {
          deliveries: {
            id: string;
            type: string;
            at: string;
            state: 'due' | 'delivered' | 'failed';
            count: number;
            tries: {
              at: string;
              status: number | null;
              ms: number;
              answer: string;
            }[];
            nextAt: string | null;
          }[];
          next: string | null;
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
        status: 429;
        data: Refusal;
      }
  >(
    `/api/webhooks/${encodeURIComponent(id)}/deliveries${QS.query(
      QS.explode({
        after,
      }),
    )}`,
    {
      ...opts,
    },
  );
}
/**
 * Tells an event once more, under the same id.
 */
export function replayDelivery(
  {
    id,
    eventId,
    idempotencyKey,
  }: {
    id: string;
    eventId: string;
    idempotencyKey?: string;
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 202;
        data: {
          id: string;
          type: string;
          at: string;
          state: 'due' | 'delivered' | 'failed';
          count: number;
          tries: {
            at: string;
            status: number | null;
            ms: number;
            answer: string;
          }[];
          nextAt: string | null;
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
        status: 409;
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
  >(`/api/webhooks/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(eventId)}/replay`, {
    ...opts,
    method: 'POST',
    headers: oazapfts.mergeHeaders(opts?.headers, {
      'Idempotency-Key': idempotencyKey,
    }),
  });
}
/**
 * Tells a webhook of nothing, to see whether it hears: type webhook.test.
 */
export function testWebhook(
  {
    id,
    idempotencyKey,
  }: {
    id: string;
    idempotencyKey?: string;
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 202;
        data: {
          id: string;
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
        status: 409;
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
  >(`/api/webhooks/${encodeURIComponent(id)}/test`, {
    ...opts,
    method: 'POST',
    headers: oazapfts.mergeHeaders(opts?.headers, {
      'Idempotency-Key': idempotencyKey,
    }),
  });
}
export function listWebhooks(
  {
    searchParam,
    pageNumber,
    queueId,
    parentId,
    companyId,
  }: {
    searchParam?: string;
    pageNumber?: number;
    queueId?: string;
    parentId?: string;
    companyId?: string;
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 200;
        data: {
          webhooks: {
            id: string;
            /** A short number for people, counted per company */
            number?: number;
            createdAt?: string;
            updatedAt?: string;
            /** The name of who changed it last */
            updatedBy?: string | null;
            position?: number;
            /** Name */
            name?: string;
            /** Address */
            url?: string;
            /** Events */
            events?: (
              | 'message.received'
              | 'message.queued'
              | 'message.sent'
              | 'message.status'
              | 'message.failed'
              | 'message.edited'
              | 'message.deleted'
              | 'ticket.created'
              | 'ticket.updated'
              | 'ticket.closed'
              | 'ticket.deleted'
              | 'contact.created'
              | 'contact.updated'
              | 'contact.deleted'
              | 'connection.status'
            )[];
            /** Signing secret: whether there is one */
            secretSet?: boolean;
            /** Active */
            active?: boolean;
            /** Why it switched itself off */
            offReason?: ('failing' | 'gone') | null;
            [key: string]: unknown;
          }[];
          count: number;
          hasMore: boolean;
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
        status: 429;
        data: Refusal;
      }
  >(
    `/api/webhooks${QS.query(
      QS.explode({
        searchParam,
        pageNumber,
        queueId,
        parentId,
        companyId,
      }),
    )}`,
    {
      ...opts,
    },
  );
}
export function createWebhook(
  {
    idempotencyKey,
    body,
  }: {
    idempotencyKey?: string;
    body: {
      /** Name */
      name: string;
      /** Address */
      url: string;
      /** Events */
      events?: (
        | 'message.received'
        | 'message.queued'
        | 'message.sent'
        | 'message.status'
        | 'message.failed'
        | 'message.edited'
        | 'message.deleted'
        | 'ticket.created'
        | 'ticket.updated'
        | 'ticket.closed'
        | 'ticket.deleted'
        | 'contact.created'
        | 'contact.updated'
        | 'contact.deleted'
        | 'connection.status'
      )[];
      /** Signing secret */
      secret?: string;
      /** Active */
      active?: boolean;
      /** Why it switched itself off */
      offReason?: ('failing' | 'gone') | null;
      [key: string]: unknown;
    };
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 201;
        data: {
          id: string;
          /** A short number for people, counted per company */
          number?: number;
          createdAt?: string;
          updatedAt?: string;
          /** The name of who changed it last */
          updatedBy?: string | null;
          position?: number;
          /** Name */
          name?: string;
          /** Address */
          url?: string;
          /** Events */
          events?: (
            | 'message.received'
            | 'message.queued'
            | 'message.sent'
            | 'message.status'
            | 'message.failed'
            | 'message.edited'
            | 'message.deleted'
            | 'ticket.created'
            | 'ticket.updated'
            | 'ticket.closed'
            | 'ticket.deleted'
            | 'contact.created'
            | 'contact.updated'
            | 'contact.deleted'
            | 'connection.status'
          )[];
          /** Signing secret: whether there is one */
          secretSet?: boolean;
          /** Active */
          active?: boolean;
          /** Why it switched itself off */
          offReason?: ('failing' | 'gone') | null;
          [key: string]: unknown;
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
        status: 422;
        data: Refusal;
      }
    | {
        status: 429;
        data: Refusal;
      }
  >(
    '/api/webhooks',
    oazapfts.json({
      ...opts,
      method: 'POST',
      body,
      headers: oazapfts.mergeHeaders(opts?.headers, {
        'Idempotency-Key': idempotencyKey,
      }),
    }),
  );
}
export function getWebhook(
  {
    id,
  }: {
    id: string;
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 200;
        data: {
          id: string;
          /** A short number for people, counted per company */
          number?: number;
          createdAt?: string;
          updatedAt?: string;
          /** The name of who changed it last */
          updatedBy?: string | null;
          position?: number;
          /** Name */
          name?: string;
          /** Address */
          url?: string;
          /** Events */
          events?: (
            | 'message.received'
            | 'message.queued'
            | 'message.sent'
            | 'message.status'
            | 'message.failed'
            | 'message.edited'
            | 'message.deleted'
            | 'ticket.created'
            | 'ticket.updated'
            | 'ticket.closed'
            | 'ticket.deleted'
            | 'contact.created'
            | 'contact.updated'
            | 'contact.deleted'
            | 'connection.status'
          )[];
          /** Signing secret: whether there is one */
          secretSet?: boolean;
          /** Active */
          active?: boolean;
          /** Why it switched itself off */
          offReason?: ('failing' | 'gone') | null;
          [key: string]: unknown;
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
        status: 429;
        data: Refusal;
      }
  >(`/api/webhooks/${encodeURIComponent(id)}`, {
    ...opts,
  });
}
export function updateWebhook(
  {
    id,
    idempotencyKey,
    body,
  }: {
    id: string;
    idempotencyKey?: string;
    body: {
      /** Name */
      name?: string;
      /** Address */
      url?: string;
      /** Events */
      events?: (
        | 'message.received'
        | 'message.queued'
        | 'message.sent'
        | 'message.status'
        | 'message.failed'
        | 'message.edited'
        | 'message.deleted'
        | 'ticket.created'
        | 'ticket.updated'
        | 'ticket.closed'
        | 'ticket.deleted'
        | 'contact.created'
        | 'contact.updated'
        | 'contact.deleted'
        | 'connection.status'
      )[];
      /** Signing secret */
      secret?: string;
      /** Active */
      active?: boolean;
      /** Why it switched itself off */
      offReason?: ('failing' | 'gone') | null;
      [key: string]: unknown;
    };
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 200;
        data: {
          id: string;
          /** A short number for people, counted per company */
          number?: number;
          createdAt?: string;
          updatedAt?: string;
          /** The name of who changed it last */
          updatedBy?: string | null;
          position?: number;
          /** Name */
          name?: string;
          /** Address */
          url?: string;
          /** Events */
          events?: (
            | 'message.received'
            | 'message.queued'
            | 'message.sent'
            | 'message.status'
            | 'message.failed'
            | 'message.edited'
            | 'message.deleted'
            | 'ticket.created'
            | 'ticket.updated'
            | 'ticket.closed'
            | 'ticket.deleted'
            | 'contact.created'
            | 'contact.updated'
            | 'contact.deleted'
            | 'connection.status'
          )[];
          /** Signing secret: whether there is one */
          secretSet?: boolean;
          /** Active */
          active?: boolean;
          /** Why it switched itself off */
          offReason?: ('failing' | 'gone') | null;
          [key: string]: unknown;
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
        status: 422;
        data: Refusal;
      }
    | {
        status: 429;
        data: Refusal;
      }
  >(
    `/api/webhooks/${encodeURIComponent(id)}`,
    oazapfts.json({
      ...opts,
      method: 'PUT',
      body,
      headers: oazapfts.mergeHeaders(opts?.headers, {
        'Idempotency-Key': idempotencyKey,
      }),
    }),
  );
}
export function deleteWebhook(
  {
    id,
    idempotencyKey,
  }: {
    id: string;
    idempotencyKey?: string;
  },
  opts?: Oazapfts.RequestOpts,
) {
  return oazapfts.fetchJson<
    | {
        status: 204;
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
        status: 422;
        data: Refusal;
      }
    | {
        status: 429;
        data: Refusal;
      }
  >(`/api/webhooks/${encodeURIComponent(id)}`, {
    ...opts,
    method: 'DELETE',
    headers: oazapfts.mergeHeaders(opts?.headers, {
      'Idempotency-Key': idempotencyKey,
    }),
  });
}
