/** The preset periods. */
import { isOneOf } from '../../../domain/kernel/members.ts';

/** In the order of the specification; other periods are typed. */
export const PERIOD_PRESETS = [
  'today',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
] as const;
export type PeriodPreset = (typeof PERIOD_PRESETS)[number];

export const isPreset = (text: string): text is PeriodPreset => isOneOf(PERIOD_PRESETS, text);
