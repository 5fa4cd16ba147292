/** Delivery of a sale: immediately, collected by the customer, or brought to the address. */
export const RECEIVED_TYPES = ['at_once', 'collected', 'brought'] as const;
export type ReceivedType = (typeof RECEIVED_TYPES)[number];
