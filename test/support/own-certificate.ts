/** A self-signed certificate for 127.0.0.1, as an attacker on the connection would present it. */
import { generateKeyPairSync, sign } from 'node:crypto';

export interface OwnCertificate {
  /** PEM; a client that trusts it as a root accepts the server. */
  readonly certificate: string;
  readonly key: string;
}

const [SEQUENCE, SET, INTEGER, OID, TEXT, TIME, BITS, OCTETS] = [0x30, 0x31, 0x02, 0x06, 0x0c, 0x17, 0x03, 0x04];

/** A value of DER: its tag, its length, its bytes. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const utc = (date: Date): Buffer => der(TIME, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

const COMMON_NAME = bytes('550403');
const ECDSA_SHA256 = der(SEQUENCE, der(OID, bytes('2a8648ce3d040302')));
const BASIC = der(SEQUENCE, der(OID, bytes('551d13')), der(OCTETS, der(SEQUENCE, bytes('0101ff'))));
const LOOPBACK = der(SEQUENCE, der(OID, bytes('551d11')), der(OCTETS, der(SEQUENCE, der(0x87, bytes('7f000001')))));

export function ownCertificate(): OwnCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, der(OID, COMMON_NAME), der(TEXT, Buffer.from('somebody')))));
  const day = 86_400_000;
  const signed = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, bytes('02'))),
    der(INTEGER, bytes('01')),
    ECDSA_SHA256,
    name,
    der(SEQUENCE, utc(new Date(Date.now() - day)), utc(new Date(Date.now() + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, BASIC, LOOPBACK)),
  );
  const signature = sign('sha256', signed, privateKey);
  const whole = der(SEQUENCE, signed, ECDSA_SHA256, der(BITS, bytes('00'), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
