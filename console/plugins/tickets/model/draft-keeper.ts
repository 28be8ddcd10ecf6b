/** `here`: in this browser only, the server has not got it yet. */
export type DraftState = 'none' | 'here' | 'saved';

export interface DraftPorts {
  put(body: string): Promise<unknown>;
  /** Keeps the text in this browser; `synced`: the server has it. */
  store(body: string, synced: boolean): void;
  /** Runs `task` after `ms`; gives what cancels it. */
  wait(ms: number, task: () => void): () => void;
}

export interface DraftKeeper {
  change(body: string): void;
  /** What has not reached the server is sent now: the conversation is left, or the server is back. */
  flush(): void;
  state(): DraftState;
  subscribe(listener: () => void): () => void;
}

const REST_MS = 800;

/**
 * Takes one draft to the server: when typing rests, at once when the text is gone (it was sent: offered again on
 * another device, it would be sent twice) or the conversation is left. One request at a time, so that an older text
 * never lands after a newer one.
 */
export const createDraftKeeper = (ports: DraftPorts): DraftKeeper => {
  let latest = '';
  let dirty = false;
  let sending = false;
  let cancel: (() => void) | undefined;
  let state: DraftState = 'none';
  const listeners = new Set<() => void>();
  const tell = (next: DraftState) => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const send = async (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    if (!dirty || sending) return;
    const body = latest;
    sending = true;
    dirty = false;
    const arrived = await ports.put(body).then(
      () => true,
      () => false,
    );
    sending = false;
    // An answer for an older text says nothing about the newer one, whose turn it is now if it no longer rests.
    if (dirty) {
      if (cancel === undefined) void send();
      return;
    }
    dirty = !arrived;
    if (arrived) ports.store(body, true);
    tell(body === '' ? 'none' : arrived ? 'saved' : 'here');
  };

  return {
    change: (body) => {
      latest = body;
      dirty = true;
      ports.store(body, false);
      tell('none');
      cancel?.();
      cancel = undefined;
      if (body === '') void send();
      else cancel = ports.wait(REST_MS, () => void send());
    },
    flush: () => void send(),
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
