import { queryOptions } from '@tanstack/react-query';
import type { LogoView } from '../../../contract/setting.ts';
import type { LogoRef } from '../../../domain/company/logos.ts';
import { api } from '../../shell/api.ts';

export const logosQuery = queryOptions({
  queryKey: ['logos'],
  queryFn: ({ signal }) => api<readonly LogoView[]>('/logos', { signal }),
});

const path = '/settings/media-upload';
export function sendLogo(ref: LogoRef, file: File): Promise<unknown> {
  const form = new FormData();
  form.append('file', file);
  return api(path, { query: { ref }, form });
}
export const removeLogo = (ref: LogoRef): Promise<unknown> => api(path, { method: 'DELETE', query: { ref } });

export const acceptedTypes = '.png,.ico,.svg,image/png,image/x-icon,image/vnd.microsoft.icon,image/svg+xml';
/** Returns whether a file is called what is taken here; what it is the server tells from its bytes. */
export const isAccepted = ({ name }: File): boolean => /\.(png|ico|svg)$/i.test(name);
