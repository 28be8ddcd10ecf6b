import type { SessionUserView } from '../contract/user.ts';

/** An admin of a company, as the console knows who is signed in. */
export const admin: SessionUserView = {
  ...{ id: 'clara', name: 'Clara', email: 'clara@casa.example', profile: 'admin', super: false },
  ...{ companyId: 'c1', allTicket: 'desabled', connectionId: null, queues: [], queueIds: [], position: 1 },
  company: {
    ...{ id: 'c1', name: 'Casa Lume', dueDate: '2026-12-31', timeZone: 'America/Sao_Paulo', settings: [] },
    flags: [],
  },
};
