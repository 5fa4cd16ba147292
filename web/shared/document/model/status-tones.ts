/** Tones of document statuses; word and symbol express the same. */
import type { Tone } from '../../controls/status-chip.tsx';

export const STATUS_TONES: Readonly<Record<string, Tone>> = {
  draft: 'neutral',
  pending: 'neutral',
  sent: 'info',
  received: 'success',
  complete: 'success',
  credit_awaited: 'warning',
  bill: 'success',
  posted: 'success',
  finished: 'success',
  done: 'info',
  approved: 'warning',
  disapproved: 'danger',
  paid: 'success',
  converted: 'info',
  closed: 'info',
  discarded: 'danger',
  reversed: 'danger',
};

export const PAYMENT_TONES: Readonly<Record<string, Tone>> = {
  paid: 'success',
  partially_paid: 'warning',
  unpaid: 'warning',
};

export const RECEIVED_TONES: Readonly<Record<string, Tone>> = {
  received: 'success',
  partially_received: 'warning',
  not_received: 'neutral',
};
