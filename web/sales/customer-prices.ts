/** Item prices for the customer of the sale, computed with the server's function. */

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { convertedPrice, listedPrice, type PricedItem, type PricingList } from '../../domain/catalogue/listed-price.ts';
import { defined } from '../../domain/values/defined.ts';
import { money, printMoney, smallestUnit } from '../../domain/values/money.ts';
import { DELIVERY_TERMS, queryClient } from '../shared/api/query.ts';
import { read } from '../shared/api/read.ts';
import { mustFit } from '../shared/api/wire.ts';
import { priceIn } from '../shared/document/fields/usual-fields.ts';
import type { ItemRow } from '../shared/document/model/declaration.ts';
import { type Fields, idOf, textOf } from '../shared/document/model/draft.ts';
import { type EditingStore, useEditing } from '../shared/document/model/editing-store.ts';
import { knownItemOn, unitsOf } from '../shared/document/model/goods/items.ts';
import { ofDay, pastDay } from '../shared/document/model/past-day.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { type Currency, currentSession } from '../shared/session/session.ts';

const FRESH_MS = 60_000;

/** The list of a customer; for a document of an earlier day as it was on that day. */
const listQuery = (customer: number | undefined, day: string | undefined) => ({
  queryKey: ['customers', 'pricing_list', customer, ...(day === undefined ? [] : [day])],
  queryFn: async (): Promise<PricingList | null> => {
    const { pricing_profile_fk: profile } = await read('customers/:id', {
      params: { id: defined(customer, 'the customer') },
      ...ofDay(day),
    });
    if (typeof profile !== 'number') return null;
    const list = await read('pricing_profiles/:id', { params: { id: profile }, ...ofDay(day) });
    return { ...mustFit<PricingList>(list, {}), id: profile };
  },
  staleTime: FRESH_MS,
  meta: { quiet: true },
});

/** Reads the list of a document's customer on its day. */
export async function readPricingList(header: Fields): Promise<void> {
  const customer = pricedCustomer(header);
  if (customer !== undefined) await queryClient.fetchQuery(listQuery(customer, pastDay(header['date'])));
}

/** True for an order without an entered customer account: the server takes that of the application's settings. */
const isOfApplication = (header: Fields): boolean =>
  idOf(header, 'customer_fk') === undefined && idOf(header, 'online_customer_fk') !== undefined;

/** The terms without a zone, if the screen has read them. */
const knownTerms = () =>
  queryClient.getQueryData<{ readonly customer_fk: number | null } | null>([...DELIVERY_TERMS, {}]) ?? undefined;

/** The customer whose pricing list applies to a document. */
export const pricedCustomer = (header: Fields): number | undefined =>
  isOfApplication(header) ? (knownTerms()?.customer_fk ?? undefined) : idOf(header, 'customer_fk');

/** The price of a unit in the document's currency, for the pricing list of the document's customer. */
export function customerPrice(item: ItemRow, unit: number | undefined, header: Fields) {
  const customer = pricedCustomer(header);
  const listOf = (day: string | undefined) =>
    queryClient.getQueryData<PricingList | null>(listQuery(customer, day).queryKey);
  const own = listOf(pastDay(header['date']));
  // Until the list of the day has come, the present one.
  const list = (own === undefined ? listOf(undefined) : own) ?? undefined;
  return priceWith(item, unit, header, list);
}

const priceWith = (item: ItemRow, unit: number | undefined, header: Fields, list: PricingList | undefined) =>
  priceOfList(item, unit, header, list, knownCurrencies());

/** `currencies` are those of the session; a converted price is a multiple of the smallest unit of its currency. */
export function priceOfList(
  item: ItemRow,
  unit: number | undefined,
  header: Fields,
  list: PricingList | undefined,
  currencies: readonly Pick<Currency, 'currency_id' | 'decimals'>[],
) {
  const priced = { ...item, id: Number(item['item_id']), categories: item['category_path'] ?? [] };
  const own = unitsOf(item).find((itemUnit) => itemUnit.unit_fk === unit)?.sale_price;
  const listed =
    unit === undefined ? undefined : listedPrice(mustFit<PricedItem>(priced, {}), unit, list, dayOf(header));
  const price = listed ?? own;
  const converted = priceIn(item, price, header);
  if (price === undefined || typeof converted !== 'string') return converted;
  const { decimals } = currencies.find(({ currency_id }) => currency_id === header['currency_fk']) ?? {};
  return printMoney(convertedPrice(money(price), money(converted), smallestUnit(decimals)));
}

function knownCurrencies(): readonly Currency[] {
  const session = currentSession();
  return session.status === 'signed_in' ? session.me.currencies : [];
}

const dayOf = (header: Fields): string => textOf(header, 'date') ?? '';

/** The customer whose list the lines are priced with; null means without a list. */
export interface PricedFor {
  readonly customer: number | undefined;
  readonly list: PricingList | null;
}

/** For another customer, lines with unchanged list prices get the new list's prices. Returns `now`. */
export function priceFor(store: EditingStore, was: PricedFor, now: PricedFor): PricedFor {
  if (was.customer === now.customer) return now;
  const { header, lines } = store.state.draft;
  for (const { key, fields } of lines) {
    const item = knownItemOn(idOf(fields, 'item_fk') ?? 0, header['date']);
    const unit = idOf(fields, 'unit_fk');
    if (!item || fields['price'] !== priceWith(item, unit, header, was.list ?? undefined)) continue;
    const price = priceWith(item, unit, header, now.list ?? undefined);
    if (price !== fields['price']) store.edit({ do: 'set', at: { table: 'lines', key, field: 'price' }, value: price });
  }
  return now;
}

/** A document from the server or this device keeps its prices (decisions/0032): its lines are priced for its customer. */
export const headerAtOpening = (session: DocumentSession): Fields | undefined =>
  session.read().server || session.dirty ? session.store.state.draft.header : undefined;

function usePricingList(
  customer: number | undefined,
  day: string | undefined,
  session: DocumentSession,
): PricingList | null | undefined {
  const { data } = useQuery({ ...listQuery(customer, day), enabled: customer !== undefined && session.editable });
  return customer === undefined ? null : data;
}

/** Prices the lines for another customer of the document. The screen of an order reads the terms of the application. */
export function useCustomerPrices(session: DocumentSession): void {
  const { header } = useEditing(session.store).draft;
  const customer = pricedCustomer(header);
  const isKnown = !isOfApplication(header) || knownTerms() !== undefined;
  const [opened] = useState(() => headerAtOpening(session));
  const first = opened && pricedCustomer(opened);
  const day = pastDay(header['date']);
  const firstList = usePricingList(first, day, session);
  const list = usePricingList(customer, day, session);
  const before = useRef<PricedFor>(undefined);
  useEffect(() => {
    if (list === undefined || firstList === undefined || !isKnown || !session.editable) return;
    before.current = priceFor(session.store, before.current ?? { customer: first, list: firstList }, {
      customer,
      list,
    });
  }, [first, firstList, customer, list, isKnown, session]);
}
