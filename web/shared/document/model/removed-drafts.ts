/**
 * The person whose drafts were removed at the last sign-out. A window that closes afterwards must not store them again;
 * the next sign-in clears the mark.
 */
const KEY = 'daftar.drafts_removed';

export const noteDraftsRemoved = (userId: number): void => localStorage.setItem(KEY, String(userId));

/** `name` comes from `draftName`. */
export const isRemovedDraft = (name: string): boolean => name.startsWith(`${localStorage.getItem(KEY)}/`);

export const keepDraftsAgain = (): void => localStorage.removeItem(KEY);
