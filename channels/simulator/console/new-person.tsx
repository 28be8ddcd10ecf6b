import Button from '@mui/material/Button';
import { useState } from 'react';
import { LabelledField } from '../../../console/shell/form/fields.tsx';
import { FormTheme } from '../../../console/shell/form/form-theme.tsx';
import { useT } from '../../../console/shell/i18n.ts';
import type { Customer } from './calls.ts';
import { digits, groupNumber, isReachable } from './number.ts';

/** Somebody who has not written yet: a number, and what they are called. */
export function NewPerson({ onPick }: { readonly onPick: (customer: Customer) => void }) {
  const t = useT();
  const [number, setNumber] = useState('');
  const [name, setName] = useState('');
  const [group, setGroup] = useState('');
  const [tried, setTried] = useState(false);
  return (
    <FormTheme>
      <form
        className="tp-new-person col gap-8 soft-t"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isReachable(number)) return;
          const there = group.trim() && { group: { number: groupNumber(group), name: group.trim() } };
          onPick({ number: digits(number), name: name.trim(), ...(there || {}) });
        }}
      >
        <h3 className="small lh-18">{t('testPhone.new.title')}</h3>
        <LabelledField
          size="small"
          label={t('testPhone.new.name')}
          value={name}
          htmlInput={{ maxLength: 100 }}
          onChange={(event) => setName(event.target.value)}
        />
        <LabelledField
          size="small"
          label={t('testPhone.new.number')}
          wrong={tried && !isReachable(number) && t('testPhone.new.wrong')}
          value={number}
          htmlInput={{ inputMode: 'tel', maxLength: 25 }}
          placeholder="55 11 98888-7777"
          onChange={(event) => setNumber(event.target.value)}
        />
        <LabelledField
          size="small"
          label={t('testPhone.new.group')}
          hint={t('testPhone.new.group.hint')}
          value={group}
          htmlInput={{ maxLength: 100 }}
          onChange={(event) => setGroup(event.target.value)}
        />
        <Button type="submit" variant="tonal">
          {t('testPhone.new.start')}
        </Button>
      </form>
    </FormTheme>
  );
}
