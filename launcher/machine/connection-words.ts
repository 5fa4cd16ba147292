/** What a client library says of a connection that failed, in words with the next step. */
import { StoreUnavailable } from '../../event-store/port.ts';
import { systemCode } from './startup-error.ts';

/** What is looked for in the error and its causes, and what it means. */
const MEANINGS: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [/\bENOTFOUND\b|\bEAI_AGAIN\b|Name resolution failed/, 'the name of its machine is not known'],
  [
    /\bcertificate|self.signed|\bUNABLE_TO_VERIFY|\bCERT_|wrong version number|\bSSL routines/i,
    'the encryption does not agree: TLS or its certificate',
  ],
  [
    /\b28P01\b|password authentication failed|\bWRONGPASS\b|\bNOAUTH\b|UNAUTHENTICATED|PERMISSION_DENIED/i,
    'it does not accept the name or the password',
  ],
  [/\b3D000\b|database ".*" does not exist/, 'it has no database of this name'],
  [/\bECONNREFUSED\b|No connection established|\bUNAVAILABLE\b/, 'nothing answers at its address'],
  [/\bEHOSTUNREACH\b|\bENETUNREACH\b/, 'its machine cannot be reached'],
  [/\bECONNRESET\b|\bEPIPE\b|connection terminated|Connection is closed/i, 'it ended the connection'],
  [/\bETIMEDOUT\b|timeout|timed out|took longer|DEADLINE_EXCEEDED|does not answer/i, 'it does not answer in time'],
];
const CAUSES_MAX = 5;

/** Undefined for an error that is none of a connection. */
export function connectionWords(error: unknown): string | undefined {
  const said = textsOf(error).join('\n');
  return MEANINGS.find(([pattern]) => pattern.test(said))?.[1];
}

/** `KurrentDB (DAFTAR_EVENTSTORE_URL): nothing answers at its address. Start it, or correct the address` */
export function connectionProblem(what: string, variable: string, error: unknown): string | undefined {
  const words = connectionWords(error);
  return words && `${what} (${variable}): ${words}. Start it, or correct the address.`;
}

function textsOf(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error) || depth > CAUSES_MAX) return [];
  const inner = [error.cause, ...(error instanceof AggregateError ? error.errors : [])];
  return [error.message, systemCode(error) ?? '', ...inner.flatMap((value) => textsOf(value, depth + 1))];
}

/** For a command that ends with it: the log or the claims were not reached. Undefined for every other error. */
export function storeProblem(error: unknown, environment: NodeJS.ProcessEnv): string | undefined {
  if (!(error instanceof StoreUnavailable)) return undefined;
  const isKurrent = Boolean(environment['DAFTAR_EVENTSTORE_URL'] || environment['EVENTSTORE_URL']);
  const [what, variable] = isKurrent ? ['KurrentDB', 'DAFTAR_EVENTSTORE_URL'] : ['PostgreSQL', 'DATABASE_URL'];
  return connectionProblem(what, variable, error);
}
