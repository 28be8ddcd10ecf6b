import { useInfiniteQuery } from '@tanstack/react-query';
import {
  CircleAlert,
  CircleCheck,
  CircleSlash,
  MessageCircleQuestion,
  MessageCircleReply,
  Send,
} from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../shell/i18n.ts';
import { CardTable } from '../../shell/ui/card-table.tsx';
import { FilterMenu } from '../../shell/ui/filter-menu.tsx';
import { ListFoot } from '../../shell/ui/list-foot.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { phone } from '../contacts/offers/phone.ts';
import { useBecause } from './because.ts';
import { type CampaignView, type ShippingView, shippingStates, shippingsQuery, writtenTime } from './data.ts';

const time = (at: string | null) => (at === null ? '–' : writtenTime(at));

const columns = ['recipient', 'number', 'state', 'requested', 'delivered'] as const;
const looks = {
  sending: ['', Send],
  asked: ['c-info', MessageCircleQuestion],
  confirmed: ['c-info', MessageCircleReply],
  delivered: ['c-ok', CircleCheck],
  failed: ['c-err', CircleAlert],
  leftOut: ['', CircleSlash],
} as const;

interface RowProps {
  readonly shipping: ShippingView;
  /** Whether contacts are asked first. */
  readonly asks: boolean;
}

/** One recipient: on a phone a card. */
function Row({ shipping, asks }: RowProps) {
  const t = useT();
  const because = useBecause();
  const { recipient, number, state, reason, confirmationRequestedAt, deliveredAt } = shipping;
  const [tone, Icon] = looks[state];
  return (
    <tr>
      <td>
        <b>{recipient}</b>
      </td>
      <td className="num" data-label={t('campaigns.shipping.number')}>
        {phone(number)}
      </td>
      <td>
        <span className={`status ${tone}`}>
          <Icon className="i" size={16} aria-hidden="true" />
          {t(`campaigns.state.${state}`)}
        </span>
        {reason ? <small className="subtle">{because(reason)}</small> : null}
      </td>
      {asks ? (
        <td className="num" data-label={t('campaigns.shipping.requested')}>
          {time(confirmationRequestedAt)}
        </td>
      ) : null}
      <td className="num" data-label={t('campaigns.shipping.delivered')}>
        {time(deliveredAt)}
      </td>
    </tr>
  );
}

/** Who got it, who did not, and why. */
export function Shippings({ campaign: { id, confirmation } }: { readonly campaign: CampaignView }) {
  const t = useT();
  const [state, setState] = useState('');
  const list = useInfiniteQuery(shippingsQuery(id, state));
  const { data, error, isPending, refetch } = list;
  const shownColumns = columns.filter((column) => confirmation || column !== 'requested');
  const shippings = data?.pages.flatMap(({ records }) => records) ?? [];
  return (
    <div className="card">
      <div className="card-h row">
        <h2>{t('campaigns.shippings')}</h2>
        <FilterMenu
          label={t('campaigns.shipping.state')}
          all={t('campaigns.all')}
          chosen={state}
          options={shippingStates.map((value) => ({ value, label: t(`campaigns.state.${value}`) }))}
          onChange={setState}
        />
      </div>
      {isPending ? <SkeletonRows rows={5} /> : null}
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data && shippings.length === 0 ? <EmptyState title={t('campaigns.shippings.none')} /> : null}
      {shippings.length > 0 ? (
        <>
          <CardTable below={899} className="tall close cp-table">
            <thead>
              <tr>
                {shownColumns.map((column) => (
                  <th key={column} scope="col">
                    {t(`campaigns.shipping.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shippings.map((shipping) => (
                <Row key={shipping.id} shipping={shipping} asks={confirmation} />
              ))}
            </tbody>
          </CardTable>
          <ListFoot
            shown={shippings.length}
            text={t('campaigns.shippings.count', { smart_count: shippings.length })}
            list={list}
          />
        </>
      ) : null}
    </div>
  );
}
