import { api } from '../../shell/api.ts';

/** A bubble on the customer's phone; see GET /simulator/{connectionId}/chats/{number}. */
export interface PhoneMessage {
  readonly id: string;
  readonly fromBusiness: boolean;
  readonly body: string;
  readonly mediaUrl: string | null;
  readonly mediaType: string;
  readonly media: { readonly name: string; readonly mime: string; readonly size: number } | null;
  readonly ack: number;
  readonly at: string;
  readonly edited: boolean;
  readonly deleted: boolean;
}
/** The customer whose phone it is. */
export interface Customer {
  readonly number: string;
  readonly name: string;
}
export const faultModes = ['refuse', 'disconnect', 'silent', 'slowFile', 'loseFile'] as const;
export type FaultMode = (typeof faultModes)[number];

const base = (connectionId: string) => `/simulator/${encodeURIComponent(connectionId)}`;
const chat = (connectionId: string, number: string) =>
  `${base(connectionId)}/chats/${encodeURIComponent(number)}`;

export const readChat = (connectionId: string, number: string, signal?: AbortSignal) =>
  api<{ messages: PhoneMessage[] }>(chat(connectionId, number), { signal });
export const listNumbers = (connectionId: string, signal?: AbortSignal) =>
  api<{ numbers: string[] }>(`${base(connectionId)}/chats`, { signal });
export const markRead = (connectionId: string, number: string) =>
  api<{ read: number }>(`${chat(connectionId, number)}/read`, { method: 'POST', body: {} });
export const setFault = (connectionId: string, mode: FaultMode, count: number) =>
  api<unknown>(`${base(connectionId)}/faults`, { method: 'POST', body: { mode, count } });

/** `id` makes a repeated request the same message. */
export const write = (
  connectionId: string,
  customer: Customer,
  message: { readonly id: string; readonly body: string; readonly file?: File },
) => {
  const { id, body, file } = message;
  const path = `${base(connectionId)}/messages`;
  if (file === undefined)
    return api<{ id: string }>(path, { method: 'POST', body: { ...customer, id, body } });
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...customer, id, body })) form.set(name, value);
  form.append('medias', file, file.name);
  return api<{ id: string }>(path, { method: 'POST', form });
};
