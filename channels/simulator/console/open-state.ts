import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { browserStorage } from '../../../console/shell/storage.ts';

const key = 'testPhone.open';
/** Whether the test phone covers the thread, as on a phone: there it is asked for each time, never remembered. */
const covers = () => matchMedia('(max-width: 599px)').matches;

/** One answer for the button in the header and the dock beside the thread, for every ticket. */
const phone = createStore<{ readonly open: boolean }>(() => ({
  open: browserStorage.getItem(key) === '1' && !covers(),
}));

export const setPhoneOpen = (open: boolean): void => {
  phone.setState({ open });
  if (!covers()) browserStorage.setItem(key, open ? '1' : '0');
};

export const usePhoneOpen = (): boolean => useStore(phone, ({ open }) => open);
