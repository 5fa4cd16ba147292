/**
 * The progress of entering, in per cent of its time: on a terminal one line that is written over, elsewhere a line for
 * every tenth.
 */

/** Shares of the time in per cent: the goods are registered quickly, the days of trade take as long as each other. */
const REGISTERED = 12;
const TRADED = 97;
const TOLD_ELSEWHERE = 10;

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export class Progress {
  readonly #output: Output;
  #told: number;

  constructor(output: Output) {
    this.#output = output;
    this.#told = output.isTTY ? -1 : 0;
  }

  /** `done` of `all` items are registered. */
  registered(done: number, all: number): void {
    this.#tell((REGISTERED * done) / all);
  }

  /** `done` of `all` days are over. */
  traded(done: number, all: number): void {
    this.#tell(REGISTERED + ((TRADED - REGISTERED) * done) / all);
  }

  finished(): void {
    this.#tell(100);
    if (this.#output.isTTY) this.#output.write('\n');
  }

  #tell(share: number): void {
    const percent = Math.floor(share);
    const isDue = this.#output.isTTY ? percent > this.#told : percent >= this.#told + TOLD_ELSEWHERE;
    if (!isDue && !(percent === 100 && this.#told < 100)) return;
    this.#told = this.#output.isTTY ? percent : percent - (percent % TOLD_ELSEWHERE);
    const line = `  Entered ${this.#told} %`;
    this.#output.write(this.#output.isTTY ? `\r${line}` : `${line}\n`);
  }
}
