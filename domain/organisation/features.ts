/**
 * Modules that a business can switch off in its settings: the menu hides their entries, their writes are refused by
 * name, and the application finds no shop (decisions/0118). What they stored remains to be read.
 */
import { keysOf, textsOf } from '../values/members.ts';

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

export type Feature = keyof typeof FEATURES;
type Settings = Readonly<Record<string, unknown>> | null | undefined;

const OF_MODULES: ReadonlySet<string> = new Set(Object.values(FEATURES).flat());
export const isOfModule = (resource: string): boolean => OF_MODULES.has(resource);

/** True when a resource belongs to a module that these settings switch off. */
export const isSwitchedOff = (settings: Settings, resource: string): boolean =>
  offFeatureOf(settings, resource) !== undefined;

/** The switched-off module to which a resource belongs; undefined when there is none. */
export const offFeatureOf = (settings: Settings, resource: string): Feature | undefined =>
  keysOf(FEATURES).find((feature) => settings?.[feature] === false && textsOf(FEATURES[feature]).includes(resource));

/** Not a state of a document: an entry of a till in breach of a rule is stored with it, and nobody has reviewed it. */
export const WAITS_FOR_REVIEW = 'waits_for_review';

/** Not a document: what a till put aside for the other tills of its outlet (decisions/0082). */
export const PARKED_SALE = 'parked_sale';

/** What a module must have carried to their end before it is switched off, by their states. */
export const UNDER_WAY: Readonly<Partial<Record<Feature, Readonly<Record<string, readonly string[]>>>>> = {
  has_online_orders: { online_order: ['pending', 'confirmed'] },
  has_pos: {
    drawer: ['open', 'counted', WAITS_FOR_REVIEW],
    pos_sale: ['hold', WAITS_FOR_REVIEW],
    [PARKED_SALE]: ['waiting'],
  },
};
