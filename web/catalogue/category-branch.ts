/** A category with those below it. */

export interface Branch {
  readonly category_id: number;
  readonly category_name: string;
  readonly category_code: string | null;
  readonly parent_fk: number | null;
  readonly is_active_online: boolean;
  readonly images: readonly string[];
  readonly revision: number;
  readonly children: readonly Branch[];
}
