/**
 * Lets the compilers of V8 finish functions in the main thread, where no end of a program waits for them. Node 24 joins
 * the threads of V8 at its end; one that compiles may need memory, and waits for the garbage collection of the main
 * thread, which waits for it: the process stays forever (https://github.com/nodejs/node/issues/54918, open in 24.21).
 * Sparkplug then compiles a function when it is called, and Maglev makes its code there: neither costs measurable time.
 * Maglev's other work and TurboFan stay in their threads. Plain JavaScript without packages, like `run.mjs`, which
 * gives it to each process that it starts.
 */
import { setFlagsFromString } from 'node:v8';

export const FLAGS = ['--no-concurrent-sparkplug', '--no-maglev-build-code-on-background'];

// A V8 that does not know a flag complains of it on stderr.
if (process.versions.node.startsWith('24.')) for (const flag of FLAGS) setFlagsFromString(flag);
