/** Channel names of the change feed. Messages of a ticket flow only to those who subscribe to `room(ticketId)`. */
export const channels = {
  ticket: (companyId: string) => `company-${companyId}-ticket`,
  appMessage: (companyId: string) => `company-${companyId}-appMessage`,
  room: (companyId: string, ticketId: string) => `company-${companyId}-appMessage/${ticketId}`,
  /** Notes, too, flow only to those who joined their ticket. */
  ticketNote: (companyId: string) => `company-${companyId}-ticketNote`,
  contact: (companyId: string) => `company-${companyId}-contact`,
  user: (companyId: string) => `company-${companyId}-user`,
  auth: (companyId: string) => `company-${companyId}-auth`,
  whatsapp: (companyId: string) => `company-${companyId}-whatsapp`,
  whatsappSession: (companyId: string) => `company-${companyId}-whatsappSession`,
  apiToken: (companyId: string) => `company-${companyId}-apiToken`,
  contactList: (companyId: string) => `company-${companyId}-ContactList`,
  contactListItem: (companyId: string) => `company-${companyId}-ContactListItem`,
  /** Who stands in this list alone. */
  contactListItemsOf: (companyId: string, listId: string) => `company-${companyId}-ContactListItem-${listId}`,
  chat: (companyId: string) => `company-${companyId}-chat`,
  chatMessage: (companyId: string) => `company-${companyId}-chatMessage`,
  /** The own chats of somebody: for themselves alone. */
  chatsOfUser: (companyId: string, userId: string) => `company-${companyId}-chat-user-${userId}`,
  /** One chat, and what is said in it: for its members alone. */
  chatAlone: (companyId: string, chatId: string) => `company-${companyId}-chat-${chatId}`,
  presence: (companyId: string) => `company-${companyId}-presence`,
  /** That somebody signed in or out; who that is, and where, is asked for. */
  session: (companyId: string) => `company-${companyId}-session`,
  audit: (companyId: string) => `company-${companyId}-audit`,
  payment: (companyId: string) => `company-${companyId}-payment`,
  company: (companyId: string) => `company-${companyId}-company`,
  /** All companies, for super users; of the platform's company alone. */
  companies: (companyId: string) => `company-${companyId}-companies`,
  record: (companyId: string, record: string) => `company-${companyId}-${record}`,
} as const;
