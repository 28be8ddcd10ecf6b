import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { History, KeyRound, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useInput } from 'react-admin';
import { FieldFrame } from '../../console/plugins/records/field-frame.tsx';
import type { InputPart, RecordParts, Row } from '../../console/plugins/records/parts.ts';
import { useT } from '../../console/shell/i18n.ts';
import { IconButton } from '../../console/shell/ui/icon-button.tsx';
import { publicEventTypes } from '../../domain/public-events/public-event.ts';
import { texts } from '../../domain/texts.ts';
import { Deliveries } from './deliveries.tsx';
import { noAnswerTexts } from './no-answer.ts';
import { SigningSecret } from './signing-secret.tsx';
import './webhook.css';

/** What it is told of, by the names that the receiver sees. */
const EventsInput = ({ source, label }: InputPart) => {
  const {
    id,
    field: { value, onChange },
    fieldState: { error },
  } = useInput({ source });
  const chosenTypes: readonly string[] = Array.isArray(value) ? value : [];
  return (
    <FieldFrame id={id} label={label} error={error?.message} group>
      <fieldset className="auto-180 grid" aria-label={label}>
        {publicEventTypes.map((type) => (
          <FormControlLabel
            key={type}
            label={<code className="mono">{type}</code>}
            control={
              <Checkbox
                checked={chosenTypes.includes(type)}
                onChange={(_event, on) =>
                  onChange(publicEventTypes.filter((one) => (one === type ? on : chosenTypes.includes(one))))
                }
              />
            }
          />
        ))}
      </fieldset>
    </FieldFrame>
  );
};

const Actions = ({ row }: { readonly row: Row }) => {
  const t = useT();
  const [openDialog, setOpen] = useState<'log' | 'secret'>();
  const name = String(row.name);
  const close = () => setOpen(undefined);
  return (
    <>
      <IconButton icon={History} label={t('records.webhook.of', { name })} onClick={() => setOpen('log')} />
      <IconButton
        icon={KeyRound}
        label={t('records.webhook.secret.of', { name })}
        onClick={() => setOpen('secret')}
      />
      {openDialog === 'log' ? <Deliveries id={row.id} name={name} onClose={close} /> : null}
      {openDialog === 'secret' ? <SigningSecret id={row.id} name={name} onClose={close} /> : null}
    </>
  );
};

/** Why nothing is sent: it switched itself off, or has no secret to sign with. */
const Mark = ({ row }: { readonly row: Row }) => {
  const t = useT();
  const key =
    row.active === false && typeof row.offReason === 'string'
      ? `records.webhook.off.${row.offReason}`
      : row.active === true && row.secretSet === false
        ? 'records.webhook.bare'
        : undefined;
  if (key === undefined) return null;
  return (
    <span className={row.active === false ? 'inline gap-4 small t-danger' : 'inline gap-4 small t-warning'}>
      <TriangleAlert size={14} aria-hidden="true" />
      {t(key)}
    </span>
  );
};

export const parts: RecordParts = {
  inputs: { events: EventsInput },
  rowActions: Actions,
  mark: Mark,
  texts: {
    ...noAnswerTexts,
    'records.webhook.of': texts('Entregas de %{name}', 'Deliveries to %{name}', 'Entregas a %{name}'),
    'records.webhook.bare': texts(
      'Sem segredo: nada é enviado',
      'No secret: nothing is sent',
      'Sin secreto: no se envía nada',
    ),
    'records.webhook.off.failing': texts(
      'Desligou-se: nada chegou por um dia',
      'Switched itself off: nothing arrived for a day',
      'Se apagó: nada llegó durante un día',
    ),
    'records.webhook.off.gone': texts(
      'Desligou-se: o endereço não existe mais (410)',
      'Switched itself off: the address is gone (410)',
      'Se apagó: la dirección ya no existe (410)',
    ),
    'records.webhook.secret.title': texts('Segredo da assinatura', 'Signing secret', 'Secreto de la firma'),
    'records.webhook.secret.of': texts(
      'Segredo da assinatura de %{name}',
      'Signing secret of %{name}',
      'Secreto de la firma de %{name}',
    ),
    'records.webhook.secret.none': texts(
      'Ainda não há segredo: nada é enviado sem ele.',
      'There is no secret yet: without it nothing is sent.',
      'Todavía no hay secreto: sin él no se envía nada.',
    ),
    'records.webhook.secret.set': texts(
      'Há um segredo. Um novo vale a partir de agora; o atual assina ao lado dele por um dia, para que nada se perca enquanto o outro sistema é trocado.',
      'There is a secret. A new one holds from now on; the present one signs beside it for a day, so that nothing is lost while the other system is changed.',
      'Hay un secreto. Uno nuevo vale desde ahora; el actual firma a su lado por un día, para que nada se pierda mientras se cambia el otro sistema.',
    ),
    'records.webhook.secret.make': texts('Gerar segredo', 'Make a secret', 'Generar secreto'),
    'records.webhook.secret.renew': texts('Gerar novo segredo', 'Make a new secret', 'Generar nuevo secreto'),
    'records.webhook.secret.shown': texts(
      'Copie o segredo agora: ele não aparece de novo.',
      'Copy the secret now: it is not shown again.',
      'Copie el secreto ahora: no aparece de nuevo.',
    ),
    'records.webhook.secret.copy': texts('Copiar', 'Copy', 'Copiar'),
    'records.webhook.secret.copied': texts('Segredo copiado.', 'Secret copied.', 'Secreto copiado.'),
    'records.webhook.secret.both': texts(
      'O anterior também assina até %{at}.',
      'The one before signs too, until %{at}.',
      'El anterior también firma hasta %{at}.',
    ),
    'records.webhook.secret.end': texts('Encerrar o anterior', 'End the one before', 'Terminar el anterior'),
    'records.webhook.secret.ended': texts(
      'O segredo anterior não vale mais.',
      'The secret before holds no more.',
      'El secreto anterior ya no vale.',
    ),
    'records.webhook.untried': texts('Ainda não tentada.', 'Not tried yet.', 'Aún no intentada.'),
    'records.webhook.wasOff': texts(
      'O webhook estava desligado.',
      'The webhook was off.',
      'El webhook estaba apagado.',
    ),
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
    'records.webhook.state.retrying': texts(
      'Falhou; tenta de novo',
      'Failed; tries again',
      'Falló; reintenta',
    ),
    'records.webhook.state.delivered': texts('Entregue', 'Delivered', 'Entregado'),
    'records.webhook.state.failed': texts('Desistiu', 'Given up', 'Abandonado'),
  },
};
