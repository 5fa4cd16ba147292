/** Labels for costs of a purchase and its later costs. */

/** Allocation keys of a cost entered with its purchase; later costs also allow manual allocation. */
export const SHARE_BY = ['value', 'quantity', 'weight', 'volume'] as const;
export const COST_TYPES = ['freight', 'customs', 'transport', 'insurance', 'other'] as const;
