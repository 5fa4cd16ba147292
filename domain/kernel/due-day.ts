/** The due day of a document on account as its event stores it; absent in cash, and in documents of earlier versions. */
export interface DueDay {
  readonly due_date?: string;
  /** The terms of the party that gave the day; absent when a person typed it. */
  readonly payment_terms_days?: number;
}

/** A draft again: a day that the terms gave is given anew when the document is completed. */
export function withoutTermsDay<Data extends object>(data: Data): Data {
  const { due_date: _day, payment_terms_days: days, ...rest } = data as Data & DueDay;
  return days === undefined ? data : (rest as unknown as Data);
}
