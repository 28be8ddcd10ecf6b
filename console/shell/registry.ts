import type { Plugin } from './plugin.ts';

const found = import.meta.glob<{ plugin: Plugin }>('../plugins/*/plugin.ts', { eager: true });

/** Every plugin there is: adding a feature adds a folder and touches nothing else. */
export const plugins: readonly Plugin[] = Object.values(found).map((module) => module.plugin);
