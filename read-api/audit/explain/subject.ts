/** What a figure is of, by name. */
import { type Static, Type } from 'typebox';
import type { Snapshot } from '../../database/reader.ts';
import { fetchNames } from '../../lists/names.ts';
import { readChart } from '../../reports/chart.ts';
import type { Figure } from './figure.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

export const SubjectSchema = Type.Object({
  account_key: Text(),
  account_name: Text(),
  party_name: Text(),
  item_name: Text(),
  inventory_name: Text(),
  outlet_name: Text(),
  currency_name: Text(),
});

export async function subjectOf(snapshot: Snapshot, figure: Figure): Promise<Static<typeof SubjectSchema>> {
  const { account, party, item_fk, inventory_fk, outlet_fk, currency_fk } = figure;
  const found = account === undefined ? undefined : (await readChart(snapshot)).get(Number(account));
  const ids = { item: item_fk, inventory: inventory_fk, outlet: outlet_fk, currency: currency_fk };
  const named = Object.entries(ids).flatMap(([kind, id]) => (id === undefined ? [] : [`${kind}-${id}`]));
  const nameOf = await fetchNames(snapshot, [...named, ...(party === undefined ? [] : [party])]);
  const name = (kind: keyof typeof ids) => (ids[kind] === undefined ? null : nameOf(kind, ids[kind]));
  return {
    account_key: found?.key ?? null,
    account_name: found?.name ?? null,
    party_name: party === undefined ? null : nameOf(undefined, party),
    item_name: name('item'),
    inventory_name: name('inventory'),
    outlet_name: name('outlet'),
    currency_name: name('currency'),
  };
}
