/**
 * Before a person decides about others or ends sessions, the server wants to know that it is still them (403
 * `reauthentication_required`): they type the password, and what was refused is sent again.
 */
import { asking } from './asking.ts';
import type { ApiError } from './error.ts';

const proofs = asking<undefined>();

export const useProofAsked = proofs.use;

export const asksForProof = ({ status, code }: ApiError): boolean =>
  status === 403 && code === 'reauthentication_required';

/** True when the person has proved who they are; whoever asks meanwhile gets the same answer. False where nobody is there. */
export async function askForProof(): Promise<boolean> {
  return (await (proofs.underWay() ?? proofs.ask(undefined))) ?? false;
}
