/**
 * Before security-relevant commands the server requires a recent proof of identity (403 `reauthentication_required`):
 * the person types the password, and the refused request is sent again.
 */
import { asking } from './asking.ts';
import type { ApiError } from './error.ts';

const proofs = asking<undefined>();

export const useProofAsked = proofs.use;

export const asksForProof = ({ status, code }: ApiError): boolean =>
  status === 403 && code === 'reauthentication_required';

/**
 * True when the person has proved their identity; concurrent callers share one answer. False when no component can show
 * the dialog.
 */
export async function askForProof(): Promise<boolean> {
  return (await (proofs.underWay() ?? proofs.ask(undefined))) ?? false;
}
