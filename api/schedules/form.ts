import { z } from 'zod';
import { offWire } from '../../contract/wire-views.ts';
import { DomainError } from '../../domain/errors.ts';
import { type RecurrenceRule, recurrenceRule } from '../../domain/schedule/events.ts';
import { instantText, timeText } from '../http/company-time.ts';
import { id, nullableId } from '../http/schemas.ts';

const contentFields = z.object({
  body: z.string().max(65_536),
  contactId: id,
  sendAt: instantText,
  whatsappId: nullableId.default(null),
  queueId: nullableId.default(null),
  recurrence: recurrenceRule.nullable().default(null),
  cancelOnReply: z.boolean().default(false),
});
/** What a new one is made of. */
export const content = offWire(contentFields);
const changeFields = z.object({
  body: contentFields.shape.body.optional(),
  contactId: id.optional(),
  sendAt: instantText.optional(),
  whatsappId: nullableId.optional(),
  queueId: nullableId.optional(),
  recurrence: recurrenceRule.nullable().optional(),
  cancelOnReply: z.boolean().optional(),
});
/** What is not named stays as it is. */
export const change = offWire(changeFields);

/** @throws ERR_VALIDATION for a series that ends before its first, in the company's days */
export function demandFirstWithin(
  recurrence: Pick<RecurrenceRule, 'until'> | null | undefined,
  first: string | undefined,
  timeZone: string,
): void {
  const until = recurrence?.until ?? null;
  if (until === null || first === undefined || timeText(first, timeZone).slice(0, 10) <= until) return;
  throw new DomainError('ERR_VALIDATION', 'It ends before its first', {
    errors: { 'recurrence.until': 'beforeFirst' },
  });
}
