/** What a list is asked with. */

export interface ListRequest {
  readonly search: string;
  readonly sortColumn: string;
  readonly sortDir: 'asc' | 'desc';
  readonly perPage: number;
  readonly page: number;
  /** By column, as given. */
  readonly filters: ReadonlyMap<string, string>;
  /** Retired records and discarded documents too. */
  readonly showAll: boolean;
  /** False streams every row that matches. */
  readonly paginated: boolean;
}
