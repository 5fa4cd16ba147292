/** A simulated day of five hundred receipts. */
import { isADayOf } from './playing.ts';

isADayOf(500);
