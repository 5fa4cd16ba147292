/** Sums of quantities as texts, for dialogs. */
import {
  printQuantity,
  type Quantity,
  readQuantity as read,
  toQuantity,
} from '../../../../../domain/values/quantity.ts';

export function readQuantity(text: string): Quantity | undefined {
  return read(text);
}

/** Invalid text counts as zero. */
export function add(one: string, other: string): string {
  return printQuantity(toQuantity((read(one) ?? 0n) + (read(other) ?? 0n)));
}
