/** The languages of the screens and messages, and a table of their words. */
export type Language = 'en' | 'ar' | 'ckb';
export type Words = Readonly<Record<string, string>>;
