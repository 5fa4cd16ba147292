/** The settings of tills, with defaults. */

import { type ScaleFormat, scalesIn } from '../../../domain/catalogue/scales.ts';
import { USUAL_LIMITS } from '../../../domain/till/till-limits.ts';
import { numbersOf, textsOf } from '../../../domain/values/members.ts';

export interface TillSettings {
  /** The system currency. */
  readonly currency_fk: number;
  /** In dinars; decimal text; null: cash is not rounded. */
  readonly cash_rounding_step: string | null;
  readonly quantity_decimals: number;
  /** Percent up to which no approval is needed; null means no limit. */
  readonly discount_limit: string | null;
  readonly refundWithoutReceipt: boolean;
  /** A larger quantity of a line is asked about; null means that none is. */
  readonly quantity_limit: string | null;
  /** In the system currency: a larger difference of a drawer may be counted once again; null means that none may. */
  readonly recount_limit: string | null;
  readonly quick_amounts: readonly string[];
  readonly favourites: readonly number[];
  /** Empty means the categories without a parent. */
  readonly grid_categories: readonly number[];
  readonly grid_pictures: boolean;
  /** Text of the customer display between two sales. */
  readonly display_greeting: string;
  /** Empty when no barcodes come from scales. */
  readonly scales: readonly ScaleFormat[];
  readonly sound: boolean;
}

type Settings = Readonly<Record<string, unknown>>;

const text = (settings: Settings, name: string): string | null => {
  const value = settings[name];
  return typeof value === 'string' && value !== '' ? value : null;
};
const whole = (settings: Settings, name: string, usual: number): number => {
  const value = settings[name];
  return typeof value === 'number' ? value : usual;
};

/** A limit that nobody set is the usual one; null is none. */
const limit = (settings: Settings, name: keyof typeof USUAL_LIMITS): string | null =>
  settings[name] === undefined ? USUAL_LIMITS[name] : text(settings, name);

export function tillSettings(settings: Settings): TillSettings {
  return {
    currency_fk: whole(settings, 'currency_fk', 1),
    cash_rounding_step: text(settings, 'cash_rounding_step'),
    quantity_decimals: whole(settings, 'quantity_decimals', 3),
    discount_limit: text(settings, 'discount_without_supervisor'),
    refundWithoutReceipt: settings['refund_without_receipt'] === true,
    quantity_limit: limit(settings, 'quantity_asked_above'),
    recount_limit: limit(settings, 'recount_above'),
    quick_amounts: textsOf(settings['quick_amounts']),
    favourites: numbersOf(settings['favourites']),
    grid_categories: numbersOf(settings['grid_categories']),
    grid_pictures: settings['grid_pictures'] !== false,
    display_greeting: text(settings, 'display_greeting') ?? '',
    scales: scalesIn(settings),
    sound: settings['sound'] !== false,
  };
}
