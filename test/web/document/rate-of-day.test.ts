/** Rates change with the day of their document unless they were typed. */
import { afterEach, describe, expect, it } from 'vitest';
import { capitalDeclaration } from '../../../web/equity/capital-transactions.tsx';
import { queryClient } from '../../../web/shared/api/query.ts';
import type { EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import type { Draft, Fields } from '../../../web/shared/document/model/draft.ts';
import { edit, startEditing } from '../../../web/shared/document/model/editing.ts';
import { EditingStore } from '../../../web/shared/document/model/editing-store.ts';
import {
  dayEntry,
  followDay,
  lacksRate,
  rateOfDay,
  withRatesOfDay,
} from '../../../web/shared/document/model/goods/rate-of-day.ts';
import { readDateWord } from '../../../web/shared/typing/date-words.ts';

const rateField = {
  field: 'rate',
  kind: 'rate',
  ofDay: (header: Fields, line: Fields) => rateOfDay('out', line['currency_fk'], header),
} as const;
const declaration = { header: [rateField], details: [], columns: [rateField] } as unknown as EditorDeclaration;

const FEBRUARY = { rate_id: 7, rate: '1510', in_rate: '1500' };
const known = (day: string, row: object | null) => queryClient.setQueryData(['currency_rates', 'last_rate', day], row);

const dollars = (fields: Fields): Fields => ({ currency_fk: 2, system_currency_fk: 1, ...fields });
const draft = (header: Fields, ...lines: Fields[]): Draft => ({
  header: dollars(header),
  lines: lines.map((fields, index) => ({ key: index + 1, fields })),
  costs: [],
});

describe('the rate of capital', () => {
  afterEach(() => queryClient.clear());
  const fields = [...capitalDeclaration.header, ...capitalDeclaration.details];
  const named = (name: string) => fields.find(({ field }) => field === name);

  it.each([
    ['contribution', 'in', '1500'],
    ['withdrawal', 'out', '1510'],
  ])('of a %s is the %s rate, which its label and the kept rate say', (transaction_type, direction, rate) => {
    known('2026-02-10', FEBRUARY);
    const header = dollars({ date: '2026-02-10', transaction_type, rate_fk: 7, rate: '1' });
    const ofDay = { rate_fk: 7, rate };
    const label = named('rate')?.label;
    expect(typeof label === 'function' ? label(header) : label).toBe(`document:rate_${direction}`);
    expect(named('rate')?.keeps?.(header)).toBe(direction);
    expect(named('rate')?.ofDay?.(header, header)).toEqual(ofDay);
    expect(named('currency_fk')?.fills?.({ currency_id: 2 }, header, header)).toMatchObject(ofDay);
    const choose = (before: Fields) => named('transaction_type')?.fills?.(transaction_type, before, before);
    expect(choose(header)).toEqual(ofDay);
    expect(choose({ ...header, rate_fk: null, rate: '1505' })).toEqual({});
    expect(choose({ ...header, currency_fk: 1 })).toEqual({ rate_fk: null, rate: null });
  });
});

describe('the rates of a draft', () => {
  afterEach(() => queryClient.clear());

  it('become those of its day, in the header and in the lines', () => {
    known('2026-02-10', FEBRUARY);
    const before = draft({ date: '2026-02-10', rate_fk: 1, rate: '1490' }, dollars({ rate_fk: 1, rate: '1490' }));
    const after = withRatesOfDay(declaration, before);
    expect(after.header).toMatchObject({ rate_fk: 7, rate: '1510' });
    expect(after.lines[0]?.fields).toMatchObject({ rate_fk: 7, rate: '1510' });
  });

  it('stay when a person typed them', () => {
    known('2026-02-10', FEBRUARY);
    const typed = draft({ date: '2026-02-10', rate_fk: null, rate: '1495' }, dollars({ rate_fk: null, rate: '1496' }));
    expect(withRatesOfDay(declaration, typed)).toBe(typed);
  });

  it('of the system currency are none', () => {
    known('2026-02-10', FEBRUARY);
    const dinars = draft({ date: '2026-02-10', currency_fk: 1, rate_fk: null, rate: null }, { currency_fk: null });
    expect(withRatesOfDay(declaration, dinars)).toBe(dinars);
  });

  it('are empty on a day that has none, and are there again on one that has', () => {
    known('2026-01-01', null);
    known('2026-02-10', FEBRUARY);
    const early = withRatesOfDay(declaration, draft({ date: '2026-01-01', rate_fk: 7, rate: '1510' }));
    expect(early.header).toMatchObject({ rate_fk: null, rate: null });
    const late = withRatesOfDay(declaration, { ...early, header: { ...early.header, date: '2026-02-10' } });
    expect(late.header).toMatchObject({ rate_fk: 7, rate: '1510' });
  });

  it('are those of a typed day when its field is left, and are not missing meanwhile', () => {
    known('2026-02-10', FEBRUARY);
    known('2002-02-10', null);
    const costs = { ...declaration, costs: [] };
    const store = new EditingStore(draft({ date: '2026-01-20', rate_fk: 1, rate: '1490' }));
    const entry = dayEntry((day, before) => followDay({ store, declaration: costs }, day, before));
    const days = ['10/2/2', '10/2/20', '10/2/202', '10/2/2026'].map((text) => {
      entry.typed(store.state.draft.header['date']);
      const value = readDateWord(text, { today: '2026-01-20' }) ?? { unread: text, problem: '' };
      store.edit({ do: 'set', at: { field: 'date' }, value });
      return [value, store.state.draft.header['rate'], lacksRate(costs, store.state.draft)];
    });
    expect(days[0]).toEqual(['2002-02-10', '1490', false]);
    expect(days.at(-1)).toEqual(['2026-02-10', '1490', false]);
    entry.left(store.state.draft.header['date']);
    expect(store.state.draft.header).toMatchObject({ rate_fk: 7, rate: '1510' });
  });

  it('are no step of their own: the day is undone with them', () => {
    known('2026-02-10', FEBRUARY);
    const start = startEditing(draft({ date: '2026-01-20', rate_fk: 1, rate: '1490' }));
    const settled = (draft: Draft) =>
      draft.header['date'] === '2026-02-10' ? withRatesOfDay(declaration, draft) : draft;
    const chosen = edit(start, { do: 'set', at: { field: 'date' }, value: '2026-02-10' });
    const noted = edit(chosen, { do: 'set', at: { field: 'note' }, value: 'for Karwan' });
    const followed = edit(noted, { do: 'settle', settled });
    expect(followed.draft.header).toMatchObject({ rate: '1510', note: 'for Karwan' });
    expect(edit(followed, { do: 'undo' }).draft.header).toMatchObject({ date: '2026-02-10', rate: '1510' });
    expect(edit(edit(followed, { do: 'undo' }), { do: 'undo' }).draft).toEqual(start.draft);
    expect(edit(edit(followed, { do: 'undo' }), { do: 'redo' }).draft).toEqual(followed.draft);
  });
});
