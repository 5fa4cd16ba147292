/** What documents store of an amount in the currency of the books that their lines share: dividends, payrolls, depreciation. */
export interface SharedAmount<Line> {
  readonly outlet_fk: number;
  readonly date: string;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly amount: string;
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly Line[];
}
