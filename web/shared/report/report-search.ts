/** What a report is asked with, in its address. */

export type ReportSearch = Readonly<Record<string, string | number | undefined>>;
