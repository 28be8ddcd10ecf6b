import type { Channel } from './channel.ts';
import { simulator } from './simulator/channel.ts';
import { whatsapp } from './whatsapp/channel.ts';

/** Every channel of this build, in the order in which they are offered: a further one is its folder and its line here. */
export const channels: readonly [Channel, ...Channel[]] = [whatsapp, simulator];
