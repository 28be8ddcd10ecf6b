import { createStore, type StoreApi } from 'zustand/vanilla';
import { latestWins } from '../../../shell/latest-wins.ts';

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
  /** Another tab has the draft now, and takes it to the server: what this one had is not sent any more. */
  handOver(): void;
  /** What has not reached the server is sent now: the conversation is left, or the server is back. */
  flush(): void;
  state(): DraftState;
  /** The same, to be followed. */
  readonly store: StoreApi<DraftState>;
}

const REST_MS = 800;

/**
 * Returns what takes one draft to the server: when typing rests, at once when the text is gone (it was sent: offered
 * again on another device, it would be sent twice) or the conversation is left. One request at a time, so that an older
 * text never lands after a newer one.
 */
export function createDraftKeeper(ports: DraftPorts): DraftKeeper {
  /** Absent: it is another tab's. */
  let latestBody: string | undefined;
  let dirty = false;
  let cancel: (() => void) | undefined;
  const store = createStore<DraftState>(() => 'none');

  const line = latestWins(async (body: string) => {
    if (latestBody === undefined) return;
    const arrived = await ports.put(body).then(
      () => true,
      () => false,
    );
    // An answer for an older text says nothing about the newer one, which has its turn when it rests.
    if (dirty || body !== latestBody) return;
    dirty = !arrived;
    if (arrived) ports.store(body, true);
    store.setState(body === '' ? 'none' : arrived ? 'saved' : 'here', true);
  });
  const send = () => {
    cancel?.();
    cancel = undefined;
    if (!dirty || latestBody === undefined) return;
    dirty = false;
    line.push(latestBody);
  };

  return {
    change: (body) => {
      latestBody = body;
      dirty = true;
      ports.store(body, false);
      store.setState('none', true);
      cancel?.();
      cancel = undefined;
      if (body === '') send();
      else cancel = ports.wait(REST_MS, send);
    },
    handOver: () => {
      cancel?.();
      cancel = undefined;
      dirty = false;
      // What is under way says nothing about the other tab's text, nor is what waits behind it sent.
      latestBody = undefined;
      store.setState('none', true);
    },
    flush: send,
    state: store.getState,
    store,
  };
}
