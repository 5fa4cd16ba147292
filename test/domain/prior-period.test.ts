import { describe, expect, it } from 'vitest';
import { fold } from '../../domain/deciding/decider.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import { isOfADay } from '../../domain/deciding/read-model-query.ts';
import { fieldsOf } from '../../domain/documents/document-fields.ts';
import { documents } from '../../domain/registry/documents.ts';
import { postingTable as rules } from '../../domain/registry/posting-table.ts';
import type { EffectiveDate } from '../../domain/values/effective-date.ts';
import { membersOf } from '../../domain/values/members.ts';
import { firstOpenDay, redated, trueDateOf, withTrueDate, type Year } from '../../domain/values/prior-period.ts';
import { HISTORIES } from './histories.ts';

const year = (number: number, status: Year['status']): Year => ({
  from: `${number}-01-01` as EffectiveDate,
  to: `${number}-12-31` as EffectiveDate,
  status,
});
const years = [year(2024, 'closed'), year(2025, 'closed'), year(2026, 'open'), year(2027, 'open')];

describe('a day of a closed year', () => {
  it('leads to the first open day after it', () => {
    expect(firstOpenDay('2024-05-05', years)).toBe('2026-01-01');
    expect(firstOpenDay('2026-05-05', years)).toBeUndefined();
    expect(firstOpenDay('2020-05-05', years)).toBeUndefined();
    expect(firstOpenDay('2024-05-05', years.slice(0, 2))).toBeUndefined();
  });
});

describe('an event of a closed year', () => {
  const event: DomainEvent = { type: 'sale.completed', v: 1, data: { date: '2025-12-30', outlet_fk: 1, number: null } };

  it('is dated on the open day and keeps its true date', () => {
    expect(redated(event, () => '2026-01-01').data).toEqual({
      date: '2026-01-01',
      outlet_fk: 1,
      number: null,
      true_date: '2025-12-30',
    });
    expect(redated(event, () => undefined)).toBe(event);
  });

  it('keeps the true date of its document as long as its day does not change', () => {
    const again: DomainEvent = { ...event, data: { date: '2026-01-01', outlet_fk: 1 } };
    const own = { date: '2026-01-01', true_date: '2025-12-30' };
    const kept = (data: object, after: object = data) =>
      trueDateOf(withTrueDate({ ...again, data }, own, () => membersOf(after)).data);
    expect(kept({ date: '2026-01-01', outlet_fk: 1 })).toBe('2025-12-30');
    expect(kept({ date: '2026-01-02', outlet_fk: 1 })).toBeUndefined();
    // Other events of the same day, such as payments and receipts of goods, do not get the true date.
    expect(kept({ date: '2026-01-01' })).toBeUndefined();
    expect(kept({ date: '2026-01-01', outlet_fk: 1, allocation_id: 1 }, own)).toBeUndefined();
  });
});

/** The first posting event of each kind of document. */
const posting = documents.flatMap((declaration) => {
  // An order posts only its advance payment, and a claim only its steps, on the days of these.
  if (declaration.period || ['purchase_order', 'warranty_claim'].includes(declaration.kind)) return [];
  const history = (HISTORIES[declaration.kind as keyof typeof HISTORIES] ?? []) as readonly (readonly DomainEvent[])[];
  const own = history.flatMap((events) => {
    const index = events.findIndex(({ type, data }) => rules[type]?.does === 'post' && 'outlet_fk' in (data as object));
    const isMoved = index >= 0 && !isOfADay(declaration.measures?.(membersOf(events[index]?.data), []));
    return isMoved ? [events.slice(0, index + 1)] : [];
  });
  return own[0] ? [[declaration.kind, declaration, own[0]] as const] : [];
});

/** Events of documents with an outlet and a day of their own. */
const STEPS = ['customer_transaction.allocated', 'pos_sale.part_refunded', 'drawer.paid_in'];

describe('the true date', () => {
  it.each(posting)(
    'is in the state of a %s, and its posting takes effect on the open day',
    (_, declaration, events) => {
      const last = events.at(-1) as DomainEvent;
      const moved = redated(last, () => '2029-01-01');
      const state = fold(declaration.decider as never, [...events.slice(0, -1), moved] as never) as { status: string };
      expect(trueDateOf(fieldsOf(declaration, state))).toBe((last.data as { date: string }).date);
      const rule = rules[moved.type];
      const entry = rule?.does === 'post' ? rule.post(moved.data, `${declaration.kind}-1`) : undefined;
      expect(entry === undefined ? '2029-01-01' : entry.effective.slice(0, 10)).toBe('2029-01-01');
    },
  );

  it.each(STEPS)('is not that of a later %s on the open day', (type) => {
    const [kind = ''] = type.split('.');
    const declaration = documents.find((one) => one.kind === kind) as (typeof documents)[number];
    const histories = HISTORIES[kind as keyof typeof HISTORIES] as readonly (readonly DomainEvent[])[];
    const events = histories.find((history) => history.slice(1).some((event) => event.type === type)) ?? [];
    const at = events.findIndex((event, index) => index > 0 && event.type === type);
    const before = events.slice(0, at).map((event) => redated(event, () => '2029-01-01'));
    const state = fold(declaration.decider as never, before as never) as { status: string };
    const own = fieldsOf(declaration, state);
    const step = { ...events[at], data: { ...membersOf(events[at]?.data), date: '2029-01-01' } } as DomainEvent;
    const evolved = () => fieldsOf(declaration, declaration.decider.evolve(state as never, step as never) as never);
    expect(trueDateOf(own)).toBeDefined();
    expect(withTrueDate(step, own, evolved)).toBe(step);
  });
});
