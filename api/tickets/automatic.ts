import type { FastifyRequest } from 'fastify';
import {
  defaultRatingMessage,
  ratingScale,
  type SettingKey,
  settingValue,
} from '../../domain/company/settings.ts';
import { expandTemplate, firstNameOf } from '../../domain/ticket/template.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { timeZoneOf } from '../http/company-time.ts';
import type { Names } from '../names/names.ts';

export interface AutomaticTexts {
  /** To the contact whose ticket was accepted; undefined: the company sends none. */
  readonly greeting: string | undefined;
  /** To the contact whose ticket was resolved. */
  readonly rating: string | undefined;
  /** To the contact whose ticket moves to this queue. */
  notice(queueId: string | null): string | undefined;
}

/** Returns what goes out by itself with a change of this ticket, as the company's settings have it, in its time zone. */
export async function automaticTexts(
  { names, now }: { names: Names; now: () => Date },
  { session }: Pick<FastifyRequest, 'session'>,
  ticket: TicketDocument,
): Promise<AutomaticTexts> {
  const { companyId } = session;
  const company = await names.company(companyId);
  const document = company.get('companies', companyId);
  const storedSettings = document?.settings ?? {};
  const isEnabled = (key: SettingKey) => !ticket.isGroup && settingValue(storedSettings, key) === 'enabled';
  if (!isEnabled('sendGreetingAccepted') && !isEnabled('sendMsgTransfTicket') && !isEnabled('userRating'))
    return { greeting: undefined, rating: undefined, notice: () => undefined };
  const name = (await names.contacts(companyId, [ticket.contactId])).get(ticket.contactId)?.name ?? '';
  const expand = (template: string, queue?: string) =>
    expandTemplate(template, {
      name,
      firstName: firstNameOf(name),
      agent: session.name,
      protocol: ticket.protocol,
      at: now().toISOString(),
      timeZone: timeZoneOf(company, companyId),
      locale: 'pt',
      ...(queue !== undefined && { queue }),
    });
  return {
    greeting: isEnabled('sendGreetingAccepted')
      ? expand(settingValue(storedSettings, 'greetingAcceptedTemplate'))
      : undefined,
    rating: isEnabled('userRating')
      ? `${expand(company.get('connections', ticket.connectionId)?.ratingMessage.trim() || defaultRatingMessage)}\n\n${ratingScale}`
      : undefined,
    notice(queueId) {
      const queue = queueId === null ? undefined : company.get('queues', queueId);
      if (!queue || !isEnabled('sendMsgTransfTicket')) return undefined;
      return expand(settingValue(storedSettings, 'transferTemplate'), String(queue.name));
    },
  };
}
