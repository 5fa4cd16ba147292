/** The status of a promotion in the list: an active one whose last day has passed gives nothing any more. */
import type { Row } from '../shared/api/list.ts';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { say } from '../shared/language/language.ts';
import { optionLabel } from '../shared/language/names.ts';
import { localToday } from '../shared/typing/date-words.ts';

const TONES = { draft: 'neutral', active: 'success', inactive: 'warning', ended: 'neutral' } as const;
type State = keyof typeof TONES;

/** `today` as `2026-03-15`. */
export function promotionState({ status, end_date: last }: Row, today: string): State {
  if (status !== 'active') return status === 'inactive' ? 'inactive' : 'draft';
  return typeof last === 'string' && last < today ? 'ended' : 'active';
}

export function promotionStatus(row: Row): string {
  const state = promotionState(row, localToday());
  return state === 'ended' ? say('sales:promotion_ended') : optionLabel('status', state);
}

export const promotionStatusChip = (row: Row) => (
  <StatusChip tone={TONES[promotionState(row, localToday())]} label={promotionStatus(row)} />
);
