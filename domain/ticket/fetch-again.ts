/** Whether another try may bring a file: not of what is too large, of a kind that is not taken, or gone for good. */
const mayComeYet: ReadonlySet<string> = new Set(['ERR_WAPP_DOWNLOAD_MEDIA', 'ERR_STORAGE_LIMIT']);
export const mayFetchAgain = (code: string): boolean => mayComeYet.has(code);
