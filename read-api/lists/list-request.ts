/** The request of a list. */

export interface ListRequest {
  readonly search: string;
  readonly sortColumn: string;
  readonly sortDir: 'asc' | 'desc';
  readonly perPage: number;
  readonly page: number;
  /** Keyed by column, values as given. */
  readonly filters: ReadonlyMap<string, string>;
  /** The time zone of the shop, in which days of filters begin. */
  readonly zone: string;
  /** Includes retired records and discarded documents. */
  readonly showAll: boolean;
  /** A look-up includes inactive records. */
  readonly showInactive: boolean;
  /** False streams every matching row. */
  readonly paginated: boolean;
}
