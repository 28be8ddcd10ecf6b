import { apiResponse, type Query } from './api.ts';

/** Resolves with a file of the API, which may take as long as it takes. @throws ApiError when it is refused */
export const fileAt = async (path: string, query: Query = {}): Promise<Blob> =>
  (await apiResponse(path, { query, slow: true })).blob();
