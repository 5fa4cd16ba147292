/** Why goods are taken off the books; each has an account of its loss. */
export const DISPOSAL_TYPES = ['stolen', 'destruct', 'expired', 'damaged'] as const;
export type DisposalType = (typeof DISPOSAL_TYPES)[number];
