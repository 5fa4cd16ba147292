/** The views of schema `read` as kysely types; the `tables.sql` of each projector model describes them. */
import type { Json } from '../../domain/deciding/event.ts';
import type { StopCause } from '../../domain/deciding/set-aside.ts';

/** A decimal or a position, as PostgreSQL prints it. */
type Exact = string;
/** `YYYY-MM-DD` */
type Day = string;
/** ISO 8601; moments of recording are in UTC with a zone. */
type Moment = string;
export type Fields = { readonly [field: string]: Json };

export interface EventRow {
  position: Exact;
  recorded_at: Moment;
  recorded_date: Day;
  type: string;
  v: number;
  stream: string;
  kind: string;
  entity_id: number | null;
  revision: number;
  actor: string;
  outlet_fk: number | null;
  device: string | null;
  command_id: string;
  reason: string | null;
  data: Fields;
}

export interface RecordRow {
  kind: string;
  id: number;
  active: boolean;
  name: string;
  name_ar: string;
  name_ckb: string;
  outlet_fk: number | null;
  inventory_fk: number | null;
  search: string;
  revision: number;
  position: Exact;
  created_at: Moment;
  created_by: string;
  updated_at: Moment;
  updated_by: string;
  data: Fields;
}

export interface DocumentRow {
  kind: string;
  id: number;
  status: string;
  number: string | null;
  date: Day | null;
  outlet_fk: number | null;
  inventory_fk: number | null;
  party: string | null;
  currency_fk: number | null;
  rate: Exact | null;
  payment_type: string | null;
  gross: Exact;
  discount: Exact;
  tax: Exact;
  net: Exact;
  total: Exact;
  total_base: Exact;
  open: Exact;
  returned: Exact;
  allowed: Exact;
  costs: Exact;
  own_returned: Exact;
  own_allowed: Exact;
  not_due: Exact;
  not_coming: Exact;
  unpaid: Exact;
  paid: Exact;
  payment_status: string;
  received_status: string | null;
  reference_number: string | null;
  note: string | null;
  search: string;
  revision: number;
  position: Exact;
  created_at: Moment;
  created_by: string;
  updated_at: Moment;
  updated_by: string;
  data: Fields;
}

export interface AccountRow {
  account: number;
  key: string;
  parent: number | null;
  side: 'debit' | 'credit';
  statement: string;
  is_heading: boolean;
  record_kind: string | null;
  record_id: number | null;
  name: string | null;
}

export interface JournalLineRow {
  position: Exact;
  line_no: number;
  entry_no: number;
  kind: string;
  effective_date: Day;
  effective_at: Moment;
  recorded_date: Day;
  recorded_at: Moment;
  account: number;
  outlet_fk: number;
  party: string | null;
  item_fk: number | null;
  inventory_fk: number | null;
  document: string;
  document_kind: string;
  document_id: number;
  line_id: number | null;
  cause_position: Exact;
  base: Exact;
  currency_fk: number;
  foreign_amount: Exact;
  rate: Exact | null;
  true_date: Day | null;
  tax_percent: Exact | null;
  taxable: Exact | null;
}

interface Movement {
  account: number;
  outlet_fk: number;
  currency_fk: number;
  is_closing: boolean;
  debit: Exact;
  credit: Exact;
  foreign_debit: Exact;
  foreign_credit: Exact;
}
export type MovementDayRow = Movement & { effective_date: Day; recorded_date: Day };
export type MovementMonthRow = Movement & { effective_month: Day; recorded_month: Day };

export interface StockLineRow {
  item_fk: number;
  inventory_fk: number;
  effective_date: Day;
  effective_at: Moment;
  move_position: Exact;
  move_line: number;
  position: Exact;
  recorded_date: Day;
  recorded_at: Moment;
  kind: string;
  quantity: Exact;
  value: Exact;
  outlet_fk: number;
  document: string;
  document_kind: string;
  document_id: number;
  inputs: string | null;
  undelivered: Exact;
}

export interface StockLevelRow {
  item_fk: number;
  inventory_fk: number;
  quantity: Exact;
  value: Exact;
  undelivered: Exact;
}

export interface BatchLineRow {
  item_fk: number;
  inventory_fk: number;
  batch_number: string | null;
  expire_date: Day | null;
  effective_date: Day;
  effective_at: Moment;
  position: Exact;
  kind: 'movement' | 'count' | 'counted' | 'settled' | 'named' | 'delivered';
  quantity: Exact;
  undelivered: Exact;
  document: string;
  document_kind: string;
  document_id: number;
}

export interface CheckpointRow {
  model: string;
  position: Exact;
  status: 'running' | 'stopped';
  stopped_at_position: Exact | null;
  error: string | null;
  updated_at: Moment;
  /** The event that a stopped model cannot process. */
  stopped_event_type: string | null;
  stopped_stream: string | null;
  stopped_number: string | null;
  stopped_cause: StopCause | null;
  stopped_since: Moment | null;
}

export interface ReadTables {
  'read.event': EventRow;
  'read.record': RecordRow;
  'read.document': DocumentRow;
  'read.account': AccountRow;
  'read.journal_line': JournalLineRow;
  'read.movement_day': MovementDayRow;
  'read.movement_month': MovementMonthRow;
  'read.stock_line': StockLineRow;
  'read.stock_level': StockLevelRow;
  'read.batch_line': BatchLineRow;
  'read.checkpoint': CheckpointRow;
  'attachment.upload': {
    id: string;
    digest: string;
    media_type: string;
    bytes: number;
    file_name: string;
    uploaded_by: number;
  };
  'preference.hidden_columns': { user_id: number; model: string; columns: string };
  'preference.sidebar': { user_id: number; setting: Json };
}
