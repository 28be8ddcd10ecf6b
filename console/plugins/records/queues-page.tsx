import { useQuery } from '@tanstack/react-query';
import { Plug, UserX } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { queue } from '../../../domain/records/index.ts';
import { useT } from '../../shell/i18n.ts';
import { attendantsQuery, type Lack, lacksOf, numbersQuery } from './belonging.ts';
import { RecordPage } from './record-page.tsx';

const ways = {
  attendants: { to: '/users', icon: UserX },
  connections: { to: '/connections', icon: Plug },
} as const;

const Marks = ({ lacks }: { readonly lacks: readonly Lack[] }) => {
  const t = useT();
  if (lacks.length === 0) return null;
  return (
    <span className="rc-marks">
      {lacks.map((lack) => {
        const { to, icon: Icon } = ways[lack];
        return (
          <Link key={lack} to={to} className="status c-warn" title={t(`records.queue.lack.${lack}.text`)}>
            <Icon className="i" size={14} aria-hidden="true" />
            {t(`records.queue.lack.${lack}`)}
          </Link>
        );
      })}
    </span>
  );
};

/** Queues; one that nobody attends, or that no number leads to, says so and leads to where that is mended. */
export const QueuesPage = () => {
  const navigate = useNavigate();
  const attendants = useQuery(attendantsQuery).data;
  const connections = useQuery(numbersQuery).data;
  const go = (label: string, to: string) => ({ label, run: () => void navigate(to) });
  return (
    <RecordPage
      definition={queue}
      hidden={['mediaName', 'integrationId', 'promptId']}
      numbered="orderQueue"
      mark={({ id }) => <Marks lacks={lacksOf(id, attendants, connections)} />}
      next={{
        text: 'records.queue.next',
        actions: [
          go('records.queue.next.attendants', ways.attendants.to),
          go('records.queue.next.connections', ways.connections.to),
        ],
      }}
    />
  );
};
