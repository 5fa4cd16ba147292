/** How many rows a table may show on a page (specification, section 9). */
export const ROWS_PER_PAGE = [10, 50, 100, 200];
