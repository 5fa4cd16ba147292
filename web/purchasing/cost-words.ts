/** The words of costs that the purchase and its later costs share. */

/** What a cost is shared over the lines by; shares by hand are entered through the API. */
export const SHARE_BY = ['value', 'quantity', 'weight'] as const;
export const COST_TYPES = ['freight', 'customs', 'transport', 'insurance', 'other'] as const;
