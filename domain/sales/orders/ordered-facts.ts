/** The data of an order with its defaults, from the online customer, the zone and the settings. */

import type { Facts, KnownRecord } from '../../deciding/facts.ts';
import { known } from '../../documents/document-rules.ts';
import { withoutMoney } from '../../documents/other-money.ts';
import type { AppSettingData } from '../../mobile/app-setting.record.ts';
import { deliveryCharge } from '../../mobile/delivery-charge.ts';
import type { DeliveryZoneData } from '../../mobile/delivery-zone.record.ts';
import type { OnlineCustomerData } from '../../mobile/online-customer.record.ts';
import { addressOf } from '../../parties/party-address.ts';
import { documentTotals } from '../../pricing/totals.ts';
import { subtract } from '../../values/money.ts';
import { Issues } from '../../values/refusal.ts';
import { saleFacts } from '../sale-rules.ts';
import type { OnlineOrderInput } from './online-order.schema.ts';
import type { OnlineOrder } from './online-order-events.ts';

/** Returns the data without its prepayment, of an order that may change the one `before`. Throws Refusal. */
export function orderedFacts(input: OnlineOrderInput, facts: Facts, before?: OnlineOrder): OnlineOrder {
  const { prepayment: _paid, online_customer_fk, delivery_zone_fk, driver_fk, ...sold } = input;
  const issues = new Issues();
  const customer = known<OnlineCustomerData>(
    facts,
    issues,
    'online_customer_fk',
    'online_customer',
    online_customer_fk,
  );
  const zone = known<DeliveryZoneData>(facts, issues, 'delivery_zone_fk', 'delivery_zone', delivery_zone_fk);
  known(facts, issues, 'driver_fk', 'user', driver_fk);
  const status = customer?.data.status ?? 'active';
  if (status !== 'active') issues.add('online_customer_fk', `online_customer_${status}`);
  issues.throwIfAny();
  const named = {
    ...(online_customer_fk ? { online_customer_fk } : {}),
    ...(delivery_zone_fk ? { delivery_zone_fk } : {}),
    ...(driver_fk ? { driver_fk } : {}),
  };
  // What is given is settled with the delivery.
  const sale = withoutMoney(saleFacts(customer ? completedBy(customer, sold, facts) : sold, facts, undefined, before));
  const isDetermined = sold.delivery_charge === undefined && (customer || zone);
  const charge = isDetermined ? chargeOf(sale, zone, facts) : sale.delivery_charge;
  return { ...sale, delivery_charge: charge, ...named };
}

type Sold = Omit<OnlineOrderInput, 'prepayment' | 'online_customer_fk' | 'delivery_zone_fk' | 'driver_fk'>;

/** The customer account of the online customer takes precedence over that of the settings; an entered one over both. */
function completedBy({ data }: KnownRecord<OnlineCustomerData>, sold: Sold, facts: Facts): Sold {
  const settings = facts.record<AppSettingData>('app_setting', 1)?.data;
  const customer_fk = sold.customer_fk ?? data.customer_fk ?? settings?.customer_fk ?? null;
  const address = addressOf({ addresses: data.addresses ?? [] });
  return {
    ...sold,
    customer_fk,
    customer_mobile: sold.customer_mobile === undefined ? data.mobile : sold.customer_mobile,
    customer_address: sold.customer_address === undefined ? address : sold.customer_address,
  };
}

/** Charges of zones are in the system currency: an order in another currency has only an entered charge. */
function chargeOf(order: OnlineOrder, zone: KnownRecord<DeliveryZoneData> | undefined, facts: Facts): string | null {
  if (order.currency_fk !== order.system_currency_fk || order.received_type === 'collected') return null;
  const { total, rounding } = documentTotals(order);
  const settings = facts.record<AppSettingData>('app_setting', 1)?.data;
  return deliveryCharge(subtract(total, rounding), settings, zone?.data);
}
