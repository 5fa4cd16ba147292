/** The connection to a thermal printer, and its errors. */
import { isObject } from '../../../domain/values/members.ts';
import type { PrinterSettings } from './printer-settings.ts';

export interface ChosenPrinter {
  readonly vendorId: number;
  readonly productId: number;
}

export interface PrinterPort {
  /** Opens the browser's choice; null without a choice. Requires a click. */
  choose(): Promise<ChosenPrinter | null>;
  /** Throws PrinterProblem. */
  write(bytes: Uint8Array<ArrayBuffer>, settings: PrinterSettings): Promise<void>;
}

/**
 * `unable`: the browser or page does not allow it; `not_chosen`; `not_there`: switched off or unplugged; `failed`: the
 * connection broke.
 */
export class PrinterProblem extends Error {
  readonly reason: 'unable' | 'not_chosen' | 'not_there' | 'failed';

  constructor(reason: PrinterProblem['reason'], cause?: unknown) {
    super(`the printer: ${reason}`, { cause });
    this.name = 'PrinterProblem';
    this.reason = reason;
  }
}

/** Interfaces that TypeScript does not declare: checks that the object has the methods. */
export const hasMethods = (value: unknown, ...names: readonly string[]): boolean =>
  isObject(value) && names.every((name) => typeof value[name] === 'function');

export function isSame(chosen: ChosenPrinter, { vendorId, productId }: Partial<ChosenPrinter>): boolean {
  return chosen.vendorId === vendorId && chosen.productId === productId;
}
