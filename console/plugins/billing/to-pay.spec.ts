import { expect, test } from 'vitest';
import type { CompanyView } from '../../../contract/company.ts';
import { anInvoice } from './fixtures.ts';
import { firstToPay, toPay, totalOf } from './to-pay.ts';

test('an invoice is for the months until it renews to, also over the end of a year and from a long month to a short one', () => {
  const monthsOf = (dueDate: string, until: string) => toPay(anInvoice(1, { dueDate, until })).months;
  expect(monthsOf('2026-11-10', '2026-12-10')).toBe(1);
  expect(monthsOf('2026-12-31', '2027-02-28')).toBe(2);
  expect(monthsOf('2026-11-10', '2027-11-10')).toBe(12);
});

test('another plan costs its months, in whole cents', () => {
  expect(totalOf({ value: 349.9 }, 12)).toBe(4198.8);
  expect(totalOf({ value: 19.99 }, 3)).toBe(59.97);
});

test('a trial that is subscribed to pays for the company’s whole period; without a price or an end there is nothing to pay', () => {
  const plan = { id: 'p1', name: 'Básico', value: 99 };
  const company = { trial: true, dueDate: '2026-12-01', plan, recurrence: 'TRIMESTRAL' } as CompanyView;
  expect(firstToPay(company)).toEqual({ id: '', planId: 'p1', planName: 'Básico', value: 297, months: 3 });
  expect(firstToPay({ ...company, trial: false })).toBeUndefined();
  expect(firstToPay({ ...company, dueDate: null })).toBeUndefined();
  expect(firstToPay({ ...company, plan: { ...company.plan!, value: 0 } })).toBeUndefined();
});
