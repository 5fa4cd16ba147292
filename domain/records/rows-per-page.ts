/** How many rows a table may show on a page (specification, section 9). */
export const ROWS_PER_PAGE = [10, 50, 100, 200];

/** How many rows of a report are read at once when all of them are wanted, for paper and for Excel. */
export const ROWS_AT_ONCE = 5_000;
