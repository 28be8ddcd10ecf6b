import { describe, expect, test } from 'vitest';
import type { TicketEvent } from './events.ts';
import { deleted, givenTicket, opened, received } from './fixtures.ts';
import { lastThousand } from './messages.ts';

const route = { ticketId: 't1', messageId: 'in1', contactId: 'carla', connectionId: 'phone' };
const claim = { name: 'foto.jpg', mime: 'image/jpeg', size: 40_000, width: 800, height: 600 };
const media = { id: 'f1', ...claim };
const withFile = [opened(), received('in1', { mediaType: 'image', body: 'veja', file: claim })];
const attach = { type: 'AttachFile', data: { messageId: 'in1', mediaType: 'image', media } } as const;
const fail = (code = 'ERR_WAPP_DOWNLOAD_MEDIA') =>
  ({ type: 'FailFile', data: { messageId: 'in1', code } }) as const;
const request = { type: 'RequestFile', data: { messageId: 'in1' } } as const;
const attached: TicketEvent = {
  type: 'MessageFileAttached',
  data: { ...route, mediaType: 'image', media },
};
const failed = (code = 'ERR_WAPP_DOWNLOAD_MEDIA'): TicketEvent => ({
  type: 'MessageFileFailed',
  data: { ...route, code },
});
const requested: TicketEvent = { type: 'MessageFileRequested', data: route };
const erased: TicketEvent = {
  type: 'TicketErased',
  data: { ticketId: 't1', contactId: 'carla', messageIds: ['in1'], noteIds: [] },
};
const ana = { actor: { kind: 'user', id: 'ana' } } as const;

describe('the file of a message that came before it', () => {
  test('is attached once, also after it had failed', () => {
    expect(
      givenTicket(...withFile)
        .when(attach)
        .events(),
    ).toEqual([attached]);
    expect(
      givenTicket(...withFile, attached)
        .when(attach)
        .events(),
    ).toEqual([]);
    expect(
      givenTicket(...withFile, failed())
        .when(attach)
        .events(),
    ).toEqual([attached]);
  });

  test('fails once, and not after it is there', () => {
    expect(
      givenTicket(...withFile)
        .when(fail())
        .events(),
    ).toEqual([failed()]);
    expect(
      givenTicket(...withFile, failed())
        .when(fail())
        .events(),
    ).toEqual([]);
    expect(
      givenTicket(...withFile, attached)
        .when(fail())
        .events(),
    ).toEqual([]);
  });

  test('is asked for again by people, once until it is there or has failed again', () => {
    expect(
      givenTicket(...withFile, failed())
        .when(request, ana)
        .events(),
    ).toEqual([requested]);
    expect(
      givenTicket(...withFile, failed(), requested)
        .when(request, ana)
        .events(),
    ).toEqual([]);
    expect(
      givenTicket(...withFile)
        .when(request, ana)
        .events(),
    ).toEqual([]);
    expect(
      givenTicket(...withFile, attached)
        .when(request, ana)
        .events(),
    ).toEqual([]);
    expect(
      givenTicket(...withFile, failed(), requested)
        .when(fail())
        .events(),
    ).toEqual([failed()]);
  });

  test.each(['ERR_TOO_LARGE', 'ERR_MEDIA_TYPE', 'ERR_NO_WAPP_FOUND'])(
    'is not asked for again when %s says that it will never come',
    (code) => {
      expect(
        givenTicket(...withFile, failed(code))
          .when(request, ana)
          .refusal().code,
      ).toBe('ERR_WAPP_DOWNLOAD_MEDIA');
    },
  );

  test('that was refused with its message is there for nobody to ask', () => {
    const refused = received('in1', { mediaType: 'image', file: claim, mediaError: 'ERR_TOO_LARGE' });
    expect(givenTicket(opened(), refused).when(fail()).events()).toEqual([]);
    expect(givenTicket(opened(), refused).when(request, ana).refusal().code).toBe('ERR_WAPP_DOWNLOAD_MEDIA');
  });

  test('is of a message of this ticket that came with one', () => {
    expect(givenTicket(opened(), received('in1')).when(attach).refusal().code).toBe('ERR_NO_MESSAGE_FOUND');
    expect(givenTicket(opened()).when(request, ana).refusal().code).toBe('ERR_NO_MESSAGE_FOUND');
  });

  test('of a ticket that is gone is kept by nobody', () => {
    expect(
      givenTicket(...withFile, deleted)
        .when(attach)
        .refusal().code,
    ).toBe('ERR_NO_TICKET_FOUND');
  });

  test('of whom nothing may be kept any more is refused; what failed then is of no interest', () => {
    expect(
      givenTicket(...withFile, erased)
        .when(attach)
        .refusal().code,
    ).toBe('ERR_CONTACT_ERASED');
    expect(
      givenTicket(...withFile, erased)
        .when(request, ana)
        .refusal().code,
    ).toBe('ERR_CONTACT_ERASED');
  });

  test('is asked for only by those who may see the ticket', () => {
    const scope = { userId: 'bruno', queueIds: ['sales'], noQueue: false };
    expect(
      givenTicket(...withFile, failed())
        .when(request, { ...ana, scope })
        .refusal().code,
    ).toBe('ERR_NO_PERMISSION');
  });

  test('is found where its message is one of those no longer kept', () => {
    const many = Array.from({ length: lastThousand.capacity + 1 }, (_, n) => received(`later${n}`));
    expect(
      givenTicket(...withFile, ...many)
        .when(attach)
        .events(),
    ).toEqual([attached]);
  });
});
