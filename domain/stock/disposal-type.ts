/** The reason of a disposal; each has its own loss account. */
export const DISPOSAL_TYPES = ['stolen', 'destruct', 'expired', 'damaged'] as const;
export type DisposalType = (typeof DISPOSAL_TYPES)[number];
