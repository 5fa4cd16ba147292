/** Codes of the languages that people use Daftar in; what is said in them is in `languages/`. */
export const LANGUAGES = ['en', 'ar', 'ckb'] as const;
export type Language = (typeof LANGUAGES)[number];
