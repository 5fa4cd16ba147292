/** The set-up date of the demonstration's business: in December of the year before its trade, which is closed. */
import { addDays } from './calendar.ts';

export function firstMomentOf(until: string, days: number): { readonly year: number; readonly moment: string } {
  const year = Number(addDays(until, 1 - days).slice(0, 4)) - 1;
  return { year, moment: `${year}-12-15T08:00:00` };
}

/**
 * The address for entering: commands do not wait for the disk, because after a crash the next run enters the lost ones
 * again. Options of an address replace those that the stores set.
 */
export function enteringUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c synchronous_commit=off -c TimeZone=UTC -c DateStyle=ISO -c jit=off');
  return url.href;
}
