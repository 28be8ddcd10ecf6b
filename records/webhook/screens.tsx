import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useInput } from 'react-admin';
import { FieldFrame } from '../../console/plugins/records/field-frame.tsx';
import type { InputPart, RecordParts, Row } from '../../console/plugins/records/parts.ts';
import { useT } from '../../console/shell/i18n.ts';
import { IconButton } from '../../console/shell/ui/icon-button.tsx';
import { publicEventTypes } from '../../domain/public-events/public-event.ts';
import { texts } from '../../domain/texts.ts';
import { Deliveries } from './deliveries.tsx';
import './webhook.css';

/** What it is told of, by the names that the receiver sees. */
const EventsInput = ({ source, label }: InputPart) => {
  const {
    id,
    field: { value, onChange },
    fieldState: { error },
  } = useInput({ source });
  const chosen: readonly string[] = Array.isArray(value) ? value : [];
  return (
    <FieldFrame id={id} label={label} error={error?.message} group>
      <fieldset className="wh-events" aria-label={label}>
        {publicEventTypes.map((type) => (
          <FormControlLabel
            key={type}
            label={<code className="mono">{type}</code>}
            control={
              <Checkbox
                checked={chosen.includes(type)}
                onChange={(_event, on) =>
                  onChange(publicEventTypes.filter((one) => (one === type ? on : chosen.includes(one))))
                }
              />
            }
          />
        ))}
      </fieldset>
    </FieldFrame>
  );
};

const Log = ({ row }: { readonly row: Row }) => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const name = String(row.name);
  return (
    <>
      <IconButton icon={History} label={t('records.webhook.of', { name })} onClick={() => setOpen(true)} />
      {isOpen ? <Deliveries id={String(row.id)} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  );
};

export const parts: RecordParts = {
  inputs: { events: EventsInput },
  rowActions: Log,
  texts: {
    'records.webhook.of': texts('Entregas de %{name}', 'Deliveries to %{name}', 'Entregas a %{name}'),
    'records.webhook.untried': texts('Ainda não tentada.', 'Not tried yet.', 'Aún no intentada.'),
    'records.webhook.ms': texts('%{ms} ms', '%{ms} ms', '%{ms} ms'),
    'records.webhook.next': texts('Próxima tentativa: %{at}', 'Next try: %{at}', 'Próximo intento: %{at}'),
    'records.webhook.replay': texts(
      'Entregar %{type} de novo',
      'Deliver %{type} again',
      'Entregar %{type} de nuevo',
    ),
    'records.webhook.replayed': texts(
      'Será entregue de novo.',
      'It is delivered again.',
      'Se entregará de nuevo.',
    ),
    'records.webhook.test': texts('Enviar teste', 'Send a test', 'Enviar prueba'),
    'records.webhook.tested': texts('Teste a caminho.', 'A test is on its way.', 'Prueba en camino.'),
    'records.webhook.none': texts(
      'Nada foi entregue ainda',
      'Nothing was delivered yet',
      'Nada fue entregado todavía',
    ),
    'records.webhook.none.text': texts(
      'O que acontecer de agora em diante aparece aqui por 30 dias.',
      'What happens from now on appears here for 30 days.',
      'Lo que ocurra de ahora en adelante aparece aquí por 30 días.',
    ),
    'records.webhook.older': texts('Mais antigas', 'Older ones', 'Más antiguas'),
    'records.webhook.state.due': texts('A caminho', 'On its way', 'En camino'),
    'records.webhook.state.delivered': texts('Entregue', 'Delivered', 'Entregado'),
    'records.webhook.state.failed': texts('Desistiu', 'Given up', 'Abandonado'),
  },
};
