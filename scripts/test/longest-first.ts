import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files of half a minute and more, by what they took when the whole was last measured: begun last, one of them runs alone at the end.
 * None of the system suite: several processes on MongoDB, its longest, are the better for it, and beside twenty rounds of kills they
 * took twice as long, and fell behind.
 */
export const longestFiles = [
  'testing/browser/reach.browser.ts',
  'console/plugins/tickets/conversation/conversation.browser.ts',
  'testing/browser/mongo.browser.ts',
  'console/plugins/tickets/list/list.browser.ts',
  'testing/browser/screens.browser.ts',
  'console/plugins/companies/companies.browser.ts',
  'console/plugins/login/signup.browser.ts',
  'console/plugins/kanban/kanban.browser.ts',
  'testing/browser/campaign.browser.ts',
  'console/plugins/tickets/lines.browser.ts',
  'testing/browser/shell-lines.browser.ts',
  'api/contacts/file-routes.spec.ts',
  'channels/whatsapp/driver/delivery.spec.ts',
  'stores/event-store/eventstoredb/failures.spec.ts',
];

/** Returns the files with the longest first, the others as they were. */
export function longestFirst<File>(files: readonly File[], pathOf: (file: File) => string): File[] {
  const rankOf = (file: File) => {
    const rank = longestFiles.findIndex((path) => pathOf(file).endsWith(`/${path}`));
    return rank < 0 ? longestFiles.length : rank;
  };
  return files.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Vitest's order of files, within each suite the longest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const suites = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...suites.values()].flatMap((suite) => longestFirst(suite, ({ moduleId }) => moduleId));
  }
}
