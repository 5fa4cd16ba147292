/** The process that builds the web beside a start (`webBeside`). Its argument is the root of the repository. */
import { StartupError } from '../../launcher/machine/startup-error.ts';
import { builtWeb } from './web-build.ts';

const [, , root = ''] = process.argv;
try {
  builtWeb(root, (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(error instanceof StartupError ? error.message : String(error));
  process.exitCode = 1;
}
