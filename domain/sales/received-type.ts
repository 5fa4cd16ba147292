/** How the customer gets the goods: with the sale, when they come for them, or at their address. */
export const RECEIVED_TYPES = ['at_once', 'collected', 'brought'] as const;
export type ReceivedType = (typeof RECEIVED_TYPES)[number];
