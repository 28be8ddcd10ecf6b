import { channelOf } from '../../channels/known.ts';
import { can, type Subject } from '../../domain/access/policy.ts';
import {
  isSettingKey,
  type SettingKey,
  settingKeys,
  settingOf,
  settingValue,
} from '../../domain/company/settings.ts';
import type { QrCode } from '../../domain/connection/qr-code.ts';
import type { ConnectionView, GatewayView, SessionUserView, UserView } from '../../domain/views/index.ts';
import type { CompanyDocument, ConnectionDocument, UserDocument } from '../../projections/documents.ts';
import type { CompanyNames } from '../names.ts';
import { queueRefOf } from './ticket.ts';

type Viewer = Pick<Subject, 'profile' | 'super'> & { readonly userId: string };
const queuesOf = (names: CompanyNames, ids: readonly string[]) =>
  ids.flatMap((id) => queueRefOf(names.get('queues', id)) ?? []);

/** A user as another sees them: the e-mail is for those who manage users and for oneself. */
export const userViewOf = (
  user: Omit<UserDocument, 'passwordHash'>,
  names: CompanyNames,
  viewer: Viewer,
): UserView => ({
  id: user.id,
  name: user.name,
  email: can(viewer, 'users:manage') || viewer.userId === user.id ? user.email : '',
  profile: user.profile,
  super: user.super,
  companyId: user.companyId,
  allTicket: user.allTicket ? 'enabled' : 'desabled',
  whatsappId: user.whatsappId,
  queues: queuesOf(names, user.queueIds),
  position: user.position,
});

/** Secrets are shown to nobody; what is of the whole platform only to super users, unless everybody may read it. */
export const isShown = (key: string, viewer: Pick<Subject, 'super'>): key is SettingKey => {
  if (!isSettingKey(key)) return false;
  const setting = settingOf(key);
  return !setting.secret && (!setting.super || setting.public === true || viewer.super);
};

type Stored = Readonly<Record<string, string>>;

/** Returns every setting that the viewer may see, with its default where nothing is set. `ofPlatform`: what holds for all. */
export const visibleSettings = (ofCompany: Stored, ofPlatform: Stored, viewer: Pick<Subject, 'super'>) =>
  settingKeys
    .filter((key) => isShown(key, viewer))
    .map((key) => ({ key, value: settingValue(settingOf(key).super ? ofPlatform : ofCompany, key) }));

export const sessionUserViewOf = (
  user: Omit<UserDocument, 'passwordHash'>,
  company: CompanyDocument,
  names: CompanyNames,
  ofPlatform: Stored,
): SessionUserView => {
  const viewer = { profile: user.profile, super: user.super, userId: user.id };
  return {
    ...userViewOf(user, names, viewer),
    company: {
      id: company.id,
      name: company.name,
      dueDate: company.dueDate,
      timeZone: company.timeZone,
      settings: visibleSettings(company.settings, ofPlatform, viewer),
      flags: [...company.flags],
    },
  };
};

const pairingOf = (pairing: QrCode | undefined) =>
  pairing?.kind === 'code'
    ? { qrcode: '', pairingCode: pairing.code }
    : { qrcode: pairing?.code ?? '', pairingCode: '' };

const paceOf = ({ pace, channel }: ConnectionDocument) => {
  const held = pace ?? channelOf(channel)?.pace;
  return held ? { pace: held } : {};
};

/** A connection; the pairing code only for those who may pair. */
export const connectionViewOf = (
  connection: ConnectionDocument,
  names: CompanyNames,
  viewer: Pick<Subject, 'profile' | 'super'>,
  pairing: QrCode | undefined,
  gateway: GatewayView,
): ConnectionView => ({
  id: connection.id,
  name: connection.name,
  number: connection.number,
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
  updatedAt: connection.updatedAt,
  position: connection.position,
});
