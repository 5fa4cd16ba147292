/** The export's thread: produces the file piece by piece on request, with its own database connection. */

import { parentPort, workerData } from 'node:worker_threads';
import { errorCode, toError } from '../../../domain/values/thrown.ts';
import { personOf } from '../../../identity/person.ts';
import { connectReader } from '../../database/reader.ts';
import { exportBooks } from './export.ts';
import { type ExportMessage, taskOf } from './export-messages.ts';

/** Small pieces are joined, because each piece is one message. */
const PIECE_MIN = 65_536;

const { databaseUrl, person, options } = taskOf(workerData);
const reader = connectReader(databaseUrl);
const pieces = exportBooks(reader, personOf(person.user_id, person.user, undefined), options);

async function nextPiece(): Promise<ExportMessage> {
  let text = '';
  while (text.length < PIECE_MIN) {
    const { done, value } = await pieces.next();
    if (done) break;
    text += value;
  }
  return text === '' ? { done: true } : { piece: new TextEncoder().encode(text) };
}

function failed(error: unknown): ExportMessage {
  const code = errorCode(error);
  return { error: { message: toError(error).message, ...(code === undefined ? {} : { code }) } };
}

parentPort?.on('message', async () => {
  const message = await nextPiece().catch(failed);
  parentPort?.postMessage(message, 'piece' in message ? [message.piece.buffer as ArrayBuffer] : []);
});
