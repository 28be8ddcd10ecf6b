import type { ChatView } from '../../../contract/chat.ts';

/** Returns who else is in a chat and still of the company. */
export const othersOf = ({ users }: ChatView, userId: string) =>
  users.flatMap(({ user }) => (user && user.id !== userId ? user : []));

/** Returns whether this person may change or delete it: its owner, or any member once the owner is gone. */
export const mayManage = ({ ownerId, hasOwner }: ChatView, userId: string): boolean =>
  ownerId === userId || !hasOwner;
