import type { LastSeen } from './auth/last-seen.ts';
import type { Security } from './auth/security.ts';
import type { Sessions } from './auth/sessions.ts';
import type { ApiDeps, App } from './deps.ts';
import type { Hub } from './live/hub.ts';
import type { Online } from './live/online.ts';
import type { Presence } from './live/presence.ts';
import type { Serving } from './live/serving.ts';
import type { Names } from './names/names.ts';
import type { Limits } from './quotas/limits.ts';

/** All that features are given. Each declares the part of it that it needs (`Pick`), and gets no more. */
export interface Api extends Omit<ApiDeps, 'now'> {
  readonly app: App;
  readonly names: Names;
  readonly sessions: Sessions;
  readonly lastSeen: LastSeen;
  readonly online: Online;
  readonly hub: Hub;
  readonly presence: Presence;
  readonly serving: Serving;
  readonly limits: Limits;
  readonly security: Security;
  readonly now: () => Date;
}
