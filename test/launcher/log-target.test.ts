/** Log lines are sent to a syslog collector as they are written, over verified TLS, and never delay the program. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { collectorOf, LogTarget } from '../../launcher/log-target.ts';
import { StartupError } from '../../launcher/machine/startup-error.ts';
import { openLog, openOutput } from '../../launcher/program-log.ts';
import { ownCertificate } from '../support/own-certificate.ts';
import { until } from '../support/waiting.ts';

interface Listening {
  readonly port: number;
  readonly text: () => string;
  stop(): Promise<void>;
}

const running: Listening[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});

async function listening(server: Server, port = 0, isEncrypted = false): Promise<Listening> {
  const sockets = new Set<Socket>();
  let text = '';
  server.on('connection', (socket) => sockets.add(socket));
  const take = (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      text += String(bytes);
    });
  };
  server.on(isEncrypted ? 'secureConnection' : 'connection', take);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  const one = { port: (server.address() as AddressInfo).port, text: () => text, stop };
  running.push(one);
  return one;
}

/** The messages of a text, separated by the lengths that precede them. */
function messagesOf(text: string): { readonly head: string; readonly line: string }[] {
  const found: { head: string; line: string }[] = [];
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    const cut = rest.indexOf(' ');
    const length = Number(rest.subarray(0, cut).toString());
    const message = rest.subarray(cut + 1, cut + 1 + length).toString();
    const [, head = '', line = ''] = /^(<\d+>1 \S+ \S+ daftar \d+ - -) (.*)$/su.exec(message) ?? [];
    found.push({ head, line });
    rest = rest.subarray(cut + 1 + length);
  }
  return found;
}

const at = (port: number, protocol = 'tcp') => collectorOf({ LOG_TARGET: `${protocol}://127.0.0.1:${port}` });
const line = (msg: string, level = 30) => `${JSON.stringify({ level, time: 1_772_000_000_000, msg })}\n`;

describe('LOG_TARGET', () => {
  it('gets each line with its length, its level and its time, in any script', async () => {
    const collector = await listening(createServer());
    const target = new LogTarget(at(collector.port) as never);
    target.write(line('one') + line('دوو', 50));
    target.write('no JSON at all\n');
    await target.close();
    await until(async () => messagesOf(collector.text()).length === 3, { what: 'three messages' });
    expect(messagesOf(collector.text())).toEqual([
      { head: expect.stringMatching(/^<134>1 2026-02-25T06:13:20\.000Z /), line: line('one').trim() },
      { head: expect.stringMatching(/^<131>1 /), line: line('دوو', 50).trim() },
      { head: expect.stringMatching(/^<135>1 /), line: 'no JSON at all' },
    ]);
  });

  it('keeps lines while the collector is away, and says how many did not fit', async () => {
    const first = await listening(createServer());
    const target = new LogTarget(at(first.port) as never, { retryMs: [20] });
    target.write(line('before'));
    await until(async () => first.text().includes('before'), { what: 'the first line' });
    await first.stop();
    // The loss of the connection is noticed by the next line.
    await until(
      async () => {
        target.write(line('into the void'));
        return target.isAway;
      },
      { what: 'the collector is missed' },
    );
    const long = 'x'.repeat(300_000);
    for (const name of ['a', 'b', 'c', 'd', 'e']) target.write(line(`${name}${long}`));
    const again = await listening(createServer(), first.port);
    await until(async () => again.text().includes('"e'), { what: 'the lines that waited' });
    await target.close();
    const said = messagesOf(again.text()).map((message) => message.line);
    expect(said[0]).toMatch(/"lost":\d+,"msg":"lines did not reach here"/);
    expect(said.at(-1)).toContain('"msg":"e');
    expect(said.some((text) => text.includes('"msg":"a'))).toBe(false);
  });

  it('sends nothing to whom it cannot check, and all to whom it can', async () => {
    const { certificate, key } = ownCertificate();
    const collector = await listening(createTlsServer({ cert: certificate, key }) as unknown as Server, 0, true);
    const stranger = new LogTarget(at(collector.port, 'tls') as never, { retryMs: [20] });
    stranger.write(line('for nobody'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await stranger.close();
    expect(collector.text()).toBe('');
    const usual = getCACertificates('default');
    setDefaultCACertificates([...usual, certificate]);
    try {
      const known = new LogTarget(at(collector.port, 'tls') as never, { retryMs: [20] });
      known.write(line('for the collector'));
      await until(async () => collector.text().includes('for the collector'), { what: 'the line over TLS' });
      await known.close();
    } finally {
      setDefaultCACertificates(usual);
    }
  });

  it('is what the log of a start and the output of a service go by too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'daftar-target-'));
    try {
      const collector = await listening(createServer());
      const environment = { LOG_TARGET: `tcp://127.0.0.1:${collector.port}` };
      const log = openLog(folder, environment);
      log.write(line('of the start'));
      await until(async () => collector.text().includes('of the start'), { what: 'the line of the start' });
      await log.close();
      expect(readFileSync(join(folder, 'daftar.log'), 'utf8')).toBe(line('of the start'));
      const shown: string[] = [];
      const output = openOutput(environment, { write: (text: string) => shown.push(text) > 0 } as never);
      output.write(line('of a service'));
      await until(async () => collector.text().includes('of a service'), { what: 'the line of the service' });
      await output.close();
      expect(shown).toEqual([line('of a service')]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each(['http://logs.example.com', 'logs.example.com:514', 'tls://'])('%s stops the start', (LOG_TARGET) => {
    expect(() => collectorOf({ LOG_TARGET })).toThrow(StartupError);
  });

  it('is undefined without a setting', () => {
    expect(collectorOf({})).toBeUndefined();
    expect(collectorOf({ LOG_TARGET: 'tls://logs.example.com' })).toEqual({
      ...{ host: 'logs.example.com', port: 6514, isEncrypted: true },
    });
  });
});
