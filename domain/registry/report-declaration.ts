/** The shape of a report's declaration; `reports.ts` has them all. */

export interface ReportFilter {
  readonly name: string;
  /** The options of a choice; the first one means no choice. */
  readonly options?: readonly string[];
  /** It is typed: a text, or the whole number that the address reads. */
  readonly isText?: true;
}

export interface ReportColumn {
  /** Its heading is `report:columns.<name>`. */
  readonly name: string;
  /** Units: the stock of the row in the units of its item, `in_units`. A document is named by `document_kind`, `document_id` and `number` of the row, and is a link. */
  readonly kind: 'text' | 'date' | 'number' | 'amount' | 'word' | 'document' | 'action' | 'units';
  /** `totals` of the answer contains its sum; the column is hidden when this is null. */
  readonly isSummed?: true;
  readonly isCompared?: true;
  /** The field of the row; default `name`. */
  readonly field?: string;
  readonly width?: string;
  /** Left out on a telephone. */
  readonly isMinor?: true;
  /** For a word: the text is `report:<words>.<value>`, shown in its tone. */
  readonly words?: string;
  readonly tones?: Readonly<Record<string, 'danger' | 'warning' | 'success' | 'neutral'>>;
  /** For an action, which is a link `report:actions.<name>` on the screen only: the permission that it needs. */
  readonly permission?: string;
  /**
   * The page of the link, with these fields of the row and these parameters of the report; of a list, with these fields as
   * its filters.
   */
  readonly link?: {
    readonly to: string;
    readonly fields: readonly string[];
    readonly parameters: readonly string[];
    readonly filters?: readonly string[];
  };
}

export interface ReportTable {
  readonly filters: readonly ReportFilter[];
  /** Fields that identify a row. */
  readonly rowKey: readonly string[];
  readonly columns: readonly ReportColumn[];
  /** The rows as bars below each other: an amount of each, by the column that names it. */
  readonly chart?: { readonly name: string; readonly amount: string };
}

export interface ReportDeclaration {
  /** Name in the menu and in the tables of names. */
  readonly name: string;
  /** `reports/expired_items`, which is also the path of its endpoint. */
  readonly permission: string;
  readonly path: string;
  /** True when all of it reveals the cost of goods: it requires `items/show_cost` too (decisions/0027). */
  readonly needsCost?: true;
  /** The menu group. */
  readonly group?: 'financial_reports';
  readonly isTile?: true;
  /** True for a report that is opened from other reports only. */
  readonly isUnlisted?: true;
  /** Resources of its filters: the permission for the report includes their look-ups. */
  readonly lookups: readonly string[];
  /** True when the auditor's desk explains its figures. */
  readonly isExplained?: true;
  /** Its screen, when that is only a table. */
  readonly table?: ReportTable;
}
