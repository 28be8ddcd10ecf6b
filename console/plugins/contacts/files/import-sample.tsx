import type { ImportPreview } from '../../../../contract/contact-import.ts';
import { useT } from '../../../shell/i18n.ts';
import { phone } from '../offers/phone.ts';

/** The first rows as they would be saved: whoever took a wrong file sees it here. */
export const ImportSample = ({ rows }: { readonly rows: ImportPreview['sample'] }) => {
  const t = useT();
  if (rows.length === 0) return null;
  return (
    <table className="table dense even ct-sample">
      <caption className="vh">{t('contacts.import.sample')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('contact.name')}</th>
          <th scope="col">{t('contact.number')}</th>
          <th scope="col">{t('contact.email')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, name, number, email }) => (
          <tr key={row}>
            <td className="trunc">{name}</td>
            <td className="num nowrap">{phone(number)}</td>
            <td className="trunc">{email}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
