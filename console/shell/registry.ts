import type { Plugin } from './plugin.ts';

const found = import.meta.glob<{ plugin: Plugin }>(
  ['../plugins/*/plugin.ts', '../../channels/*/console/plugin.ts'],
  { eager: true },
);

/** Every plugin there is, those of channels included: adding a feature adds a folder and touches nothing else. */
export const plugins: readonly Plugin[] = Object.values(found).map((module) => module.plugin);
