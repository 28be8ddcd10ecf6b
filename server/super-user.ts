import { randomBytes } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import { passwordProblem } from '../api/auth/password-rule.ts';
import { hashPassword } from '../api/auth/passwords.ts';
import { platformCompanyId as companyId } from '../domain/company/platform.ts';
import type { Desk } from '../domain/desk/desk.ts';
import { isDomainError } from '../domain/errors.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';
import type { Stores } from './stores.ts';

const namespace = '0b0e2a3c-2f3e-5a55-8a38-7a0f4f1f2c11';
export const superUserId = uuidv5('super-user', namespace);

const doneKey = 'first-start/done';
/** The lease of the process that is making the first start, until it is done. */
export const firstStartTurn = 'first-start/turn';

export interface FirstStart {
  readonly password: string;
  /** Made here, so it must be shown. */
  readonly random: boolean;
}

/**
 * Resolves with the password of the accounts made now, on the first start: the platform's own company and its super
 * user; undefined on later starts. It stays the first start until `endFirstStart`, so that a password is never lost
 * with a process that died before printing it.
 * @throws ConfigError for an ADMIN_PASSWORD that may not be set
 */
export async function ensureSuperUser(
  config: Pick<Config, 'adminEmail' | 'adminPassword'>,
  desk: Desk,
  { state }: Pick<Stores, 'state'>,
): Promise<FirstStart | undefined> {
  if (!(await isFirstStart({ state }))) return undefined;
  if (config.adminPassword !== undefined) {
    const owner = { name: 'Administrador', email: config.adminEmail };
    const problem = await passwordProblem(config.adminPassword, owner);
    if (problem)
      throw new ConfigError(
        'Wrong setting. ADMIN_PASSWORD: must be 8 to 50 characters, not a common one, nor of its own e-mail',
      );
  }
  const password = config.adminPassword ?? randomBytes(9).toString('base64url');
  const context = (name: string) => ({
    companyId,
    actor: { kind: 'system', id: 'first-start' } as const,
    commandId: uuidv5(name, namespace),
  });
  await desk.companies.create(context('company'), { name: 'Balcão' });
  const passwordHash = await hashPassword(password);
  try {
    await desk.users.create(context('user'), {
      userId: superUserId,
      name: 'Administrador',
      email: config.adminEmail,
      profile: 'admin',
      super: true,
      passwordHash,
    });
  } catch (error) {
    // A first start that died right here has made the account with a password nobody saw.
    if (!isDomainError(error, 'ERR_EMAIL_ALREADY_EXISTS')) throw error;
  }
  await desk.users.changePassword(
    { ...context('password'), commandId: uuidv5(passwordHash, namespace) },
    { userId: superUserId, passwordHash },
  );
  return { password, random: config.adminPassword === undefined };
}

export const isFirstStart = async ({
  state,
}: {
  readonly state: Pick<StateStore, 'get'>;
}): Promise<boolean> => (await state.get(doneKey)) === undefined;

export async function endFirstStart({ state }: Pick<Stores, 'state'>): Promise<void> {
  await state.set(doneKey, { at: new Date().toISOString() });
}
