import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LEAST_BYTES } from './recording.ts';
import { useRecorder } from './use-recorder.ts';

const prepared = vi.hoisted(() => ({ wait: Promise.resolve() }));
vi.mock('./voice.ts', () => ({
  toVoice: async (recorded: Blob) => {
    await prepared.wait;
    return recorded;
  },
}));

const sound = new Blob([new Uint8Array(LEAST_BYTES)], { type: 'audio/webm' });
let recorder: FakeRecorder;
/** As browsers have it: who stops what has stopped hears nothing more. */
class FakeRecorder extends EventTarget {
  static isTypeSupported = () => true;
  state = 'inactive';
  mimeType = 'audio/webm';
  start() {
    this.state = 'recording';
    recorder = this;
  }
  stop() {
    if (this.state === 'inactive') return;
    this.state = 'inactive';
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: sound }));
    this.dispatchEvent(new Event('stop'));
  }
}

const stopped = vi.fn();
const onLeft = vi.fn();
beforeEach(() => {
  stopped.mockClear();
  onLeft.mockClear();
  prepared.wait = Promise.resolve();
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia: async () => ({ getTracks: () => [{ stop: stopped }] }) },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function record() {
  const onVoice = vi.fn();
  const { result, unmount } = renderHook(() => useRecorder(onVoice, onLeft));
  await act(() => result.current.start());
  expect(result.current.state).toBe('recording');
  return { onVoice, result, unmount };
}

/** Begins with sending, and waits for no end. */
function sendOf(result: { readonly current: ReturnType<typeof useRecorder> }): Promise<void> {
  const begun: Promise<void>[] = [];
  act(() => void begun.push(result.current.send()));
  return begun[0]!;
}

test('what was recorded until the microphone went away is sent', async () => {
  const { onVoice, result } = await record();
  // Unplugged: the browser ends the recording by itself.
  act(() => recorder.stop());
  await act(() => result.current.send());
  expect(onVoice).toHaveBeenCalledOnce();
  expect(result.current.state).toBe('idle');
  expect(stopped).toHaveBeenCalled();
});

test('what is thrown away while it is being prepared is not sent, and the next one is', async () => {
  const { onVoice, result } = await record();
  const { promise, resolve } = Promise.withResolvers<void>();
  prepared.wait = promise;
  const sending = sendOf(result);
  expect(result.current.state).toBe('sending');
  act(() => result.current.cancel());
  await act(() => result.current.start());
  resolve();
  await act(() => sending);
  expect(onVoice).not.toHaveBeenCalled();
  expect(result.current.state).toBe('recording');
  await act(() => result.current.send());
  expect(onVoice).toHaveBeenCalledOnce();
});

test('what is being prepared is sent though its conversation is left', async () => {
  const onVoice = vi.fn();
  const { result, unmount } = renderHook(() => useRecorder(onVoice, onLeft));
  await act(() => result.current.start());
  const { promise, resolve } = Promise.withResolvers<void>();
  prepared.wait = promise;
  const sending = sendOf(result);
  unmount();
  resolve();
  await sending;
  expect(onVoice).toHaveBeenCalledOnce();
});

test('what is being recorded when its conversation goes is handed on, and the microphone let go', async () => {
  const { onVoice, unmount } = await record();
  unmount();
  await vi.waitFor(() => expect(onLeft).toHaveBeenCalledOnce());
  expect(onLeft.mock.calls[0]?.[0]).toMatchObject({
    file: { type: 'audio/webm' },
    seconds: expect.any(Number),
  });
  expect(stopped).toHaveBeenCalled();
  expect(onVoice).not.toHaveBeenCalled();
});

test('what was thrown away before is not', async () => {
  const { result, unmount } = await record();
  act(() => result.current.cancel());
  unmount();
  await new Promise((done) => setTimeout(done));
  expect(onLeft).not.toHaveBeenCalled();
  expect(stopped).toHaveBeenCalled();
});

test('what cannot be prepared goes as it was recorded', async () => {
  const { onVoice, result } = await record();
  prepared.wait = Promise.reject(new Error('not loaded'));
  await act(() => result.current.send());
  expect(onVoice.mock.calls[0]?.[0]).toMatchObject({ file: { type: 'audio/webm', size: LEAST_BYTES } });
});
