const key = 'payerToken';

/** Holds the token of who may only pay, for this tab and as long as it is open. */
export const holdPayer = (token: string): void => sessionStorage.setItem(key, token);

/** Returns the token of who may only pay; null: nobody does in this tab. */
export const heldPayer = (): string | null => sessionStorage.getItem(key);

export const forgetPayer = (): void => sessionStorage.removeItem(key);
