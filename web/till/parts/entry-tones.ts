/** Tones of the states of an entry. */
import type { Tone } from '../../shared/controls/status-chip.tsx';
import type { EntryState } from '../device/database-schema.ts';

export const ENTRY_TONES: Readonly<Record<EntryState, Tone>> = {
  waiting: 'warning',
  stored: 'success',
  refused: 'danger',
};
