import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { confirmRule } from '../../contract/sign-in.ts';
import { awaitSettled } from '../http/commands.ts';
import { asksConfirmation } from '../http/console-url.ts';
import { networkOf } from '../http/network.ts';
import { perMinute } from '../http/rate-limit.ts';
import type { Api } from '../services.ts';
import { signUpBody } from './input.ts';
import { createSignUp, type SignUpNeeds } from './sign-up.ts';

type Needs = SignUpNeeds & Pick<Api, 'app' | 'reached'>;

const tenMinutesMs = 10 * 60_000;
/** An answer must not tell by its time whether anything was made. */
const leastMs = 400;

/** A visitor makes a company with its first admin. */
export function signUpRoutes(api: Needs): void {
  const { app, config } = api;
  const limitAddress = perMinute(app, 30, (request) => networkOf(request.ip), tenMinutesMs);
  const signUp = createSignUp(api);

  app.get(
    '/api/companies/cadastro',
    {
      config: { public: true },
      schema: {
        tags: ['companies'],
        summary: 'Whether who signs up has to confirm their address before the first login.',
        response: { 200: confirmRule },
      },
    },
    () => ({ confirmEmail: asksConfirmation(config) }),
  );

  app.post(
    '/api/companies/cadastro',
    {
      config: { public: true },
      schema: {
        tags: ['companies'],
        summary:
          'Signs a company up with its first admin, on trial (on a plan of R$ 0 without an end). Where a mail server is set up an address that has an account ' +
          'is answered as any other, and its owner gets a letter.',
        body: signUpBody,
        response: { 201: confirmRule.extend({ dueDate: z.iso.date().nullable() }) },
      },
    },
    async (request, reply) => {
      await limitAddress(request);
      const begun = Date.now();
      const { dueDate, position } = await signUp(request, request.body);
      if (position !== undefined) await awaitSettled(api, reply, { position });
      if (asksConfirmation(config)) await sleep(Math.max(0, begun + leastMs - Date.now()));
      return reply.code(201).send({ dueDate, confirmEmail: asksConfirmation(config) });
    },
  );
}
