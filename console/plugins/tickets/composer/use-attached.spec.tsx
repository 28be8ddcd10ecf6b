import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { notify } from '../../../shell/notify.ts';
import { useAttached } from './use-attached.ts';

vi.mock('../../../shell/use-version.ts', () => ({ useVersion: () => ({ data: undefined }) }));
vi.mock('../../../shell/i18n.ts', () => ({ useLocale: () => 'pt' }));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('ten files are attached at most, and a voice that was recorded beside them all the same', () => {
  const refused = vi.spyOn(notify, 'error').mockReturnValue(undefined);
  const { result } = renderHook(() => useAttached('ana', 't1'));
  const fileOf = (name: string) => new File(['x'], name);
  const files = Array.from({ length: 10 }, (_, index) => fileOf(`${index}.png`));
  const added: number[] = [];
  const add = (list: File[], seconds?: number) =>
    act(() => void added.push(result.current.add(list, seconds)));
  add(files);
  add([fileOf('more.png')]);
  expect(refused).toHaveBeenCalledOnce();
  add([fileOf('voice.ogg')], 4);
  expect(refused).toHaveBeenCalledOnce();
  add([fileOf('a.png'), fileOf('b.png')]);
  expect(added).toEqual([10, 0, 1, 0]);
  expect(result.current.files.at(-1)).toMatchObject({ file: { name: 'voice.ogg' }, seconds: 4 });
});
