import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { ApiError } from './api.ts';
import { translate } from './i18n.ts';

export interface ToastAction {
  /** Key or text. */
  readonly label: string;
  readonly run: () => void;
  readonly primary?: boolean;
}
export interface NotifyOptions {
  /** Toasts of one code are one: a newer replaces the older. */
  readonly code?: string;
  readonly actions?: readonly ToastAction[];
  /** Values of the message (`{ name: 'Ana' }`). */
  readonly values?: Record<string, unknown>;
  /** It stays until this, or until somebody closes it: nobody may be there to read it. */
  readonly until?: AbortSignal;
}
export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'info' | 'error';
  readonly text: string;
  readonly code: string;
  readonly actions: readonly ToastAction[];
  /** Milliseconds it stays while the pointer is elsewhere; undefined: it does not go by itself. */
  readonly stays: number | undefined;
}

/** Pages of the administration, by their addresses. */
const slowPaths = /^\/(connections|contacts|financeiro|helps|queues|settings|subscription|tags|users)\b/;

const toasts = createStore<readonly Toast[]>(() => []);
let nextId = 1;

const show = (kind: Toast['kind'], textOrKey: string, options: NotifyOptions = {}): void => {
  const text = translate(textOrKey, { _: textOrKey, ...options.values });
  const code = options.code ?? textOrKey;
  const actions = options.actions ?? [];
  // An offer must be readable and reachable.
  const usual =
    actions.length > 0 ? 8_000 : kind === 'error' || slowPaths.test(location.pathname) ? 3_000 : 2_000;
  const id = nextId++;
  const toast = { id, kind, text, code, actions, stays: options.until ? undefined : usual };
  options.until?.addEventListener('abort', () => dismiss(id), { once: true });
  toasts.setState((shown) => [...shown.filter((held) => held.code !== code), toast].slice(-4), true);
};

/** Toasts: 2 s, in the administration and of errors 3 s, with an offer 8 s; paused under the pointer or the focus. Takes a message key or a text. */
export const notify = {
  success: (textOrKey: string, options?: NotifyOptions) => show('success', textOrKey, options),
  info: (textOrKey: string, options?: NotifyOptions) => show('info', textOrKey, options),
  error: (textOrKey: string, options?: NotifyOptions) => show('error', textOrKey, options),
};

/** Returns what a failure says to people: its code's translation, else its own text, else 'An error occurred!'. */
export const errorText = (error: unknown): string => {
  const code =
    error instanceof ApiError ? error.code : error instanceof Error ? error.message : String(error ?? '');
  const raw = error instanceof Error ? error.message : typeof error === 'string' ? error : '';
  const values = error instanceof ApiError ? error.details : undefined;
  return translate(`errors.${code}`, { ...values, _: raw === '' ? translate('errors.generic') : raw });
};

export const notifyError = (error: unknown, options: NotifyOptions = {}): void => {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  show('error', errorText(error), { code: error instanceof ApiError ? error.code : undefined, ...options });
};

export const dismiss = (id: number): void =>
  toasts.setState((shown) => shown.filter((toast) => toast.id !== id), true);
export const useToasts = (): readonly Toast[] => useStore(toasts);
