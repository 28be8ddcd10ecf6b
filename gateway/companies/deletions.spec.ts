import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '../../domain/kernel/ids.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import { companySecrets, connectionSecrets } from '../../messaging/secrets.ts';
import { openDiskMediaStore } from '../../stores/media-store/disk.ts';
import { companyId, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';
import { createDeletions, type DeletionsDeps } from './deletions.ts';

const dayMs = 24 * 3_600_000;
const waiting = { timeout: 15_000, interval: 50 };
const other = { ...system, companyId: newId() };
const secretWord = 'segredo';
let world: TestGateway;
let media: MediaStore;
let folder: string;
let fileId: string;
let userId: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deletions-'));
  media = await openDiskMediaStore({ path: folder });
  world = await startTestGateway({ rememberedMs: 100, media });
  await world.desk.companies.create(other, { name: 'Outra' });
  for (const context of [system, other]) {
    ({ userId } = await world.desk.users.create(context, {
      name: 'Ana',
      email: `ana-${context.companyId}@demo.example`,
      profile: 'admin',
      passwordHash: '$argon2id$v=19$x',
    }));
    await world.state.set(`totp/${userId}/x`, { sealed: 'x' });
    const { contactId } = await world.desk.contacts.ensure(context, {
      numbers: ['5511955500142'],
      name: `${secretWord} ${context.companyId}`,
    });
    await world.desk.tickets.receive(context, {
      connectionId: world.connectionId,
      queueId: null,
      contactId,
      externalId: `E-${context.companyId}`,
      fromMe: false,
      body: `${secretWord} ${context.companyId}`,
      mediaType: 'chat',
      sentAt: new Date().toISOString(),
    });
    fileId = newId();
    await media.put(
      { id: fileId, companyId: context.companyId, name: 'logo.txt', mime: 'text/plain' },
      (async function* () {
        yield Buffer.from('x');
      })(),
      100,
    );
  }
  await world.state.set(`${connectionSecrets(world.connectionId)}token`, { sealed: 'x' });
  await world.state.set(`${companySecrets(companyId)}asaas/x`, { sealed: 'x' });
  await world.state.set(`wa/${world.connectionId}/creds`, { sealed: 'x' });
});
afterEach(async () => {
  await world.close();
  await media.close();
  rmSync(folder, { recursive: true });
});

const deletions = (more: Partial<DeletionsDeps> = {}) =>
  createDeletions({
    desk: world.desk,
    eventStore: world.eventStore,
    readStore: world.readStore,
    state: world.state,
    media,
    contactKeys: world.contactKeys!,
    reached: world.projector.reached,
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    everyMs: dayMs,
    ...more,
  });
const round = async (more: Partial<DeletionsDeps> = {}) => {
  await world.projector.reached(await world.eventStore.head(), 10_000);
  await deletions(more).round(new AbortController().signal);
};
/** So many days ago. */
const removed = (days: number) =>
  world.desk.companies.remove({ ...system, at: new Date(Date.now() - days * dayMs).toISOString() });
const isGone = async () => (await world.state.get(`company-gone/${companyId}`)) !== undefined;
const files = async (of: string) => {
  const ids: string[] = [];
  for await (const { id } of media.list(of)) ids.push(id);
  return ids.length;
};
/** Whether its word stands in any read model, or can still be read in the log. */
const isKnown = async (of: string) => {
  const word = `${secretWord} ${of}`;
  const models = await Promise.all(
    ['contacts', 'tickets', 'messages', 'users'].map((name) => world.readStore.forCompany(of).find(name, {})),
  );
  world.contactKeys!.forget(of, 'none');
  const log = await world.eventStore.readAll({ after: 0, limit: 10_000 });
  return JSON.stringify([models, log]).includes(word);
};
const types = async () => (await world.stored.readAll({ after: 0, limit: 10_000 })).map(({ type }) => type);

it('a company whose tombstone’s time is over goes for good, and nothing of another does', async () => {
  await removed(31);
  await world.startGateway({ config: { erasuresEveryMs: 30, deletionsEveryMs: 40 } });
  await expect.poll(isGone, waiting).toBe(true);
  await world.projector.reached(await world.eventStore.head(), 10_000);
  await expect.poll(() => isKnown(companyId), waiting).toBe(false);
  expect(await files(companyId)).toBe(0);
  expect(await world.reader.count('users', {})).toBe(0);
  const places = [
    connectionSecrets(world.connectionId),
    `wa/${world.connectionId}/`,
    companySecrets(companyId),
  ];
  for (const place of places) expect(await world.state.list(place)).toEqual([]);
  expect((await world.state.list('totp/')).map(({ key }) => key)).toEqual([`totp/${userId}/x`]);
  const keys = await world.state.list<{ key?: string }>(`contact-key/${companyId}/`);
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter(({ value }) => value.key !== undefined)).toEqual([]);
  expect([await isKnown(other.companyId), await files(other.companyId)]).toEqual([true, 1]);
  await expect(world.desk.companies.restore(system)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  // Name and addresses are free again.
  await world.desk.companies.create({ ...system, companyId: newId() }, { name: 'Demo' });
  await world.desk.users.create(other, {
    name: 'Ana',
    email: `ana-${companyId}@demo.example`,
    profile: 'user',
    passwordHash: '$argon2id$v=19$x',
  });
}, 40_000);

it('while it can be restored nothing goes, and once restored all of it is there', async () => {
  await removed(29);
  await round();
  expect([await isKnown(companyId), await files(companyId), await isGone()]).toEqual([true, 1, false]);
  expect(await types()).not.toContain('CompanyKeysDestroyed');
  await world.desk.companies.restore(system);
  await round({ now: () => new Date(Date.now() + 60 * dayMs) });
  expect(await types()).not.toContain('CompanyKeysDestroyed');
  expect(await isKnown(companyId)).toBe(true);
});

it('a restoration that the read models have not heard of holds', async () => {
  await removed(31);
  await world.projector.reached(await world.eventStore.head(), 10_000);
  await world.desk.companies.restore(system);
  await world.projector.reached(await world.eventStore.head(), 10_000);
  const stale = {
    ...world.readStore,
    allCompanies: () => ({
      ...world.readStore.allCompanies(),
      find: async () => [{ id: companyId, deletedAt: '2020-01-01', deletedUntil: '2020-01-01' }] as never,
    }),
  };
  await deletions({ readStore: stale as never }).round(new AbortController().signal);
  for (const type of ['CompanyKeysDestroyed', 'ContactErased', 'UserDeleted'])
    expect(await types()).not.toContain(type);
  expect([await files(companyId), await isGone()]).toEqual([1, false]);
});

it('whoever dies at any step leaves the rest to the next round', async () => {
  await removed(31);
  await world.startGateway({ config: { erasuresEveryMs: 30, deletionsEveryMs: dayMs } });
  let deaths = 0;
  const dies = <T extends object>(target: T, method: keyof T): T =>
    new Proxy(target, {
      get: (of, name) =>
        name === method
          ? async () => {
              deaths += 1;
              throw new Error('died');
            }
          : Reflect.get(of, name),
    });
  await round({ desk: { ...world.desk, contacts: dies(world.desk.contacts, 'erase') } });
  expect([deaths, await isGone()]).toEqual([1, false]);
  await round();
  await world.projector.reached(await world.eventStore.head(), 10_000);
  await expect
    .poll(async () => world.reader.count('erasures', { where: { completedAt: null } }), waiting)
    .toBe(0);
  await round({ media: dies(media, 'delete') });
  await round({ contactKeys: dies(world.contactKeys!, 'destroy') });
  expect([deaths, await isGone()]).toEqual([3, false]);
  await expect
    .poll(async () => {
      await round();
      return isGone();
    }, waiting)
    .toBe(true);
  expect(await files(companyId)).toBe(0);
}, 40_000);
