import type { TicketView } from '../../../domain/views/index.ts';
import { usePhoneOpen } from './open-state.ts';
import { Phone } from './phone.tsx';
import './test-phone.css';

/** Beside the thread while it is open; another ticket is another phone. */
export const Dock = ({ ticket }: { readonly ticket: TicketView }) =>
  usePhoneOpen() && ticket.whatsapp !== null ? (
    <Phone
      key={ticket.id}
      connection={ticket.whatsapp}
      contact={{ number: ticket.contact.number, name: ticket.contact.name }}
    />
  ) : null;
