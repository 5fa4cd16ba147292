/**
 * Secrets in files, as secret stores of platforms provide them: NAME_FILE is the path of a file with the value of NAME,
 * and …_PASSWORD_FILE that of the password of an address, so that the address itself is not secret.
 */

import { readFileSync } from 'node:fs';
import { toError } from '../domain/values/thrown.ts';
import { StartupError } from './machine/startup-error.ts';
import { passwordFileOf, VARIABLES } from './reference/variables.ts';

/** Each names one host. */
const ADDRESSES = VARIABLES.filter(({ secret }) => secret === 'address').map(({ name }) => name);
const WHOLE = VARIABLES.filter(({ secret }) => secret !== undefined).map(({ name }) => name);

/**
 * Replaces the file variables by the files' content; child processes inherit it. Throws StartupError for a file that is
 * unreadable or empty, and for a value that is set twice.
 */
export function takeSecretFiles(environment: NodeJS.ProcessEnv): void {
  for (const name of WHOLE) {
    const content = contentOf(environment, `${name}_FILE`);
    if (content === undefined) continue;
    if (environment[name]) throw new StartupError(`Both ${name} and ${name}_FILE are set. Keep one of them.`);
    environment[name] = content;
  }
  for (const name of ADDRESSES) {
    const variable = passwordFileOf(name);
    const password = contentOf(environment, variable);
    if (password !== undefined) environment[name] = withPassword(environment[name], password, name, variable);
  }
}

/** The content without its final line break. Deletes the variable of the file name, so that it is read once. */
function contentOf(environment: NodeJS.ProcessEnv, variable: string): string | undefined {
  const file = environment[variable];
  if (!file) return undefined;
  let content: string;
  try {
    content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new StartupError(`${variable} is ${file}, which cannot be read: ${toError(error).message}.`);
  }
  if (content === '') throw new StartupError(`${variable} is ${file}, which is empty.`);
  delete environment[variable];
  return content;
}

function withPassword(address: string | undefined, password: string, name: string, variable: string): string {
  const url = address === undefined ? null : URL.parse(address);
  if (!url) throw new StartupError(`${variable} is set, and ${name} is no address that a password belongs to.`);
  if (url.password !== '') throw new StartupError(`${name} has a password, and ${variable} is set. Keep one of them.`);
  url.password = encodeURIComponent(password);
  return url.href;
}
