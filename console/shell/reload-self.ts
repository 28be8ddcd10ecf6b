import { ApiError } from './api.ts';
import { notifyError } from './notify.ts';
import { refreshSession } from './session.tsx';

/** Who is signed in here, with the name and the rights they have now: menus and lists follow by themselves. */
export const reloadSelf = (): void =>
  void refreshSession().catch((error: unknown) => {
    // The end of a session is told of by itself.
    if (!(error instanceof ApiError && error.status === 401)) notifyError(error);
  });
