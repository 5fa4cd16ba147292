/** Reports that a paper was not printed, and that it is stored. */
import { say } from '../../shared/language/language.ts';
import { notifyError } from '../../shared/notify/notify.ts';
import { PrinterProblem } from './printer-port.ts';

export function sayPrinterProblem(problem: unknown): void {
  const reason = problem instanceof PrinterProblem ? problem.reason : 'failed';
  notifyError(`${say(`device:printer.problem.${reason}`)} ${say('device:printer.kept')}`);
}
