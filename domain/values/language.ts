/** Codes of the supported languages; their texts are in `languages/`. */
export const LANGUAGES = ['en', 'ar', 'ckb'] as const;
export type Language = (typeof LANGUAGES)[number];
