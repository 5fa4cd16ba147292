/** The cash account with which a new document starts, and the accounts that it offers. */
import { describe, expect, it } from 'vitest';
import { sourceFiles, sourceOf } from '../../../tools/suite/import-graph.ts';
import {
  accountField,
  currencyFields,
  newHeader,
  outletField,
} from '../../../web/shared/document/fields/usual-fields.ts';
import type { NewContext } from '../../../web/shared/document/model/declaration.ts';

const accountOf = (account: object | null, current_outlet_fk: number | null = 2) => {
  const default_account = account && { cash_id: 9, account_name: 'Till', currency_fk: 1, ...account };
  const me = { current_outlet_fk, current_inventory_fk: null, system_currency: { currency_id: 1 }, default_account };
  return newHeader({ me, today: '2026-03-11' } as unknown as NewContext)['account_fk'];
};

describe('the account of a new document', () => {
  it('is the default account of the person, of its outlet or of all outlets', () => {
    expect([accountOf({ outlet_fk: 2 }), accountOf({ outlet_fk: null }), accountOf({})]).toEqual([9, 9, 9]);
  });

  it('is left to choose where the default account is of another outlet or currency', () => {
    expect([accountOf({ outlet_fk: 3 }), accountOf({ outlet_fk: 3 }, null), accountOf(null)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(accountOf({ outlet_fk: 2, currency_fk: 2 })).toBeNull();
  });

  it('is one that a document of the outlet can use, in the currency of the document or of the cost', () => {
    const filter = accountField.filter;
    expect(filter?.({ outlet_fk: 2, currency_fk: 1 }, { currency_fk: 2 })).toEqual({
      'filter[currency_fk]': '2',
      outlet_fk: '2',
    });
    expect(filter?.({}, {})).toEqual({});
  });

  it('is left to choose again in another outlet or currency, also for what is paid at once', () => {
    const [currency] = currencyFields('in');
    for (const field of [outletField, currency]) {
      const filled = field?.fills?.({}, { currency_fk: 1, system_currency_fk: 1 }, {});
      expect(filled).toMatchObject({ account_fk: null, paid_account_fk: null });
    }
  });

  it('is offered by CashField in every dialog, which knows the outlet', () => {
    const own = sourceFiles().filter((file) => file.startsWith('web/') && /resource="cashes"/.test(sourceOf(file)));
    expect(own).toEqual(['web/shared/form/fields/cash-field.tsx']);
  });
});
