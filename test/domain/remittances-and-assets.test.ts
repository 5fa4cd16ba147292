import { describe, expect, it } from 'vitest';
import { boughtOn } from '../../domain/assets/asset-life.ts';
import { assetPurchaseDocument } from '../../domain/assets/asset-purchase.document.ts';
import { type AssetPurchase, assetPurchase } from '../../domain/assets/asset-purchase.ts';
import { assetSale } from '../../domain/assets/asset-sale.ts';
import { depreciationDocument } from '../../domain/assets/depreciation.document.ts';
import { depreciation, dueAfter, dueMonths, dueOn, monthly } from '../../domain/assets/depreciation.ts';
import { revisedAsset } from '../../domain/assets/revised-asset.ts';
import { remittance } from '../../domain/cash/remittance.ts';
import { money, printMoney, subtract, sum } from '../../domain/values/money.ts';
import { balances } from '../posting/reading.ts';
import { given } from './given.ts';
import { assetInput, remittanceInput, revisionInput, withAsset } from './histories-equity.ts';
import { openItem, shop } from './shop.ts';

describe('a remittance', () => {
  const prepare = (change: object) =>
    given(remittance).when({ type: 'draft', input: { ...remittanceInput, ...change } });
  const sent = given(remittance).after([{ type: 'draft', input: remittanceInput }, { type: 'approve' }]);

  it('uses an account of its kind, in the currency of the payment', () => {
    const [event] = prepare({}).gives('remittance.drafted');
    expect(event?.data).toMatchObject({ currency_fk: 2, rate: '1490', account_type: 1, fee: '2' });
    prepare({ remittance_account_fk: 18 }).isRefused('remittance_account_fk: remittance_account_expected');
    prepare({ account_fk: 3 }).isRefused('remittance_account_fk: account_of_another_currency');
  });

  it('is refused with all wrong fields at once', () => {
    prepare({ amount: '0', remittance_account_fk: 5, expense_type_fk: null }).isRefused(
      'amount: greater_than',
      'remittance_account_fk: remittance_account_expected',
      'remittance_account_fk: accounts_must_differ',
      'expense_type_fk: required',
    );
  });

  it('settles documents of its supplier in the outlets that the person holds', () => {
    const openItems = [
      { ...openItem('purchase-1', '10', '1490'), outlet: 2 },
      { ...openItem('purchase-2', '10', '1490'), outlet: 1 },
    ];
    const pay = (...outlets: readonly number[]) =>
      sent.when({ type: 'pay_out', input: { date: '2026-03-12', supplier_fk: 8 } }, shop({ openItems, outlets }));
    expect(pay(1).gives('remittance.paid')[0]?.data).toMatchObject({ allocations: [{ document: 'purchase-2' }] });
    expect(pay(1, 2).gives('remittance.paid')[0]?.data).toMatchObject({
      allocations: [{ document: 'purchase-1', outlet_fk: 2 }, { document: 'purchase-2' }],
    });
  });

  it('is paid out into another account than the one it is on its way in', () => {
    sent.when({ type: 'pay_out', input: { date: '2026-03-12', account_fk: 18 } }).gives('remittance.paid');
    sent
      .when({ type: 'pay_out', input: { date: '2026-03-12', account_fk: 17 } })
      .isRefused('account_fk: accounts_must_differ');
  });
});

describe('what arrives of a remittance', () => {
  const sent = given(remittance).after([{ type: 'draft', input: remittanceInput }, { type: 'approve' }]);
  const pay = (input: object, facts = shop()) =>
    sent.when({ type: 'pay_out', input: { date: '2026-03-12', ...input } }, facts);
  const expense = { expense_type_fk: 1 };

  it('goes to an account of any outlet that the person holds', () => {
    expect(pay({ account_fk: 15 }).gives('remittance.paid')[0]?.data).toMatchObject({ to_outlet_fk: 2 });
    expect(pay({ account_fk: 18 }).gives('remittance.paid')[0]?.data).not.toHaveProperty('to_outlet_fk');
    pay({ account_fk: 15 }, shop({ outlets: [1] })).isRefused('account_fk: not_of_the_outlet');
  });

  it('is entered for an account of another currency, at the rate of both amounts', () => {
    const dinars = pay({ account_fk: 3, received_amount: '147000' }).gives('remittance.paid')[0]?.data;
    expect(dinars).toMatchObject({ received_amount: '147000', to_currency_fk: 1, rate: '1470' });
    pay({ account_fk: 3 }).isRefused('received_amount: required');
    pay({ account_fk: 18, received_amount: '99' }).isRefused('received_amount: only_other_currency');
    pay({ supplier_fk: 8, received_amount: '99' }).isRefused('received_amount: only_other_currency');
    pay({ account_fk: 3, received_amount: '0' }).isRefused('received_amount: greater_than');
  });

  it('may be less than was sent, and nothing when it was lost', () => {
    pay({ account_fk: 18, missing_amount: '5', ...expense }).gives('remittance.paid');
    pay({ account_fk: 18, missing_amount: '5' }).isRefused('expense_type_fk: required');
    pay({ account_fk: 18, ...expense }).isRefused('missing_amount: required');
    pay({ account_fk: 18, missing_amount: '100', ...expense }).isRefused('account_fk: nothing_arrives');
    pay({ account_fk: 18, missing_amount: '101', ...expense }).isRefused('missing_amount: max');
    pay({ missing_amount: '5', ...expense }).isRefused('account_fk: required');
    const [lost] = pay({ missing_amount: '100', ...expense }).gives('remittance.paid');
    expect(lost?.data).toMatchObject({ account_fk: null, missing_amount: '100', expense_type_fk: 1 });
  });
});

describe('the purchase of a fixed asset', () => {
  it('leaves no more than it cost', () => {
    const refused = { ...assetInput, salvage_amount: '1001' };
    given(assetPurchase).when({ type: 'draft', input: refused }).isRefused('salvage_amount: less_than');
    given(assetPurchase)
      .when({ type: 'draft', input: { ...assetInput, salvage_amount: '1000' } })
      .gives('asset_purchase.drafted');
  });

  it('is worth at the end what is entered, in its currency, and in the system currency as earlier versions stored it', () => {
    const input = { ...assetInput, amount: '1000', salvage_amount: '100', useful_life_months: 7 };
    const state = given(assetPurchase)
      .after([{ type: 'enter', input }])
      .state();
    if (state.status !== 'complete') throw new Error('not bought');
    const bought = state.data;
    expect(bought).toMatchObject({ rate: '1490', salvage_amount: '100', salvage_currency_fk: 2 });
    expect(printMoney(monthly(bought, 1))).toBe('191571.4286');
    const { salvage_currency_fk: _currency, ...stored } = bought;
    expect(printMoney(monthly(stored, 1))).toBe('212842.8571');
    const half = { ...input, salvage_amount: '100.005' };
    given(assetPurchaseDocument.decider)
      .when({ type: 'enter', input: half })
      .isRefused('salvage_amount: multiple_of_unit');
  });

  it('claims its asset while it is in force: no asset is bought twice', () => {
    const bought = given(assetPurchase).after([{ type: 'enter', input: assetInput }]);
    const claims = (before: object, after: object) =>
      assetPurchaseDocument.claims?.(before as never, after as never, 'asset_purchase-1');
    expect(claims({ status: 'none' }, bought.state())).toMatchObject([{ action: 'take', key: '1' }]);
    const back = bought.after([{ type: 'return_to_draft', reason: 'x' }]);
    expect(claims(bought.state(), back.state())).toMatchObject([{ action: 'release', key: '1' }]);
  });
});

const monthsOfYear = (year: number): string[] =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);

describe('a fixed asset that was there before the books begin', () => {
  const opened = {
    ...{ outlet_fk: 1, fixed_asset_fk: 1, date: '2023-05-10', currency_fk: 1, payment_type: 'opening' as const },
    ...{ amount: '2400000', depreciated_amount: '800000', salvage_amount: '400000', useful_life_months: 24 },
  };
  const held = given(assetPurchase).after([{ type: 'enter', input: opened }]);
  const owned = shop({ documents: { 'asset_purchase-1': held.state() } });

  it('is posted on the day before with its cost and what was depreciated, and nothing is paid for it', () => {
    const [posting] = assetPurchaseDocument.postingsOf(held.state(), 'asset_purchase-1');
    expect(posting?.effective).toBe('2025-12-31T00:00:00');
    expect(posting && balances(posting)).toEqual({
      'fixed-assets:1': '2400000',
      'accumulated-depreciation fixed_asset-1': '-800000',
      'opening-equity': '-1600000',
    });
    expect(posting?.openItems).toEqual([]);
    expect(assetPurchaseDocument.claims?.({ status: 'none' }, held.state(), 'asset_purchase-1')).toContainEqual({
      ...{ kind: 'period', field: 'financial_year_fk', day: '2025-12-31', paid: true, unused: true },
    });
  });

  it('has amounts of the books, which may be parts of the smallest coin; what is bought is paid', () => {
    const decider = given(assetPurchaseDocument.decider);
    const parts = { amount: '2400000.25', depreciated_amount: '228571.4286', salvage_amount: '0.5' };
    decider.when({ type: 'enter', input: { ...opened, ...parts } }).gives('asset_purchase.completed');
    const paid = { ...assetInput, currency_fk: 1, amount: '1000.5', salvage_amount: '0' };
    decider.when({ type: 'enter', input: paid }).isRefused('amount: multiple_of_unit');
  });

  it('is depreciated over the months that are left, to the last part, and sold at what it is worth then', () => {
    const lines = [{ asset_purchase_fk: 1 }];
    const month = (date: string) =>
      given(depreciation).when({ type: 'complete', input: { outlet_fk: 1, date, lines } }, owned);
    const [first] = month('2026-01-31').gives('depreciation.completed');
    expect(first?.data).toMatchObject({ amount: '50000', lines: [{ month_number: 1 }] });
    const [all] = month('2028-01-31').gives('depreciation.completed');
    const lines24 = [...monthsOfYear(2026), ...monthsOfYear(2027)].map((of) => ({ month: of }));
    expect(all?.data).toMatchObject({ amount: '1200000', lines: lines24 });
    month('2025-12-31').isRefused('lines.0.asset_purchase_fk: not_depreciated_in_this_month');
    const state = held.state();
    const months = 'data' in state ? Array.from({ length: 24 }, (_, index) => monthly(state.data, index + 1)) : [];
    expect(printMoney(sum(months))).toBe('1200000');
    const sale = { outlet_fk: 1, date: '2026-02-28', asset_purchase_fk: 1, leaves_by: 'disposal' as const };
    const [gone] = given(assetSale).when({ type: 'complete', input: sale }, owned).gives('asset_sale.completed');
    expect(gone?.data).toMatchObject({ depreciated_amount: '800000', depreciation_amount: '100000' });
  });

  it('refuses a payment, a day after the opening, and more depreciation than it can have', () => {
    const wrong = { ...opened, supplier_fk: 8, date: '2026-02-01', depreciated_amount: '2000001' };
    given(assetPurchase).when({ type: 'enter', input: wrong }).isRefused('supplier_fk: opened_without_payment');
    const late = { ...opened, date: '2026-02-01', depreciated_amount: '2000001' };
    given(assetPurchase)
      .when({ type: 'enter', input: late })
      .isRefused('depreciated_amount: less_than', 'date: not_after_the_opening');
    given(assetPurchase)
      .when({ type: 'draft', input: { ...assetInput, depreciated_amount: '5' } })
      .isRefused('depreciated_amount: opened_asset_only');
  });
});

describe('a revision of an asset', () => {
  const input = { ...assetInput, amount: '1000', salvage_amount: '100', useful_life_months: 7 };
  const machine = given(revisedAsset).after([{ type: 'enter', input }]);
  const entered = (month_number: number, date: string) => {
    return { asset_purchase_fk: 1, depreciation_fk: month_number, date, month_number, amount: '191571.4286' };
  };
  const none: object[] = [];
  const asked = (...depreciated: object[]) => ({ ...shop(), ownId: 1, queryResult: { depreciated, gone: none } });
  const revise = (more: object = {}, facts = asked(entered(1, '2026-04-30')), revised = machine) =>
    revised.when({ type: 'revise', input: { ...revisionInput, ...more } }, facts);
  /** Bought in March; from July, the fourth month, on. */
  const again = machine.after([{ type: 'revise', input: revisionInput }], asked());
  const bought = () => {
    const state = again.state();
    if (state.status !== 'complete') throw new Error('no asset');
    return state.data;
  };

  it('leaves the months before, and spreads what is left of the book value over the months that are left', () => {
    const [event] = revise().gives('asset_purchase.revised');
    expect(event?.data).toEqual({ ...revisionInput, month_number: 4, currency_fk: 2 });
    const months = Array.from({ length: 13 }, (_, index) => printMoney(monthly(bought(), index + 1)));
    expect(months.slice(0, 3)).toEqual(['191571.4286', '191571.4285', '191571.4286']);
    // 1,490,000 less three months and less 40 dollars, over ten months.
    expect(new Set(months.slice(3))).toEqual(new Set(['85568.5714', '85568.5715']));
    expect(printMoney(sum(months.map((amount) => money(amount))))).toBe('1430400');
    const due = dueMonths(bought(), [], '2030-01-01');
    expect([due.length, due.at(-1)?.month]).toEqual([13, '2027-04']);
  });

  it('may follow another one, and ends with the draft', () => {
    const later = { date: '2026-12-31', useful_life_months: 9, salvage_amount: '0' };
    revise(later, asked(), again).gives('asset_purchase.revised');
    const twice = again.after([{ type: 'revise', input: { ...revisionInput, ...later } }], asked()).state();
    if (twice.status !== 'complete') throw new Error('no asset');
    expect(printMoney(monthly(twice.data, 9))).toBe(printMoney(subtract(money('1490000'), dueAfter(bought(), 8))));
    const draft = again.after([{ type: 'return_to_draft', reason: 'x' }]).state();
    expect(draft).toMatchObject({ status: 'draft', data: { useful_life_months: 7 } });
    expect(draft).not.toHaveProperty('data.revisions');
  });

  it('is refused for months that were entered, a life that is over, and more than the book value', () => {
    revise({}, asked(entered(5, '2026-08-31'))).isRefused('date: asset_depreciated_after');
    revise({ date: '2026-03-01' }).isRefused('date: asset_not_bought_yet', 'date: asset_depreciated_after');
    revise({ useful_life_months: 3 }).isRefused('useful_life_months: min');
    revise({ salvage_amount: '615' }).isRefused('salvage_amount: worth_above_book_value');
    revise({ salvage_amount: '614' }).gives('asset_purchase.revised');
    revise({ date: '2026-06-30' }, asked(), again).isRefused('date: asset_revised_after');
    const gone = { ...asked(), queryResult: { depreciated: [], gone: [{ asset_purchase_fk: 1, date: '2026-05-31' }] } };
    revise({}, gone).isRefused('date: asset_is_gone');
  });
});

describe('declining balance', () => {
  const dinars = { ...assetInput, currency_fk: 1, amount: '10000000', salvage_amount: '1000000' };
  const input = { ...dinars, useful_life_months: 60, declining_percent: '40' };
  const bought = (more: object = {}) => {
    const state = given(assetPurchase)
      .after([{ type: 'enter', input: { ...input, ...more } }])
      .state();
    if (state.status !== 'complete') throw new Error('not bought');
    return state.data;
  };
  const afterYears = (asset: AssetPurchase, years: number) =>
    Array.from({ length: years }, (_, year) => printMoney(dueAfter(asset, 12 * (year + 1))));

  it('takes the percent of each first book value of a year, in equal months, and ends at the worth at the end', () => {
    // 40 % of 10, 6, 3.6 and 2.16 millions, and what is left of the 9 millions.
    expect(afterYears(bought(), 5)).toEqual(['4000000', '6400000', '7840000', '8704000', '9000000']);
    expect([1, 12, 13, 24].map((month) => printMoney(monthly(bought(), month)))).toEqual([
      ...['333333.3333', '333333.3333'],
      ...['200000', '200000'],
    ]);
  });

  it('takes equal months as soon as they take more', () => {
    const fifth = bought({ declining_percent: '20' });
    // The first year takes 20 % of 10 millions; a quarter of the 7 millions that are left is more than 20 % of 8.
    expect(afterYears(fifth, 5)).toEqual(['2000000', '3750000', '5500000', '7250000', '9000000']);
    expect(printMoney(monthly(fifth, 13))).toBe('145833.3333');
    expect(afterYears(bought({ useful_life_months: 12 }), 2)).toEqual(['9000000', '9000000']);
  });

  it('never takes more than is to be depreciated, also with a high worth at the end and an odd life', () => {
    const kept = bought({ salvage_amount: '9500000', useful_life_months: 30 });
    expect(afterYears(kept, 3)).toEqual(['500000', '500000', '500000']);
    const odd = bought({ amount: '9999999', useful_life_months: 31, declining_percent: '61.7' });
    const months = Array.from({ length: 31 }, (_, index) => monthly(odd, index + 1));
    expect(printMoney(sum(months))).toBe('8999999');
    expect(months.every((amount) => amount >= 0n)).toBe(true);
  });

  it('takes its part of the days when the asset is sold, and counts the book value of an opened asset', () => {
    expect(printMoney(dueOn(bought(), '2026-03-10', '2027-04-15'))).toBe('4100000');
    const before = { payment_type: 'opening', supplier_fk: null, date: '2023-05-10' };
    const opened = bought({ ...before, depreciated_amount: '4000000' });
    expect(printMoney(dueAfter(opened, 12))).toBe('2400000');
  });

  it('begins with a revision, or ends with it', () => {
    const terms = { date: '2027-04-01', useful_life_months: 61, salvage_amount: '0', reason: 'as the law has it' };
    const facts = { ...shop(), ownId: 1, queryResult: { depreciated: [], gone: [] } };
    const revisedTo = (from: object, to: object) => {
      const machine = given(revisedAsset).after([{ type: 'enter', input: { ...dinars, ...from } }]);
      const state = machine.after([{ type: 'revise', input: { ...terms, ...to } }], facts).state();
      if (state.status !== 'complete') throw new Error('no asset');
      return state.data;
    };
    // Twelve months of 150,000 are over, from the thirteenth on 50 % of 8,200,000 are taken.
    const begun = revisedTo({ useful_life_months: 60 }, { declining_percent: '50' });
    expect([12, 24, 36].map((month) => printMoney(dueAfter(begun, month)))).toEqual(['1800000', '5900000', '7950000']);
    const ended = revisedTo(input, {});
    expect([12, 24].map((month) => printMoney(dueAfter(ended, month)))).toEqual(['4000000', '5469387.7551']);
  });

  it('is refused for a percent of zero', () => {
    const zero = { ...input, declining_percent: '0' };
    given(assetPurchase).when({ type: 'enter', input: zero }).isRefused('declining_percent: greater_than');
  });
});

describe('a depreciation', () => {
  const run = (date: string, lines = [{ asset_purchase_fk: 1 }], facts = withAsset) =>
    given(depreciation).when({ type: 'complete', input: { outlet_fk: 1, date, lines } }, facts);

  it('begins in the month after the purchase and ends with its life', () => {
    run('2026-03-31').isRefused('lines.0.asset_purchase_fk: not_depreciated_in_this_month');
    const [event] = run('2026-04-30').gives('depreciation.completed');
    const april = { line_id: 1, fixed_asset_fk: 1, month_number: 1, month: '2026-04', amount: '200000' };
    expect(event?.data).toMatchObject({ amount: '200000', lines: [april] });
    const [late] = run('2027-01-31').gives('depreciation.completed');
    expect(late?.data).toMatchObject({
      lines: monthsOfYear(2026)
        .slice(3, 10)
        .map((month) => ({ month })),
    });
  });

  it('takes every month that is due until its day and was not entered, and refuses a day until which none is', () => {
    const entered = (...months: (readonly [number, string])[]) => ({
      ...withAsset,
      queryResult: {
        depreciated: months.map(([month_number, date]) => {
          return { asset_purchase_fk: 1, depreciation_fk: month_number, date, month_number, amount: '200000' };
        }),
        gone: [],
      },
    });
    const facts = entered([1, '2026-04-30'], [2, '2026-05-31'], [4, '2026-07-31']);
    const [event] = run('2026-09-27', [{ asset_purchase_fk: 1 }], facts).gives('depreciation.completed');
    expect(event?.data).toMatchObject({
      amount: '600000',
      lines: [
        { line_id: 1, month_number: 3, month: '2026-06', amount: '200000' },
        { line_id: 2, month_number: 5, month: '2026-08', amount: '200000' },
        { line_id: 3, month_number: 6, month: '2026-09', amount: '200000' },
      ],
    });
    run('2026-05-31', [{ asset_purchase_fk: 1 }], facts).isRefused(
      'lines.0.asset_purchase_fk: not_depreciated_in_this_month',
    );
  });

  it('refuses more months at once than a document can hold', () => {
    const old = given(assetPurchase).after([
      { type: 'enter', input: { ...assetInput, date: '1900-01-01', useful_life_months: 1200 } },
    ]);
    const documents = { 'asset_purchase-1': old.state(), 'asset_purchase-2': old.state() };
    const lines = [{ asset_purchase_fk: 1 }, { asset_purchase_fk: 2 }];
    run('1980-01-01', lines, shop({ documents })).gives('depreciation.completed');
    run('2000-01-01', lines, shop({ documents })).isRefused('lines: too_many_due_months');
  });

  it('of a prior-period adjustment counts from its true date, unless a month was entered by the earlier count', () => {
    const late = { date: '2027-01-01', true_date: '2026-11-10' };
    const february = (month_number: number) => [
      { asset_purchase_fk: 1, depreciation_fk: 1, date: '2027-02-28', month_number, amount: '1' },
    ];
    expect(boughtOn(late, [])).toBe('2026-11-10');
    expect(boughtOn(late, february(3))).toBe('2026-11-10');
    expect(boughtOn(late, february(1))).toBe('2027-01-01');
    // The month of a line counts, not the day on which it was caught up.
    const [caughtUp] = february(1);
    expect(caughtUp && boughtOn(late, [{ ...caughtUp, month: '2026-12' }])).toBe('2026-11-10');
    expect(caughtUp && boughtOn(late, [{ ...caughtUp, month: '2027-02' }])).toBe('2027-01-01');
  });

  it('adds up to cost less salvage over the whole life, in any order of the months', () => {
    const state = withAsset.document<{ data: Parameters<typeof monthly>[0] }>('asset_purchase', 1);
    if (!state) throw new Error('no asset');
    const odd = { ...state.data, salvage_amount: '90000.0001' };
    const months = Array.from({ length: odd.useful_life_months }, (_, index) => monthly(odd, index + 1));
    expect(printMoney(sum(months))).toBe('1399999.9999');
  });

  it('is refused for an asset that was not bought, for another outlet, and twice in one document', () => {
    run('2026-04-30', [{ asset_purchase_fk: 1 }], shop()).isRefused('lines.0.asset_purchase_fk: unknown_record');
    run('2026-04-30', [{ asset_purchase_fk: 1 }, { asset_purchase_fk: 1 }]).isRefused(
      'lines.1.asset_purchase_fk: unique',
    );
    given(depreciation)
      .when(
        { type: 'complete', input: { outlet_fk: 2, date: '2026-04-30', lines: [{ asset_purchase_fk: 1 }] } },
        withAsset,
      )
      .isRefused('lines.0.asset_purchase_fk: not_of_the_outlet');
  });

  it('claims the month of each asset', () => {
    const done = given(depreciation).after(
      [{ type: 'complete', input: { outlet_fk: 1, date: '2026-04-30', lines: [{ asset_purchase_fk: 1 }] } }],
      withAsset,
    );
    expect(
      depreciationDocument.claims?.({ status: 'none' } as never, done.state() as never, 'depreciation-1'),
    ).toMatchObject([{ kind: 'unique', action: 'take', key: '1:1', field: 'lines.0.asset_purchase_fk' }]);
  });
});
