import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { channels } from '../../contract/channels.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { hashPassword } from '../auth/passwords.ts';

describe('the list of companies, live', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let url = '';
  const token = {} as Record<'root' | 'staff' | 'admin', string>;
  const live = createWatcher(() => url);
  const all = channels.companies(platformCompanyId);
  const waiting = { timeout: 3_000 };
  let ownId = '';
  beforeAll(async () => {
    api = await startTestApi();
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
    const bare = ({ authorization }: { authorization: string }) => authorization.replace('Bearer ', '');
    token.root = bare(await api.root());
    const platform = { companyId: platformCompanyId, actor: { kind: 'system', id: 'test' } as const };
    // Of the platform's own people, but no super user.
    const { position } = await api.desk.users.create(platform, {
      name: 'Staff',
      email: 'staff@platform.example',
      profile: 'admin',
      passwordHash: await hashPassword(password),
    });
    await api.reached(position);
    token.staff = bare(await api.signIn('staff@platform.example'));
    const own = await api.company('Ours');
    ownId = own.companyId;
    token.admin = bare(await api.signIn(own.email));
  });
  afterEach(live.close);
  afterAll(() => api.close());
  const change = async (phone: string) => {
    const context = { companyId: ownId, actor: { kind: 'system', id: 'test' } as const };
    await api.reached((await api.desk.companies.update(context, { phone })).position);
  };

  it('a super user hears of every company: made, changed, deleted', async () => {
    const root = await live.watch(token.root, [all]);
    expect(root.errors).toEqual([]);
    const { companyId } = await api.company('New');
    await change('11 1');
    await expect
      .poll(() => root.items.map(({ id, action }) => [id, action]), waiting)
      .toEqual(
        expect.arrayContaining([
          [companyId, 'create'],
          [ownId, 'update'],
        ]),
      );
    expect(root.items.find(({ id }) => id === ownId)?.document).toMatchObject({
      name: 'Ours',
      phone: '11 1',
    });
    await api.desk.companies.remove({ companyId, actor: { kind: 'system', id: 'test' } });
    await expect
      .poll(() => root.items.filter(({ id }) => id === companyId).at(-1)?.document, waiting)
      .toMatchObject({ deletedUntil: expect.any(String) });
  });

  it('what was missed comes after a reconnect', async () => {
    const root = await live.watch(token.root, [all]);
    await change('11 2');
    await expect.poll(() => root.items.length, waiting).toBeGreaterThan(0);
    const cursor = root.seq();
    await live.close();
    await change('11 3');
    const again = await live.watch(token.root, [all], cursor);
    await expect
      .poll(() => again.items.map(({ document }) => (document as { phone?: string })?.phone), waiting)
      .toContain('11 3');
  });

  it('nobody else may follow it, under whatever name', async () => {
    for (const who of ['staff', 'admin'] as const)
      for (const channel of [all, channels.companies(ownId)]) {
        const asked = await live.watch(token[who], [channel]);
        expect(JSON.stringify(asked.errors), `${who} ${channel}`).toContain('ERR_NO_PERMISSION');
      }
    expect(JSON.stringify((await live.watch(token.root, [channels.companies(ownId)])).errors)).toContain(
      'ERR_NO_PERMISSION',
    );
  });

  it('the platform’s own people hear nothing of other companies on the channels they may follow', async () => {
    const staff = await live.watch(token.staff, [
      channels.company(platformCompanyId),
      channels.ticket(platformCompanyId),
    ]);
    const root = await live.watch(token.root, [all]);
    await change('11 4');
    await expect.poll(() => root.items.length, waiting).toBeGreaterThan(0);
    expect(JSON.stringify(staff.items)).not.toContain(ownId);
  });
});
