/**
 * Tickets of a till: the proof that a PIN was typed, for one purpose. The server signs the approvals that it has checked.
 * A device without a network signs with the key that the server gave it when the same PIN was right there, and that
 * only the PIN opens (`web/till/device/pin-proof.ts`).
 */
import { isObject, listOf, type Members } from '../values/members.ts';

interface Signed {
  /** `server`, or the moment at which the server gave the key of the person's PIN to the device. */
  readonly key: string;
  readonly enrolment: string;
  readonly user_fk: number;
  /** Server time at which the PIN was typed. */
  readonly at: string;
}

/** A supervisor allows one action: the rights that the cashier lacks, for one entry. */
export interface ApprovalTicket extends Signed {
  readonly kind: 'approval';
  readonly entry: string;
  readonly rights: readonly string[];
}

/** A cashier signs in without a network. */
export interface SignInTicket extends Signed {
  readonly kind: 'sign_in';
}

export type TillTicket = ApprovalTicket | SignInTicket;

export const BY_SERVER = 'server';

/** The key of a person's PIN at one device, as the server gives it. */
export interface PinKey {
  readonly issued_at: string;
  /** 256 random bits in base64url. */
  readonly secret: string;
}

/** An HMAC with SHA-256 of the text of the ticket. */
export type Mac = (text: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;

/** HMAC with SHA-256 for a secret of `PinKey`. */
export async function macOf(secret: Uint8Array<ArrayBuffer>): Promise<Mac> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return (text) => crypto.subtle.sign('HMAC', key, text);
}

export async function signTicket(ticket: TillTicket, mac: Mac): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(ticket));
  return `${toBase64Url(text)}.${toBase64Url(new Uint8Array(await mac(text)))}`;
}

/** The content of a ticket, whose signature is not checked; undefined when it is malformed. */
export function readTicket(signed: string): TillTicket | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(signed.split('.')[0] ?? ''));
    const value: unknown = JSON.parse(text);
    return isTicket(value) ? value : undefined;
  } catch {
    // Neither base64 nor JSON: the caller treats it like a wrong signature.
    return undefined;
  }
}

/** Compares all characters, so that the duration tells nothing. */
export async function isSignedBy(signed: string, ticket: TillTicket, mac: Mac): Promise<boolean> {
  const expected = await signTicket(ticket, mac);
  let difference = expected.length ^ signed.length;
  for (let at = 0; at < expected.length; at += 1) difference |= expected.charCodeAt(at) ^ signed.charCodeAt(at);
  return difference === 0;
}

function isTicket(value: unknown): value is TillTicket {
  if (!isObject(value)) return false;
  const { kind, key, enrolment, user_fk, at, entry, rights }: Members = value;
  const isSigned = [key, enrolment, at].every((text) => typeof text === 'string') && typeof user_fk === 'number';
  if (!isSigned) return false;
  if (kind === 'sign_in') return true;
  const areRights = Array.isArray(rights) && listOf(rights).every((right) => typeof right === 'string');
  return kind === 'approval' && typeof entry === 'string' && areRights;
}

export function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
