import { describe, expect, it } from 'vitest';
import type { Decider } from '../../domain/deciding/decider.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { withChecks } from '../../domain/documents/document-checks.ts';
import { rateQuestion } from '../../domain/documents/rate-change.ts';
import { documents } from '../../domain/registry/documents.ts';
import { AHEAD_PERMISSION, dayFields, daysIn } from '../../domain/schemas/day-bounds.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { HISTORIES } from './histories.ts';
import { shop } from './shop.ts';

type State = { readonly status: string };

/** The fields that are refused when the document's decision is this event. */
function refusedOf(declaration: (typeof documents)[number], event: DomainEvent, facts: Facts): readonly string[] {
  const { decider } = declaration;
  const decides: Decider<State, unknown, DomainEvent, Facts> = { ...decider, decide: () => [event] };
  try {
    withChecks(declaration, decides).decide({}, decider.initial, facts);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.issues.map(({ field, message }) => `${field}: ${message}`);
    throw error;
  }
}

/** The data with another day in each of the document's own date fields. */
function dated(value: unknown, names: ReadonlySet<string>, day: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => dated(entry, names, day));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      names.has(name) && typeof inner === 'string' ? day : dated(inner, names, day),
    ]),
  );
}

const checked = documents
  .filter(({ isJob }) => !isJob)
  .map((declaration) => ({ declaration, kind: declaration.kind, events: (HISTORIES[declaration.kind] ?? []).flat() }));

describe('a day of a document', () => {
  it.each(checked)('of the kind $kind is refused when it is far away, in every event with it', (of) => {
    const { declaration, events } = of;
    const names = dayFields(declaration.body, ...Object.values(declaration.transitions).map(({ body }) => body));
    for (const event of events) {
      const own = daysIn(event.data, names).filter(({ field }) => !field.endsWith('.date'));
      if (own.length === 0) continue;
      for (const [day, message] of [
        ['9999-12-31', 'date_too_far_ahead'],
        ['1990-01-01', 'date_too_early'],
      ] as const) {
        const far = { ...event, data: dated(event.data, names, day) };
        const refused = refusedOf(declaration, far, shop());
        for (const { field } of own) expect(refused, `${event.type} ${day}`).toContain(`${field}: ${message}`);
      }
      expect(refusedOf(declaration, event, shop()), event.type).toEqual([]);
    }
  });

  it('in the future is refused for every kind that posts or is numbered, except with the permission, and except from the device of a till', () => {
    const told = checked.flatMap(({ declaration, events }) => {
      const names = dayFields(declaration.body);
      const done = events.find(({ type, data }) => type === declaration.numbered?.event && names.has('date') && data);
      const { date } = (done?.data ?? {}) as { readonly date?: unknown };
      if (!done || typeof date !== 'string') return [];
      const tomorrow = { ...done, data: { ...(done.data as object), date: '2026-03-21' } };
      const later = { ...done, data: { ...(done.data as object), date: '2026-03-22' } };
      const clerk = shop({ permissions: [] });
      const ahead = (event: DomainEvent, facts: Facts) =>
        refusedOf(declaration, event, facts).includes('date: date_ahead');
      expect(ahead(tomorrow, clerk), declaration.kind).toBe(false);
      expect(ahead(later, shop({ permissions: [AHEAD_PERMISSION] })), declaration.kind).toBe(false);
      const ofDevice = { ...later, data: { ...later.data, device: {} } };
      expect(ahead(ofDevice, clerk), declaration.kind).toBe(declaration.wasPaid !== true);
      return [[declaration.kind, ahead(later, clerk)] as const];
    });
    expect(told.length).toBeGreaterThan(20);
    expect(told.filter(([, isRefused]) => !isRefused)).toEqual([]);
  });

  it('is in a registered year or later, except for amounts that were open before the first', () => {
    const of = (kind: string) => documents.find((document) => document.kind === kind) as (typeof documents)[number];
    const facts = shop({ firstDay: '2026-03-01' });
    const draft = { type: 'sale.drafted', v: 1, data: { date: '2026-02-28', lines: [] } };
    expect(refusedOf(of('sale'), draft, facts)).toEqual(['date: date_too_early']);
    const settling = { allocations: [{ document: 'opening_balance-1', date: '2026-02-28' }], date: '2026-03-02' };
    const paid = { type: 'customer_transaction.allocated', v: 1, data: settling };
    expect(refusedOf(of('customer_transaction'), paid, facts)).toEqual([]);
  });
});

describe('a rate', () => {
  const rates = [{ id: 4, date: '2026-03-01', rate: '1490', in_rate: '1480' }];
  const asked = (text: string, settings: object = {}, more: object = {}) => {
    const records = { 'system_setting-1': { currency_fk: 1, ...settings } };
    return rateQuestion('rate', text, rates[0], shop({ confirmed: false, records, ...more }));
  };

  it('must be confirmed above the percentage, from the nearer of both rates, and not at it', () => {
    expect(asked('1788')).toBeUndefined();
    expect(asked('1788.01')?.params).toMatchObject({
      rate: '1788.01',
      value: '1490',
      percent: '20',
      day: '2026-03-01',
    });
    expect(asked('1184')).toBeUndefined();
    expect(asked('1183.99')?.params).toMatchObject({ value: '1480' });
    expect(asked('1550', { rate_change_percent: '4' })?.message).toBe('rate_changes_much');
    expect(asked('14800', { rate_change_percent: null })).toBeUndefined();
    expect(asked('14800', {}, { confirmed: true })).toBeUndefined();
  });
});
