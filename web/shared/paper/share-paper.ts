/** A paper as text to whoever a person chooses: through the device's own list where it has one, else by the clipboard. */
import { say } from '../language/language.ts';
import { notifySuccess } from '../notify/notify.ts';
import type { PrintedForm } from './printed-form.ts';

export async function sharePaper({ text }: Pick<PrintedForm, 'text'>): Promise<void> {
  const whole = text.join('\n');
  if (typeof navigator.share === 'function') {
    // Whoever closes the list shares nothing, and is told nothing.
    await navigator.share({ title: text[1] ?? '', text: whole }).catch(() => undefined);
    return;
  }
  await navigator.clipboard.writeText(whole);
  notifySuccess(say('paper:shared'));
}
