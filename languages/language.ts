/** The languages of the screens and messages, and a table of words. */
export type Words = Readonly<Record<string, string>>;
