import { ApiError, refreshToken } from './api.ts';
import { tabStorage } from './storage.ts';

const key = 'payerToken';

/** Holds the token of who may only pay, for this tab and as long as it is open. */
export const holdPayer = (token: string): void => {
  tabStorage.setItem(key, token);
};

/** Returns the token of who may only pay; null: nobody does in this tab. */
export const heldPayer = (): string | null => tabStorage.getItem(key);

export const forgetPayer = (): void => tabStorage.removeItem(key);

/** Returns the token to pay by that a refusal brings; undefined for who may not pay. */
export const payerTokenIn = (error: unknown): string | undefined => {
  const billing = error instanceof ApiError ? error.details?.billing : undefined;
  const token = (billing as { token?: unknown } | undefined)?.token;
  return typeof token === 'string' ? token : undefined;
};

/**
 * Resolves with whether who may pay was led to the invoices by `go`; else the session goes on, for its company works again, or
 * there is nothing that they can do.
 */
export const goOnOrPay = async (go: (path: string) => unknown): Promise<boolean> => {
  try {
    await refreshToken(null);
    return false;
  } catch (error) {
    const token = payerTokenIn(error);
    if (token === undefined) return false;
    holdPayer(token);
    go('/faturas');
    return true;
  }
};
