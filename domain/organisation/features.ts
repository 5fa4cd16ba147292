/** Modules that a business can switch off in its settings; the menu hides their entries. */
import { textsOf } from '../kernel/members.ts';

/** The resources of each module, by the name of its switch. */
export const FEATURES = {
  has_online_orders: [
    'online_orders',
    'online_customers',
    'delivery_zones',
    'order_cancellation_messages',
    'mobile_sections',
    'slider_images',
    'app_settings',
  ],
  has_pos: ['pos_sales', 'pos_admin_sales', 'closing_drawers', 'app_settlements', 'tills', 'till_settings'],
  has_promotions: ['promotions'],
  has_production: ['productions', 'mixtures', 'raw_materials'],
  has_capital: ['stockholders', 'capital_transactions', 'dividends'],
} as const;

/** True when a resource belongs to a module that these settings switch off. */
export function isSwitchedOff(
  settings: Readonly<Record<string, unknown>> | null | undefined,
  resource: string,
): boolean {
  return Object.entries(FEATURES).some(
    ([feature, resources]) => settings?.[feature] === false && textsOf(resources).includes(resource),
  );
}
