import type { ContactView } from '../../contract/contact.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import { contactPictureUrl } from '../media/url.ts';
import { ownAddresses } from './addresses.ts';

/**
 * Returns the name that is shown. Of one who was erased nothing is left to show; a screen, and who listens to it, still
 * needs a word for whose ticket it was.
 */
export const shownName = ({ name, erasedAt }: ContactDocument): string =>
  erasedAt === undefined ? name : '—';

/** Returns the addresses of a contact; nothing where there are none, for most have a number. */
export const addressesOf = ({ aliases }: ContactDocument): Pick<ContactView, 'addresses'> => {
  const addresses = ownAddresses(aliases);
  return addresses.length > 0 ? { addresses: [...addresses] } : {};
};

export function contactViewOf(contact: ContactDocument): ContactView {
  const picture = contactPictureUrl(contact);
  return {
    id: contact.id,
    uuid: contact.id,
    active: contact.deletedAt === null,
    name: contact.name,
    number: contact.number,
    email: contact.email,
    profilePicUrl: picture,
    urlPicture: picture,
    extraInfo: contact.extraInfo,
    isGroup: contact.isGroup,
    ...addressesOf(contact),
    ...(contact.leftCampaigns && { leftCampaigns: contact.leftCampaigns.at }),
    createdAt: contact.createdAt,
    updatedAt: contact.updatedAt,
    position: contact.position,
  };
}

/** Returns what a list shows of a contact that is gone. */
export const nobody = (id: string) => ({
  id,
  name: '',
  number: '',
  email: '',
  profilePicUrl: null,
  extraInfo: [],
});
