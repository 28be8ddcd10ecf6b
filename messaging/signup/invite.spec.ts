import { expect, it } from 'vitest';
import { createVault } from '../../gateway/secrets/vault.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { waitingMails } from '../mail/outbox.ts';
import { postInvite } from './invite.ts';

it('asked for twice under one part it is one letter with one link', async () => {
  const state = createInMemoryStateStore();
  const vault = createVault('a secret of at least thirty-two characters');
  const bia = { id: 'bia', email: 'bia@example.org', name: 'Bia' };
  const letter = { part: 'first', company: 'Ateliê', by: 'Ana', url: 'https://desk.example.com' };
  for (let times = 0; times < 2; times += 1)
    await postInvite({ state, vault }, bia, { ...letter, language: 'pt' });
  expect(await state.list(waitingMails)).toHaveLength(1);
  expect(await state.list('link/invite/')).toHaveLength(1);
});
