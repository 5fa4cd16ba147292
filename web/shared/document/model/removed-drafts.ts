/**
 * Whose drafts were removed from this device at the last sign-out. A window that closes afterwards, this one or another, keeps
 * none of them anew; who signs in begins again.
 */
const KEY = 'daftar.drafts_removed';

export const noteDraftsRemoved = (userId: number): void => localStorage.setItem(KEY, String(userId));

/** `name` as `draftName` gives it. */
export const isRemovedDraft = (name: string): boolean => name.startsWith(`${localStorage.getItem(KEY)}/`);

export const keepDraftsAgain = (): void => localStorage.removeItem(KEY);
