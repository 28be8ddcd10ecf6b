import { createHash } from 'node:crypto';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import type { ErrorCode } from '../../domain/error-codes.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { VoidStream } from '../../domain/kernel/decider.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import type { StateEntry, StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import type { MailLanguage } from '../mail/letters.ts';
import { postConfirmation } from './confirmation.ts';
import { postInvite } from './invite.ts';

/**
 * A company with its first admin, as somebody asked for it. It is kept until both are there: whoever dies between the two
 * leaves what it takes to go on, to the next who signs up with this address or to the job that finishes them.
 */
export interface SignUp {
  /** The first to be tried: see `createCompany`. */
  readonly companyId: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Absent: who is to be the admin is mailed a link to set one. */
  readonly passwordHash?: string | undefined;
  readonly planId: string;
  /** yyyy-MM-dd; null: no end. */
  readonly dueDate: string | null;
  readonly timeZone: string;
  readonly recommendedBy: string | undefined;
  /** A super user makes it: who, what the admin is called, and what a visitor cannot choose. */
  readonly by?: MadeBySuper | undefined;
  /** Where the address has to be confirmed, or a password is still to be set: what the letter says. */
  readonly letter: { readonly url: string; readonly language: MailLanguage } | undefined;
  readonly correlationId: string;
}
interface MadeBySuper {
  readonly id: string;
  readonly name: string;
  readonly adminName: string;
  readonly company: Partial<
    Pick<
      Parameters<Desk['companies']['create']>[1],
      'active' | 'billing' | 'campaignsEnabled' | 'recurrence' | 'schedules' | 'trial'
    >
  >;
}
export interface PendingSignUp {
  readonly sealed: string;
  /** By the store's clock. */
  readonly since: number;
  /** Why there will be no admin: what was made of the company goes. */
  readonly refusal?: string;
}

export const pendingSignUps = 'signup/pending/';
const keyOf = (email: string) => pendingSignUps + createHash('sha256').update(email).digest('base64url');

export interface SignUpServices {
  readonly state: StateStore;
  readonly vault: Vault;
  readonly desk: Pick<Desk, 'companies' | 'users'>;
}

interface CarriedOut {
  readonly companyId: string;
  /** Of the last event. */
  readonly position: number;
}

/**
 * Resolves with the company and its admin that it made, both or neither.
 * @throws what refuses either of them; then neither stays
 */
export async function carryOutSignUp(services: SignUpServices, signUp: SignUp): Promise<CarriedOut> {
  const { state, vault } = services;
  const key = keyOf(signUp.email);
  for (;;) {
    const value: PendingSignUp = {
      sealed: vault.seal(key, JSON.stringify(signUp)),
      since: await state.now(),
    };
    const mine = await state.set(key, value, { expected: null });
    if (mine) return finishSignUp(services, mine);
    await finishEarlier(services, key);
  }
}

/** Finishes what was begun with an address before; its refusal was another's, and is not told here. */
async function finishEarlier(services: SignUpServices, key: string): Promise<void> {
  const there = await services.state.get<PendingSignUp>(key);
  if (!there) return;
  await finishSignUp(services, there).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });
}

/** Resolves with what was made by going on with a sign-up where it stands: each step done before is done no second time. */
export async function finishSignUp(
  services: SignUpServices,
  entry: StateEntry<PendingSignUp>,
): Promise<CarriedOut> {
  const { desk, state, vault } = services;
  const signUp = JSON.parse(vault.open(entry.key, entry.value.sealed)) as SignUp;

  async function takeBack(companyId: string, version: number, refusal: string): Promise<never> {
    // Nobody ever entered it: its name is free again. Who died after this may have left it until its keys were destroyed.
    if ((await desk.companies.standing(companyId)) !== 'destroyed')
      await desk.companies.remove(contextOf(signUp, companyId, 'remove'), { keptDays: 0 });
    await state.delete(entry.key, { expected: version });
    throw new DomainError(refusal as ErrorCode);
  }
  if (entry.value.refusal !== undefined)
    return takeBack(signUp.companyId, entry.version, entry.value.refusal);

  const companyId = await createCompany(desk, signUp).catch(async (error: unknown) => {
    if (isRefusal(error)) await state.delete(entry.key, { expected: entry.version });
    throw error;
  });
  const context = contextOf(signUp, companyId, 'user');
  try {
    const position = await createAdmin(desk, context, signUp);
    await postLetter(services, context.commandId, signUp);
    await state.delete(entry.key, { expected: entry.version });
    return { companyId, position };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // Somebody took the address in this very moment: a company that nobody can enter is none, and never gets another.
    const sealed = vault.seal(entry.key, JSON.stringify({ ...signUp, companyId } satisfies SignUp));
    const value: PendingSignUp = { ...entry.value, sealed, refusal: error.code };
    const marked = await state.set(entry.key, value, { expected: entry.version });
    return marked ? takeBack(companyId, marked.version, error.code) : Promise.reject(error);
  }
}

const contextOf = ({ userId, correlationId, by }: SignUp, companyId: string, step: string) => ({
  companyId,
  actor: by
    ? ({ kind: 'user', id: by.id, name: by.name } as const)
    : ({ kind: 'system', id: 'signup' } as const),
  correlationId,
  commandId: deriveId(userId, step),
});

const mostIds = 20;

/**
 * Returns the id of the company it made, or found made. An id whose maker died holding the plan's lock, and lost it to
 * the next who asked for that plan, can never be used; whoever goes on then comes to the same next one.
 */
async function createCompany(desk: SignUpServices['desk'], signUp: SignUp): Promise<string> {
  const { name, email, phone, planId, dueDate, timeZone, recommendedBy, by } = signUp;
  const company = {
    name,
    email,
    phone,
    planId,
    timeZone,
    dueDate,
    recommendedBy,
    ...(by?.company ?? { trial: dueDate !== null, recurrence: 'MENSAL', campaignsEnabled: true }),
    cause: by ? 'admin' : 'signup',
  } as const;
  for (let companyId = signUp.companyId, tried = 1; ; tried += 1) {
    try {
      await desk.companies.create(contextOf(signUp, companyId, 'company'), company);
      return companyId;
    } catch (error) {
      if (!(error instanceof VoidStream) || tried >= mostIds) throw error;
      companyId = deriveId(companyId, 'next');
    }
  }
}

async function createAdmin(desk: SignUpServices['desk'], context: Context, signUp: SignUp): Promise<number> {
  const { userId, name, email, passwordHash, letter, by } = signUp;
  const { position } = await desk.users.create(context, {
    userId,
    name: by?.adminName ?? name,
    email,
    passwordHash,
    profile: 'admin',
    asksConfirmation: letter !== undefined && !by,
  });
  return position;
}

async function postLetter(
  services: SignUpServices,
  passwordSetBy: string,
  { userId: id, name: company, email, letter, by }: SignUp,
): Promise<void> {
  if (letter && by)
    return postInvite(
      services,
      { id, email, name: by.adminName },
      { ...letter, part: 'first', company, by: by.name },
    );
  if (letter) await postConfirmation(services, { id, email, passwordSetBy }, { ...letter, id, company });
}

/** Whether trying again will not help: a store that is away comes back, and a conflict passes. */
const isRefusal = (error: unknown): error is DomainError =>
  isDomainError(error) && error.code !== 'ERR_UNAVAILABLE' && error.code !== 'ERR_CONFLICT';
