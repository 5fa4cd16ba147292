/** The words of costs that the purchase and its later costs share. */

/** What a cost that is entered with its purchase is shared over the lines by; later ones are shared by hand too. */
export const SHARE_BY = ['value', 'quantity', 'weight'] as const;
export const COST_TYPES = ['freight', 'customs', 'transport', 'insurance', 'other'] as const;
