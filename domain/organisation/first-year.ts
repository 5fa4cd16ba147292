/** The first financial year of a business: opening balances belong to it. */
export const FIRST_YEAR = 1;

/**
 * The first day of a year with documents: a business that moves in within a year has the rest of that year as open
 * days, while its results since the beginning of the year are opened with its balances.
 */
export const firstDayOf = (year: { readonly start_date?: unknown; readonly first_day?: unknown }): unknown =>
  year.first_day ?? year.start_date;
