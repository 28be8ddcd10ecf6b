import { settingsOf } from '../../channels/channel.ts';
import { channelOf } from '../../channels/known.ts';
import type { ConnectionView, GatewayView } from '../../contract/connection.ts';
import { can, type Rights } from '../../domain/access/policy.ts';
import type { QrCode } from '../../messaging/pairing.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import type { CompanyNames } from '../names/names.ts';
import { queuesOf } from '../names/refs.ts';

const pairingOf = (pairing: QrCode | undefined) =>
  pairing?.kind === 'code'
    ? { qrcode: '', pairingCode: pairing.code }
    : { qrcode: pairing?.code ?? '', pairingCode: '' };

const paceOf = ({ pace, channel }: ConnectionDocument) => {
  const held = pace ?? channelOf(channel)?.pace;
  return held ? { pace: held } : {};
};

const settingsIn = ({ channel, settings }: ConnectionDocument) => {
  const known = channelOf(channel);
  return known && known.settings.length > 0 ? { settings: settingsOf(known, settings) } : {};
};

/** Returns a connection as it is shown; the pairing code only for those who may pair. */
export const connectionViewOf = (
  connection: ConnectionDocument,
  names: CompanyNames,
  viewer: Rights,
  pairing: QrCode | undefined,
  gateway: GatewayView,
): ConnectionView => ({
  id: connection.id,
  name: connection.name,
  number: connection.number,
  ...(connection.formerNumber && { formerNumber: connection.formerNumber }),
  status: connection.status,
  gateway,
  channel: connection.channel,
  isDefault: connection.isDefault,
  ...pairingOf(can(viewer, 'connections-page:actionButtons') ? pairing : undefined),
  retries: connection.retries,
  reason: connection.reason,
  queues: queuesOf(names, connection.queueIds),
  greetingMessage: connection.greetingMessage,
  complationMessage: connection.complationMessage,
  outOfHoursMessage: connection.outOfHoursMessage,
  ratingMessage: connection.ratingMessage,
  ...paceOf(connection),
  ...(can(viewer, 'connections-page:editOrDeleteConnection') && settingsIn(connection)),
  updatedAt: connection.updatedAt,
  position: connection.position,
});
