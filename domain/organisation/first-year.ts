/** The number of the first financial year of a business: opening balances belong to it. */
export const FIRST_YEAR = 1;
