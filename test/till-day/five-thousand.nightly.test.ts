/** A simulated day of five thousand receipts. */
import { isADayOf } from './playing.ts';

isADayOf(5_000);
