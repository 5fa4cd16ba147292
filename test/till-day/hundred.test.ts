/** A simulated day of a hundred receipts; `five-hundred.all` and `five-thousand.nightly` play longer ones. */
import { isADayOf } from './playing.ts';

isADayOf(100);
