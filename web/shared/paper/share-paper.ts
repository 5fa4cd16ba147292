/** Shares a paper as text: through the device's share dialog if it has one, otherwise by the clipboard. */
import { say } from '../language/language.ts';
import { notifySuccess } from '../notify/notify.ts';
import type { PrintedForm } from './printed-form.ts';

export async function sharePaper({ text }: Pick<PrintedForm, 'text'>): Promise<void> {
  const whole = text.join('\n');
  if (typeof navigator.share === 'function') {
    // Closing the dialog is no error.
    await navigator.share({ title: text[1] ?? '', text: whole }).catch(() => undefined);
    return;
  }
  await navigator.clipboard.writeText(whole);
  notifySuccess(say('paper:shared'));
}
