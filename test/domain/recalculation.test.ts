import { describe, expect, it } from 'vitest';
import { recalculation } from '../../domain/ledger/recalculation.ts';
import { given } from './given.ts';
import { RECORDS, shop } from './shop.ts';

const input = { date: '2026-01-01', item_fk: [12, 11] };
const plan = { position: '40', digest: 'a', differences: 2 };
const rates = shop({ records: { 'currency_rate-5': RECORDS['currency_rate-4'] ?? {} } });
const asked = given(recalculation).after([{ type: 'ask', input }]);
const committed = asked.after([{ type: 'commit', plan }]);
const ask = (more: object) => given(recalculation).when({ type: 'ask', input: { ...input, ...more } }, rates);

describe('a recalculation that is new', () => {
  it('stores its first day and its goods, and uses the rules in force when it names no rate', () => {
    const [event] = ask({}).gives('recalculation.asked');
    expect(event?.data).toEqual({
      date: '2026-01-01',
      item_fk: [11, 12],
      inventory_fk: [],
      rate_fk: null,
      to_rate_fk: null,
      note: null,
    });
  });

  it('names the wrong rate and the right one, which differ', () => {
    ask({ rate_fk: 4, to_rate_fk: 5 }).gives('recalculation.asked');
    ask({ rate_fk: 4 }).isRefused('to_rate_fk: required');
    ask({ to_rate_fk: 4 }).isRefused('rate_fk: required');
    ask({ rate_fk: 4, to_rate_fk: 4, date: '2026-02-30' }).isRefused('to_rate_fk: rates_must_differ', 'date: date');
    ask({ rate_fk: 8, to_rate_fk: 9 }).isRefused('rate_fk: unknown_record', 'to_rate_fk: unknown_record');
  });
});

describe('a recalculation under another rule', () => {
  it('keeps the rule that is in force from its date on, beside no corrected rate', () => {
    const [event] = ask({ average_scope: 'company' }).gives('recalculation.asked');
    expect(event?.data).toMatchObject({ average_scope: 'company' });
    expect(event?.data).not.toHaveProperty('cost_method');
    ask({ cost_method: 'fifo', average_scope: null }).gives('recalculation.asked');
    ask({ cost_method: 'fifo', rate_fk: 4, to_rate_fk: 5 }).isRefused('rate_fk: rate_or_rule');
  });
});

describe('a requested recalculation', () => {
  it('is committed with the plan that was shown, or discarded', () => {
    const [event] = asked.when({ type: 'commit', plan }).gives('recalculation.committed');
    expect(event?.data).toMatchObject({ plan, number: null, item_fk: [11, 12] });
    asked.when({ type: 'discard' }).gives('recalculation.discarded');
  });
});

describe('a committed recalculation', () => {
  it('stays', () => {
    committed.when({ type: 'discard' }).isWrongState();
    asked
      .after([{ type: 'discard' }])
      .when({ type: 'commit', plan })
      .isWrongState();
  });
});

describe('a recalculation whose corrections are stored in several appends', () => {
  const committing = asked.after([{ type: 'start_commit', plan }]);

  it('is finished, and neither discarded nor begun twice', () => {
    committing.when({ type: 'start_commit', plan }).givesNothing();
    committing.when({ type: 'discard' }).isWrongState('commit');
    const [event] = committing.when({ type: 'commit', plan }).gives('recalculation.committed');
    expect(event?.data).toMatchObject({ plan, number: null, item_fk: [11, 12] });
    committed.when({ type: 'start_commit', plan }).isWrongState();
  });
});
