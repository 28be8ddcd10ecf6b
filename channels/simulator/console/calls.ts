import { api } from '../../../console/shell/api.ts';
import type { PhoneFaultMode } from '../phone-events.ts';
import type { ShownMessage } from '../shown-message.ts';

/** The customer whose phone it is. */
export interface Customer {
  readonly number: string;
  readonly name: string;
  /** The group they write in; absent: to the company alone. */
  readonly group?: { readonly number: string; readonly name: string };
}
/** Returns the number of the chat that is open on their phone. */
export const chatOf = ({ number, group }: Customer): string => group?.number ?? number;
export const faultModes: readonly PhoneFaultMode[] = [
  'refuse',
  'disconnect',
  'silent',
  'slowFile',
  'loseFile',
];

const base = (connectionId: string) => `/channels/simulator/${encodeURIComponent(connectionId)}`;
const chat = (connectionId: string, number: string) =>
  `${base(connectionId)}/chats/${encodeURIComponent(number)}`;

export const readChat = (connectionId: string, number: string, signal?: AbortSignal) =>
  api<{ messages: ShownMessage[] }>(chat(connectionId, number), { signal });
export const listNumbers = (connectionId: string, signal?: AbortSignal) =>
  api<{ numbers: string[] }>(`${base(connectionId)}/chats`, { signal });
export const markRead = (connectionId: string, number: string) =>
  api<{ read: number }>(`${chat(connectionId, number)}/read`, { method: 'POST', body: {} });
const bubble = (connectionId: string, number: string, id: string) =>
  `${chat(connectionId, number)}/messages/${encodeURIComponent(id)}`;
export const react = (connectionId: string, number: string, id: string, emoji: string) =>
  api<unknown>(`${bubble(connectionId, number, id)}/reaction`, { method: 'POST', body: { emoji } });
export const vote = (connectionId: string, number: string, id: string, choices: readonly number[]) =>
  api<unknown>(`${bubble(connectionId, number, id)}/vote`, { method: 'POST', body: { choices } });
export const setFault = (connectionId: string, mode: PhoneFaultMode, count: number) =>
  api<unknown>(`${base(connectionId)}/faults`, { method: 'POST', body: { mode, count } });

/** Resolves once what they wrote has come. `id` makes a repeated request the same message. */
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
  const { number, name: called, group } = customer;
  for (const [name, value] of Object.entries({ number, name: called, id, body })) form.set(name, value);
  if (group) form.set('group', JSON.stringify(group));
  form.append('medias', file, file.name);
  return api<{ id: string }>(path, { method: 'POST', form });
};

/** Resolves once they have rung, and nobody took it: a company that takes no calls has it refused. */
export const ring = (connectionId: string, customer: Customer, id: string) =>
  api<unknown>(`${base(connectionId)}/messages`, {
    method: 'POST',
    body: { ...customer, id, extra: { call: { missed: true, video: false, outcome: 'missed' } } },
  });
