const key = 'payerToken';

/** Holds the token of who may only pay, for this tab and as long as it is open. */
export const holdPayer = (token: string): void => sessionStorage.setItem(key, token);
