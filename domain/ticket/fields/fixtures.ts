import { texts } from '../../texts.ts';
import { choice, ids } from './declare.ts';

/**
 * The fields of a test that asks what follows from a declaration, in place of declared.ts:
 * `vi.mock('…/fields/declared.ts', () => import('…/fields/fixtures.ts'))`. No release has a weight.
 */
export const ticketFields = {
  tagIds: ids({ event: 'TicketTagsChanged', filter: 'tags' }),
  weight: choice({
    event: 'TicketWeightChanged',
    usual: 'light',
    filter: 'weight',
    rule: 'ticket:peek',
    label: texts('Peso', 'Weight', 'Peso'),
    changed: texts('Peso alterado', 'Weight changed', 'Peso cambiado'),
    sentence: texts(
      '%{who} mudou o peso de %{before} para %{after}',
      '%{who} changed the weight from %{before} to %{after}',
      '%{who} cambió el peso de %{before} a %{after}',
    ),
    values: {
      light: { label: texts('Leve', 'Light', 'Ligero') },
      heavy: { label: texts('Pesado', 'Heavy', 'Pesado'), color: '#cc4b37' },
    },
  }),
};
