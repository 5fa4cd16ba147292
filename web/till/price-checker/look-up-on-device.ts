/** Prices from the catalogue of an enrolled device: offline, and without a sign-in. */

import { notForSale, saleableToday } from '../../../domain/batches/issued-batches.ts';
import { judgedKits } from '../../../domain/batches/judged-kits.ts';
import { customerPrice } from '../../../domain/catalogue/customer-price.ts';
import type { Facts } from '../../../domain/deciding/facts.ts';
import type { Language } from '../../../domain/values/language.ts';
import { printQuantity, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import { unitParts } from '../../shared/typing/unit-text.ts';
import type { FoundItem } from '../device/catalogue/catalogue.ts';
import type { TillDevice } from '../device/device.ts';
import { nameIn } from '../selling/goods.ts';
import { findScanned } from '../selling/scan-actions.ts';
import { tillSettings } from '../selling/till-settings.ts';
import { type CheckedPrice, type CheckedUnit, namesOf, type PriceLookUp, promotionsOf } from './checked-price.ts';

/** The permission for showing stock, of the cashier signed in at the till. */
const SEES_STOCK = 'stocks/index';

/** What of a device is asked for a price. */
interface PriceDevice {
  readonly catalogue: Pick<TillDevice['catalogue'], 'tables' | 'byBarcode' | 'facts'>;
  readonly clock: Pick<TillDevice['clock'], 'moment'>;
  readonly identity: Pick<TillDevice['identity'], 'current'>;
  readonly cashiers: Pick<TillDevice['cashiers'], 'may'>;
}

export const lookUpOnDevice =
  (device: PriceDevice): PriceLookUp =>
  async (code, language) => {
    const { settings } = device.catalogue.tables();
    const { found } = await findScanned(code, device.catalogue, tillSettings(settings).scales);
    return found?.item.is_active ? checkedPrice(device, found, language) : undefined;
  };

/** What may be sold of the quantity that this till knows of. */
function availableOf(item: number, facts: Facts): string {
  const found = facts.batchesOnHand?.(item, 0) ?? { batches: [], onHand: '0' };
  const kits = facts.kits?.(item);
  if (kits && judgedKits(kits, saleableToday(facts))?.everywhere) return '0';
  return printQuantity(toQuantity(quantity(found.onHand) - notForSale(found, facts)));
}

function checkedPrice(device: PriceDevice, { item, unit_fk }: FoundItem, language: Language): CheckedPrice {
  const { settings, currencies, units, promotions } = device.catalogue.tables();
  const { currency_fk } = tillSettings(settings);
  const { date: day } = device.clock.moment();
  const facts = device.catalogue.facts({ user_id: 0, rights: [] });
  const unitName = (id: number) => nameIn(units.find((unit) => unit.id === id) ?? {}, 'unit_name', language);
  const priced = (unit: number): CheckedUnit => ({
    name: unitName(unit),
    price:
      customerPrice({ item_fk: item.id, unit_fk: unit }, { customer_fk: null, date: day, currency_fk }, facts) ?? null,
  });
  const currency = currencies.find(({ id }) => id === currency_fk);
  const decimals = currency?.['decimals'];
  const outlet = device.identity.current()?.outlet_id ?? null;
  return {
    names: namesOf({ ...item }),
    unit: priced(unit_fk),
    // Customers at the price checker do not see other customers' prices.
    lists: [],
    others: item.item_units.flatMap((unit) => (unit.unit_fk === unit_fk ? [] : [priced(unit.unit_fk)])),
    currency: { symbol: String(currency?.['symbol'] ?? ''), decimals: typeof decimals === 'number' ? decimals : 0 },
    promotions: promotionsOf(
      promotions.map((promotion) => ({ ...promotion })),
      { item: item.id, day, outlet },
    ),
    stock:
      item.stock !== null && device.cashiers.may(SEES_STOCK)
        ? unitParts(
            availableOf(item.id, facts),
            item.item_units.map((unit) => ({ ...unit, unit_name: unitName(unit.unit_fk) })),
          )
        : null,
  };
}
