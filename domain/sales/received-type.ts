/** Delivery of a sale: immediately, collected by the customer, or brought to the address. */
export const RECEIVED_TYPES = ['at_once', 'collected', 'brought'] as const;
export type ReceivedType = (typeof RECEIVED_TYPES)[number];

/** Returned goods were on the shelf, as far as they were not delivered yet, unless they are said to come from the customer. */
export const CAME_FROM = ['customer'] as const;
export type CameFrom = (typeof CAME_FROM)[number];
