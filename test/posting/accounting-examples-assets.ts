/** The worked examples of docs/accounting.md about fixed assets (section 5). */
import { assetPurchase } from '../../domain/assets/asset-purchase.ts';
import { depreciation } from '../../domain/assets/depreciation.ts';
import { given } from '../domain/given.ts';
import { assetInput } from '../domain/histories-equity.ts';
import { shop } from '../domain/shop.ts';
import { ExampleBooks } from './example-books.ts';

const machine = given(assetPurchase).after([
  { type: 'enter', input: { ...assetInput, amount: '1000', salvage_amount: '100', useful_life_months: 7 } },
]);

function forgottenMonths(): ExampleBooks {
  const books = new ExampleBooks();
  books.post('asset_purchase-1', machine);
  const documents = { 'asset_purchase-1': machine.state() };
  const enter = (id: number, date: string, ...depreciated: object[]) => {
    const input = { outlet_fk: 1, date, lines: [{ asset_purchase_fk: 1 }] };
    const facts = { ...shop({ documents }), queryResult: { depreciated, gone: [] } };
    books.post(`depreciation-${id}`, given(depreciation).after([{ type: 'complete', input }], facts));
  };
  enter(1, '2026-04-30');
  const april = { asset_purchase_fk: 1, depreciation_fk: 1, month: '2026-04', month_number: 1, amount: '191571.4286' };
  enter(2, '2026-06-30', { ...april, date: '2026-04-30' });
  return books;
}

export const ASSET_EXAMPLES = { 'months of depreciation that were forgotten': forgottenMonths };
