/** The due day of a document on account as its event stores it; absent in cash, and in documents of earlier versions. */
export interface DueDay {
  readonly due_date?: string;
  /** The terms of the party that gave the day; absent when a person typed it. */
  readonly payment_terms_days?: number;
}

/** A draft again: a day that the terms gave is given anew when the document is completed. */
export function withoutTermsDay<Data extends object>(data: Data): Data {
  const isByTerms = 'payment_terms_days' in data && data.payment_terms_days !== undefined;
  return isByTerms ? { ...data, due_date: undefined, payment_terms_days: undefined } : data;
}
