/** What DEMO fills an installation with, for whoever tries it out: companies, people, conversations, and their access. */

import { companyDecider } from '../../domain/company/company.ts';
import type { CompanyEvent } from '../../domain/company/events.ts';
import type { Desk } from '../../domain/desk/desk.ts';
import { streamEvents } from '../../domain/kernel/stream-pages.ts';
import { companyStream } from '../../domain/streams.ts';
import type { Stores } from '../stores.ts';
import { demoCompanyId, otherCompanyId } from './seed.ts';

/**
 * The demo's companies work only while DEMO is on: its accounts, whose passwords were once shown to whoever looked,
 * must not stay behind as doors into a desk in use. What is in them stays, and is there again with DEMO.
 */
export async function setDemoAccess(
  desk: Desk,
  { eventStore, state }: Pick<Stores, 'eventStore' | 'state'>,
  active: boolean,
): Promise<void> {
  if ((await state.get('demo/step/company')) === undefined) return;
  for (const companyId of [demoCompanyId, otherCompanyId]) {
    let company = companyDecider.initial;
    for await (const event of streamEvents(eventStore, companyStream(companyId)))
      company = companyDecider.evolve(company, event as unknown as CompanyEvent, event.metadata.at);
    if (company.status === 'active' && company.fields.active !== active)
      await desk.companies.update({ companyId, actor: { kind: 'system', id: 'demo' } }, { active });
  }
}
