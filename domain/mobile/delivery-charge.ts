/** Delivery charge and promised minutes of an order: those of its zone, else those of the settings. */
import type { Facts } from '../deciding/facts.ts';
import { type Money, money } from '../values/money.ts';
import type { AppSettingData } from './app-setting.record.ts';
import type { DeliveryZoneData } from './delivery-zone.record.ts';

type Charges = Pick<AppSettingData, 'delivery_charge' | 'free_delivery_amount'>;

/** In the system currency, like the prices; null when delivery is free. */
export function deliveryCharge(
  goods: Money,
  settings: Charges | undefined,
  zone: Pick<DeliveryZoneData, 'delivery_charge'> | undefined,
): string | null {
  const free = settings?.free_delivery_amount ?? null;
  if (free !== null && goods >= money(free)) return null;
  return zone?.delivery_charge ?? settings?.delivery_charge ?? null;
}

/** Null when neither the zone nor the settings have a value. */
export function promisedMinutes(zone: number | undefined, facts: Facts): number | null {
  const minutes = zone && facts.record<DeliveryZoneData>('delivery_zone', zone)?.data.delivery_minutes;
  return minutes || (facts.record<AppSettingData>('app_setting', 1)?.data.accepted_time_minutes ?? null);
}
