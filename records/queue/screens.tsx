import { useQuery } from '@tanstack/react-query';
import { Plug, UserX } from 'lucide-react';
import { Link } from 'react-router';
import type { RecordParts, Row } from '../../console/plugins/records/parts.ts';
import { dryRunTexts, useBotSettings } from '../../console/shell/dry-run/talk.ts';
import { useT } from '../../console/shell/i18n.ts';
import { texts } from '../../domain/records/declare.ts';
import { lacksOf } from './belonging.ts';
import { attendantsQuery, numbersQuery, useFollowedHolders } from './holders.tsx';
import { HoursField } from './hours-input.tsx';
import { OptionsTab, QueuePage } from './page.tsx';
import { treeTexts } from './tree/texts.ts';

const ways = {
  attendants: { to: '/users', icon: UserX },
  connections: { to: '/connections', icon: Plug },
} as const;

/** A queue that nobody attends, or that no number leads to, says so and leads to where that is mended. */
const Lacks = ({ row }: { readonly row: Row }) => {
  const t = useT();
  const attendants = useQuery(attendantsQuery).data;
  const connections = useQuery(numbersQuery).data;
  return lacksOf(row.id, attendants, connections).map((lack) => {
    const { to, icon: Icon } = ways[lack];
    return (
      <Link key={lack} to={to} className="status c-warn" title={t(`records.queue.lack.${lack}.text`)}>
        <Icon className="i" size={14} aria-hidden="true" />
        {t(`records.queue.lack.${lack}`)}
      </Link>
    );
  });
};

const FollowHolders = () => {
  useFollowedHolders();
  return null;
};

await dryRunTexts();

export const parts: RecordParts = {
  above: FollowHolders,
  mark: Lacks,
  inputs: { schedules: HoursField },
  page: QueuePage,
  useHiddenTabs: () => (useBotSettings().scheduleType === 'queue' ? [] : ['hours']),
  tabs: [
    {
      id: 'options',
      label: texts('Opções do robô', 'Bot options', 'Opciones del bot'),
      component: OptionsTab,
    },
  ],
  created: {
    text: texts(
      'Fila criada. Falta escolher quem atende nela e por quais conexões ela chega.',
      'Queue created. Next: choose who attends it and which connections lead to it.',
      'Cola creada. Falta elegir quién la atiende y por qué conexiones llega.',
    ),
    ways: [
      { label: texts('Usuários', 'Users', 'Usuarios'), to: ways.attendants.to },
      { label: texts('Conexões', 'Connections', 'Conexiones'), to: ways.connections.to },
    ],
  },
  texts: {
    ...treeTexts,
    'records.queue.lack.attendants': texts('Nenhum atendente', 'No agents', 'Ningún agente'),
    'records.queue.lack.attendants.text': texts(
      'Ninguém recebe as conversas desta fila. Escolha quem atende nela em Usuários.',
      'Nobody receives this queue’s conversations. Choose who attends it under Users.',
      'Nadie recibe las conversaciones de esta cola. Elija quién la atiende en Usuarios.',
    ),
    'records.queue.lack.connections': texts('Nenhuma conexão', 'No connection', 'Ninguna conexión'),
    'records.queue.lack.connections.text': texts(
      'Nenhum número oferece esta fila aos clientes. Escolha um em Conexões.',
      'No number offers this queue to customers. Choose one under Connections.',
      'Ningún número ofrece esta cola a los clientes. Elija uno en Conexiones.',
    ),
    'records.hours.from': texts('Abre', 'Opens', 'Abre'),
    'records.hours.to': texts('Fecha', 'Closes', 'Cierra'),
    'records.hours.closed': texts('Fechado', 'Closed', 'Cerrado'),
    'records.hours.open': texts('%{day}: aberto', '%{day}: open', '%{day}: abierto'),
  },
};
