/** The server's data of a reminder: proposed or issued. */
import type { Language } from '../shared/language/preferences.ts';

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
  readonly customer: {
    readonly consumer_id: number;
    readonly consumer_name: string;
    readonly mobile: string | null;
    readonly address: string | null;
  };
  readonly business: {
    readonly shop_name: string | null;
    readonly shop_name_ar: string | null;
    readonly shop_name_ckb: string | null;
    readonly address: string | null;
    readonly email: string | null;
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

export function shopName({ business }: Letter, language: Language): string {
  const own = language === 'en' ? null : business[`shop_name_${language}`];
  return own ?? business.shop_name ?? '';
}
