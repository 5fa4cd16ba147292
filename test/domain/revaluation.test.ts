import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import { revaluationDocument } from '../../domain/ledger/revaluation.document.ts';
import { revaluation } from '../../domain/ledger/revaluation.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const input = { outlet_fk: 1, date: '2026-12-31', rate_fk: 4 };
const balances = [
  { account: 111000005, party: null, currency_fk: 2, foreign_amount: '10', base: '14800' },
  { account: 1210, party: 'customer-7', currency_fk: 2, foreign_amount: '40', base: '59200' },
  { account: 2110, party: 'supplier-8', currency_fk: 2, foreign_amount: '-20', base: '-29000' },
];
const measured = { ...shop(), queryResult: { position: '17', balances } };
const drafted = given(revaluation).after([{ type: 'draft', input }]);
const posted = drafted.after([{ type: 'post' }], measured);

describe('a revaluation that is new', () => {
  it('stores the rates of the rate record and the day of its reversal', () => {
    const [event] = given(revaluation).when({ type: 'draft', input }).gives('revaluation.drafted');
    expect(event?.data).toMatchObject({ in_rate: '1480', out_rate: '1490', next_day: '2027-01-01', currency_fk: 1 });
  });

  it('uses one rate for both sides when the setting requires it', () => {
    const setting = (revaluation_rates: string) =>
      shop({ records: { 'system_setting-1': { currency_fk: 1, revaluation_rates } } });
    const rates = (facts: ReturnType<typeof shop>) =>
      given(revaluation).when({ type: 'draft', input }, facts).events()[0]?.data;
    expect(rates(setting('in'))).toMatchObject({ in_rate: '1480', out_rate: '1480' });
    expect(rates(setting('out'))).toMatchObject({ in_rate: '1490', out_rate: '1490' });
  });

  it('is refused with all wrong fields at once', () => {
    given(revaluation)
      .when(
        { type: 'draft', input: { outlet_fk: 2, date: '2026-02-30', rate_fk: 99 } },
        shop({ outlets: [1], retired: ['outlet-2'] }),
      )
      .isRefused('date: date', 'outlet_fk: retired_record', 'outlet_fk: not_your_outlet', 'rate_fk: unknown_record');
  });
});

describe('a draft', () => {
  it('is posted with the balances as they were known, assets at the in rate and debts at the out rate', () => {
    const [event] = drafted.when({ type: 'post' }, measured).gives('revaluation.posted');
    expect(event?.data).toMatchObject({
      position: '17',
      balances: [{ rate: '1480' }, { rate: '1480' }, { rate: '1490' }],
      amount: '-800',
    });
  });

  it('is not posted where there is nothing in foreign currency', () => {
    drafted.when({ type: 'post' }, shop()).isRefused('date: nothing_to_revalue');
  });

  it('is changed and discarded', () => {
    drafted.when({ type: 'change', input }).givesNothing();
    drafted.when({ type: 'change', input: { ...input, note: 'x' } }).gives('revaluation.draft_changed');
    drafted.when({ type: 'discard' }).gives('revaluation.discarded');
    drafted.when({ type: 'reverse', reason: 'x' }).isWrongState('change', 'post', 'discard');
  });
});

describe('a posted revaluation', () => {
  it('is reversed and nothing else', () => {
    posted.when({ type: 'reverse', reason: 'wrong rate' }).gives('revaluation.reversed');
    posted.when({ type: 'discard' }).isWrongState('reverse');
    posted.when({ type: 'change', input }).isWrongState('reverse');
  });

  it('requires both of its days to be open, and no second one on its day', () => {
    const state = posted.state() as { readonly status: string };
    expect(revaluationDocument.postingsOf(state, 'revaluation-1').map(({ effective }) => effective)).toEqual([
      '2026-12-31T23:59:59',
      '2027-01-01T00:00:00',
    ]);
    expect(revaluationDocument.claims?.(drafted.state(), state, 'revaluation-1')).toMatchObject([
      { key: 'revaluation:1:2026-12-31', delta: '1', ceiling: '1' },
    ]);
    const back = posted.after([{ type: 'reverse', reason: null }]).state();
    expect(revaluationDocument.claims?.(state, back, 'revaluation-1')).toMatchObject([{ delta: '-1' }]);
    expect(posted.events.map((event: DomainEvent) => event.type)).toEqual([
      'revaluation.drafted',
      'revaluation.posted',
    ]);
  });
});
