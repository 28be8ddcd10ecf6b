import Chip from '@mui/material/Chip';
import { BooleanInput, useRecordContext, useTranslate } from 'react-admin';
import type { InputPart, RecordParts } from '../../console/plugins/records/parts.ts';
import { texts } from '../../domain/texts.ts';

/** In words: a mark alone does not say what its absence means. */
const Status = () => {
  const t = useTranslate();
  const isActive = useRecordContext()?.status === true;
  return (
    <Chip
      size="small"
      className={isActive ? 'tone c-ok' : ''}
      label={t(`resources.announcements.status.${isActive ? 'on' : 'off'}`)}
    />
  );
};

/** What is on while it is switched on. */
const Active = ({ source }: InputPart) => (
  <BooleanInput source={source} label="resources.announcements.status.on" />
);

export const parts: RecordParts = {
  cells: { status: Status },
  inputs: { status: Active },
  texts: {
    'resources.announcements.status.on': texts('Ativo', 'Active', 'Activo'),
    'resources.announcements.status.off': texts('Inativo', 'Inactive', 'Inactivo'),
  },
};
