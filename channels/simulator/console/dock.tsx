import type { TicketView } from '../../../contract/ticket.ts';
import { usePhoneOpen } from './open-state.ts';
import { Phone } from './phone.tsx';
import '../../../console/shell/ui/phone.css';
import './test-phone.css';

/** Beside the thread while it is open; another ticket is another phone. */
export const Dock = ({ ticket }: { readonly ticket: TicketView }) =>
  usePhoneOpen() && ticket.connection !== null ? (
    <Phone
      key={ticket.id}
      connection={ticket.connection}
      contact={{ number: ticket.contact.number, name: ticket.contact.name }}
    />
  ) : null;
