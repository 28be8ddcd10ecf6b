import { useEffect } from 'react';
import { useNotificationContext, useTranslate } from 'react-admin';
import { notify } from '../../shell/notify.ts';

/** Says react-admin's notifications as our toasts. */
export const NotificationBridge = () => {
  const { notifications, takeNotification } = useNotificationContext();
  const t = useTranslate();
  useEffect(() => {
    if (notifications.length === 0) return;
    const taken = takeNotification();
    if (taken === undefined || typeof taken.message !== 'string') return;
    // Who deletes gives a sentence, and react-admin its own in case that is a key without a text.
    const text = /\s/.test(taken.message)
      ? taken.message
      : t(taken.message, { _: taken.message, ...taken.notificationOptions?.messageArgs });
    if (taken.type === 'error' || taken.type === 'warning') notify.error(text);
    else notify.success(text);
  }, [notifications, takeNotification, t]);
  return null;
};
