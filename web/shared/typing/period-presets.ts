/** The preset periods. */
import { isOneOf } from '../../../domain/values/members.ts';

/** Those of the specification, in its order, with the days and weeks that a shop looks at; other periods are typed. */
export const PERIOD_PRESETS = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
] as const;
export type PeriodPreset = (typeof PERIOD_PRESETS)[number];

export const isPreset = (text: string): text is PeriodPreset => isOneOf(PERIOD_PRESETS, text);
