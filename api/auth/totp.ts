import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { updateEntry } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import { recoveryCodes } from '../../domain/user/events.ts';
import { dropSecrets, userSecrets } from '../../messaging/secrets.ts';
import { newEnrolment, stepsOf } from './authenticator.ts';

const beginMs = 15 * 60_000;
/** Without letters and digits that are taken for one another; ten of these are 50 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'.split('');
const codeLength = 10;

/** What lies in the store: sealed, and the last step a code of which was taken. */
interface StoredTotp {
  readonly sealed: string;
  readonly lastStep: number;
}
interface Sealed {
  readonly secret: string;
  /** Of each recovery code an HMAC under the secret. */
  readonly codes: readonly string[];
}
/** `earlier`: the secret that this one took the place of, sealed. */
interface BegunTotp {
  readonly credentialId: string;
  readonly sealed: string;
  readonly earlier: string | undefined;
}

const keyOf = (userId: string, credentialId: string) => userSecrets(userId) + credentialId;
const begunKey = (userId: string) => `totp-begun/${userId}`;

const plainCode = (given: string): string => given.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const hashOf = (secret: string, code: string): string =>
  createHmac('sha256', secret).update(plainCode(code)).digest('base64url');

function newCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

function newCodes(secret: string) {
  const codes = Array.from({ length: recoveryCodes }, newCode);
  return { codes, hashed: codes.map((one) => hashOf(secret, one)) };
}

export const isTotpCode = (given: string): boolean => /^\d{6}$/.test(plainCode(given));

/** Returns secrets of authenticator apps and recovery codes: sealed in the state store, under ids that the user's events name. */
export function createTotp(deps: {
  readonly state: StateStore;
  readonly vault: Vault;
  readonly now: () => Date;
}) {
  const { state, vault, now } = deps;
  const openSecret = (key: string, { sealed }: { readonly sealed: string }) =>
    JSON.parse(vault.open(key, sealed)) as Sealed;
  async function putEntry(userId: string, credentialId: string, secret: string, lastStep: number) {
    const key = keyOf(userId, credentialId);
    const { codes, hashed } = newCodes(secret);
    const sealed = vault.seal(key, JSON.stringify({ secret, codes: hashed } satisfies Sealed));
    await state.set(key, { sealed, lastStep } satisfies StoredTotp);
    return codes;
  }

  return {
    /** Returns a new secret, as text and as the address that an app reads; it is good for nothing before `confirm`. */
    async begin(userId: string, email: string): Promise<{ secret: string; uri: string }> {
      const { secret, uri } = await newEnrolment(email);
      const key = begunKey(userId);
      const sealed = vault.seal(key, JSON.stringify({ secret, codes: [] } satisfies Sealed));
      const there = await state.get<BegunTotp>(key);
      const begun = { credentialId: randomUUID(), sealed, earlier: there?.value.sealed };
      await state.set(key, begun satisfies BegunTotp, { ttlMs: beginMs });
      return { secret, uri };
    },

    /**
     * Returns the recovery codes, which nobody is shown again, and the id under which all of it lies from here on; undefined
     * when the code is not one of the secret that was begun, 'earlier' when it is one of the secret before: another window
     * has begun anew. Nothing is in force until the user's events name the id.
     */
    async confirm(
      userId: string,
      code: string,
    ): Promise<{ credentialId: string; codes: readonly string[] } | 'earlier' | undefined> {
      const begunEntry = await state.get<BegunTotp>(begunKey(userId));
      if (!begunEntry) return undefined;
      const { credentialId, sealed, earlier } = begunEntry.value;
      const key = begunKey(userId);
      const stepOfCode = await stepsOf(plainCode(code), now());
      const { secret } = openSecret(key, { sealed });
      const lastStep = stepOfCode(secret);
      if (lastStep === undefined) {
        if (earlier === undefined) return undefined;
        return stepOfCode(openSecret(key, { sealed: earlier }).secret) === undefined ? undefined : 'earlier';
      }
      // Of two who confirm at once one gets codes.
      if (!(await state.delete(key, { expected: begunEntry.version }))) return undefined;
      return { credentialId, codes: await putEntry(userId, credentialId, secret, lastStep) };
    },

    /** Returns ten other codes for the same app, and the id under which both lie; as of `confirm`, nothing is in force yet. */
    async renewCodes(
      userId: string,
      credentialId: string,
    ): Promise<{ credentialId: string; codes: readonly string[] } | undefined> {
      const there = await state.get<StoredTotp>(keyOf(userId, credentialId));
      if (!there) return undefined;
      const { secret } = openSecret(keyOf(userId, credentialId), there.value);
      const next = randomUUID();
      return { credentialId: next, codes: await putEntry(userId, next, secret, there.value.lastStep) };
    },

    /** Returns whether this is a code of now that nobody has shown before, in any process. */
    async take(userId: string, credentialId: string, code: string): Promise<boolean> {
      const key = keyOf(userId, credentialId);
      const stepOfCode = await stepsOf(plainCode(code), now());
      const writtenEntry = await updateEntry<StoredTotp>(state, key, (there) => {
        if (!there) return undefined;
        const { secret } = openSecret(key, there.value);
        const step = stepOfCode(secret);
        return step === undefined || step <= there.value.lastStep
          ? undefined
          : { value: { ...there.value, lastStep: step } };
      });
      return writtenEntry !== undefined;
    },

    /** Returns which of the ten recovery codes this is; whether it was used already the user's events know. */
    async recoveryCode(userId: string, credentialId: string, given: string): Promise<number | undefined> {
      const key = keyOf(userId, credentialId);
      const there = await state.get<StoredTotp>(key);
      if (!there) return undefined;
      const { secret, codes } = openSecret(key, there.value);
      const hash = Buffer.from(hashOf(secret, given));
      const index = codes.findIndex((one) => timingSafeEqual(Buffer.from(one), hash));
      return index < 0 ? undefined : index;
    },

    /** Drops every secret of this user but the one in force, if any. */
    async forget(userId: string, but?: string): Promise<void> {
      await state.delete(begunKey(userId));
      if (but === undefined) return dropSecrets(state, userSecrets(userId));
      for (const { key } of await state.list(userSecrets(userId)))
        if (key !== keyOf(userId, but)) await state.delete(key);
    },
  };
}
