import { useState } from 'react';
import { ApiError } from '../../../shell/api.ts';
import { useAttempt } from '../../../shell/use-attempt.ts';
import { createContact } from '../../contacts/offers/calls.ts';
import { checkContact } from '../../contacts/offers/fields.ts';
import {
  type ContactValues,
  contactFrom,
  type FieldCodes,
  refusedFields,
} from '../../contacts/offers/form.ts';
import type { PickedContact } from './contact-picker.tsx';

/** Returns the contact that is being created inside another dialog; `values` is undefined while none is. */
export function useNewContact() {
  const attempt = useAttempt();
  const [values, setValues] = useState<ContactValues>();
  const [errors, setErrors] = useState<FieldCodes>({});
  return {
    values,
    errors,
    begin: (typed: string) => {
      setErrors({});
      setValues(contactFrom(typed));
    },
    change: (next: ContactValues) => {
      setErrors({});
      setValues(next);
    },
    end: () => setValues(undefined),
    /** The contact, or the one that has this number already; undefined when a field is wrong (and says so). */
    save: async (): Promise<PickedContact | undefined> => {
      if (values === undefined) return undefined;
      const wrong = checkContact(values);
      setErrors(wrong);
      if (Object.keys(wrong).length > 0) return undefined;
      try {
        const answer = await createContact(values, attempt(values));
        if ('invalido' in answer) {
          setErrors({ number: 'outside' });
          return undefined;
        }
        return answer.existingContact ?? answer;
      } catch (error) {
        const refused = error instanceof ApiError ? refusedFields(error) : undefined;
        if (refused === undefined) throw error;
        setErrors(refused);
        return undefined;
      }
    },
  };
}
