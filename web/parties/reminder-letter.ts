/** The server's data of a reminder: proposed or issued. */
export interface LetterDocument {
  readonly document: string;
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
  readonly currency_fk: number;
  readonly date: string;
  readonly due_date: string;
  readonly days: number;
  readonly amount: string;
  readonly times: number;
}

export interface Letter {
  readonly id: number | null;
  readonly number: string | null;
  readonly status: string | null;
  readonly revision: number | null;
  readonly date: string;
  readonly reminder_level: number;
  readonly letter_language: string | null;
  readonly note: string | null;
  readonly outlet_fk: number | null;
  readonly customer: {
    readonly consumer_id: number;
    readonly consumer_name: string;
    readonly code: string | null;
    readonly address: string | null;
    readonly phones: readonly string[];
  };
  readonly documents: readonly LetterDocument[];
  readonly totals: readonly {
    readonly currency_fk: number;
    readonly symbol: string | null;
    readonly decimals: number;
    readonly amount: string;
  }[];
}
