import { companyDecider } from '../../domain/company/company.ts';
import type { CompanyEvent } from '../../domain/company/events.ts';
import type { Desk } from '../../domain/desk/desk.ts';
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
    const pageSize = 500;
    for (let from = 0; ; from += pageSize) {
      const events = await eventStore.read(companyStream(companyId), { from, limit: pageSize });
      for (const event of events)
        company = companyDecider.evolve(company, event as unknown as CompanyEvent, event.metadata.at);
      if (events.length < pageSize) break;
    }
    if (company.status === 'active' && company.fields.active !== active)
      await desk.companies.update(
        { companyId, actor: { kind: 'system', id: 'demo' } },
        { ...company.fields, active },
      );
  }
}
