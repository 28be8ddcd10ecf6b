import { describe, expect, it } from 'vitest';
import { asAgent, asGateway, everyEvent, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { isDomainError } from '../errors.ts';
import type { DomainEvent, EventEnvelope } from '../kernel/event.ts';
import { ownAddress, storedAddress } from './address.ts';

const number = '5511987654321';
const carla = 'contact-c1_b3bb195e-af88-5845-98c7-1b845fda37a3';
const owner = 'b3bb195e-af88-5845-98c7-1b845fda37a3';

/** As a build from before there were channels wrote it: a contact who wrote on WhatsApp, and the claims of her addresses. */
const before: readonly (DomainEvent & { readonly stream: string })[] = [
  ...['400636a1.9a7d.54d9.a3c0.ec23708426c4', '96ee47ba.d5d7.5f79.af2c.f1601e1b663e'].map((claim) => ({
    stream: `claim-c1_${claim}`,
    type: 'ClaimTaken',
    data: { owner, ownerStream: carla },
  })),
  {
    stream: carla,
    type: 'ContactCreated',
    data: {
      contactId: owner,
      name: 'Carla',
      number,
      email: '',
      extraInfo: [],
      isGroup: false,
      origin: 'inbound',
    },
  },
  { stream: carla, type: 'ContactAliasAdded', data: { contactId: owner, alias: '77@lid' } },
];

const oldLog = async () => {
  const store = createInMemoryEventStore();
  const next = new Map<string, number>();
  for (const [index, { stream, type, data }] of before.entries()) {
    const revision = next.get(stream) ?? -1;
    const event = {
      id: `e${index}`,
      type,
      data,
      metadata: { companyId: 'c1', actor: asGateway.actor, at: '2026-01-01T00:00:00.000Z' },
    } as unknown as EventEnvelope;
    await store.append(stream, revision, [event]);
    next.set(stream, revision + 1);
  }
  return store;
};
/** A desk whose ids are not those of the log. */
const deskOn = (store: Awaited<ReturnType<typeof oldLog>>) => testDesk(store, 'later');
const met = (desk: ReturnType<typeof testDesk>, ...numbers: string[]) =>
  desk.contacts.ensure(asGateway, { numbers, name: 'Alguém' });

describe('a log whose claims hold bare addresses', () => {
  it.each([number, '551187654321', '77@lid'])('still knows whose %s is', async (address) => {
    const store = await oldLog();
    expect(await met(deskOn(store), address)).toMatchObject({ contactId: owner, created: false });
    expect(await everyEvent(store)).toHaveLength(before.length);
  });

  it('never takes the same digits on another channel for that person', async () => {
    const store = await oldLog();
    const desk = deskOn(store);
    const other = await met(desk, `carrier:${number}`);
    expect(other.contactId).not.toBe(owner);
    // Each is found again by what it claims, in this process and in the next.
    for (const again of [desk, testDesk(store, 'next')]) {
      expect((await met(again, `carrier:${number}`)).contactId).toBe(other.contactId);
      expect((await met(again, number)).contactId).toBe(owner);
    }
    expect((await met(desk, `pigeon:${number}`)).contactId).not.toBe(other.contactId);
  });
});

describe('a contact of a channel with addresses of its own', () => {
  it('has them beside a number, which stays empty until somebody knows it', async () => {
    const store = createInMemoryEventStore();
    const desk = testDesk(store);
    const { contactId } = await met(desk, 'carrier:42');
    expect((await everyEvent(store)).filter(({ stream }) => stream.startsWith('contact-'))).toMatchObject([
      { type: 'ContactCreated', data: { number: '', name: 'Alguém' } },
      { type: 'ContactAliasAdded', data: { alias: 'carrier:42' } },
    ]);
    const known = { contactId, name: 'Alguém', number, email: '', extraInfo: [] };
    await desk.contacts.update(asAgent(), known);
    expect((await met(desk, number)).contactId).toBe(contactId);
    expect((await met(desk, 'carrier:42')).contactId).toBe(contactId);
  });

  it('is not made by typing its address for a number', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const made = desk.contacts.create(asAgent(), { name: 'Ana', number: 'carrier:everybody' });
    await expect(made).rejects.toSatisfy((error) => isDomainError(error, 'ERR_VALIDATION'));
  });
});

it('tells a channel’s own address from a bare one', () => {
  expect(ownAddress('carrier:5511:x')).toEqual({ kind: 'carrier', address: '5511:x' });
  for (const bare of [number, '77@lid', '120363025246125486@g.us', ':5', 'carrier:'])
    expect(ownAddress(bare)).toBeUndefined();
  expect(storedAddress('carrier:+55 11')).toBe('carrier:+55 11');
  expect(storedAddress('+55 11 98765-4321')).toBe(number);
});
