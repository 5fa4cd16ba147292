/** The percentage of a tax on a day. Pure; the server, the screens and the tills use the same function. */

/** The fields of a tax (tax.record.ts) that decide, also in a row of a list. */
interface DatedTax {
  readonly percentage?: unknown;
  readonly date?: unknown;
}

/** Decimal text; null without a tax, and before its first day. `day` is the date of the document. */
export function percentageOn(tax: DatedTax | undefined, day: string): string | null {
  if (typeof tax?.percentage !== 'string') return null;
  return typeof tax.date === 'string' && tax.date > day ? null : tax.percentage;
}
