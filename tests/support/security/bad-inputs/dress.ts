import { gzipSync } from 'node:zlib'

import * as fc from '#tests/support/setup/fast-check.ts'

export type BadRequest = {
  method: string
  /** The path to send, not normalised. */
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

export type Call = Pick<BadRequest, 'method' | 'path'> & { type?: string; body?: string }

/** A header that makes the head too large. */
export const TOO_LONG = 'x-cok-uzun'
/** The last of so many headers that the head is refused as well. */
export const TOO_MANY = 'x-149'

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

const TYPES = [
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/xml',
  FORM_TYPE,
  '',
  'a'.repeat(500),
]

const BOUNDARY = 'sinir'
const part = (name: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${content}\r\n`

/** Bodies that are no ordinary text, with their type and encoding. */
const ODD_BODIES: (Record<'type', string> & { encoding?: string; bytes: Buffer })[] = [
  { type: JSON_TYPE, bytes: Buffer.from([0xff, 0xfe, 0x22, 0x80, 0x22]) },
  { type: JSON_TYPE, bytes: Buffer.from('{"json":{"q":"\xc3\x28"}}', 'latin1') },
  { type: JSON_TYPE, bytes: Buffer.from('\ufeff{"json":{}}') },
  { type: JSON_TYPE, bytes: Buffer.from('{"json":{"info":{"plaka":"x"}}', 'utf16le') },
  { type: JSON_TYPE, bytes: Buffer.alloc(0) },
  { type: JSON_TYPE, bytes: Buffer.alloc(100_000, ' ') },
  { type: JSON_TYPE, bytes: Buffer.alloc(3_000_000, 'x') },
  { type: JSON_TYPE, encoding: 'gzip', bytes: gzipSync(Buffer.alloc(20_000_000)) },
  { type: JSON_TYPE, encoding: 'gzip', bytes: Buffer.from('{}') },
  { type: JSON_TYPE, encoding: 'br, gzip', bytes: Buffer.from('{}') },
  {
    type: FORM_TYPE,
    bytes: Buffer.from(Array.from({ length: 100_000 }, (_, index) => `k${index}=1`).join('&')),
  },
  { type: FORM_TYPE, bytes: Buffer.from('a=%ff&b=%&c=%zz&__proto__=1') },
  { type: FORM_TYPE, bytes: Buffer.alloc(500_000, '&') },
  { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: Buffer.from(part('file', 'x').repeat(3_000)) },
  {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.from(`${part('file', '<svg onload=x>')}--${BOUNDARY}--\r\n`),
  },
  {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.from(part('file', '\u0000'.repeat(900_000))),
  },
  { type: `multipart/form-data; boundary=${'b'.repeat(300)}`, bytes: Buffer.from('--x\r\n') },
  { type: 'multipart/form-data', bytes: Buffer.from('--\r\n\r\n') },
]

const ODD_HEADERS: Record<string, string>[] = [
  { 'session-id': 'null' },
  { 'session-id': "' or 1=1--" },
  { 'session-id': 'A'.repeat(43) },
  { cookie: `session_id=${'A'.repeat(43)}; session_id=${'B'.repeat(43)}` },
  { cookie: `${'x=y; '.repeat(2_000)}session_id=` },
  { cookie: 'session_id="; =; ;;; \u00ff' },
  { 'idempotency-key': ' ' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'idempotency-key': 'tekrar' },
  { origin: 'null' },
  { origin: 'http://[::1', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'çapraz'.replace('ç', 'c').repeat(50) },
  { 'x-forwarded-for': `${'1.2.3.4,'.repeat(200)}x`, 'x-forwarded-proto': 'javascript' },
  { 'accept-encoding': 'gzip;q=x, *;q=-1, br' },
  { 'accept-language': '*'.repeat(1_000) },
  { range: 'bytes=0-0,-1,5-2' },
  { 'if-none-match': '"'.repeat(500), 'if-modified-since': 'dün'.replace('ü', 'u') },
  { 'trpc-accept': 'application/jsonl' },
  { accept: 'text/event-stream' },
  { expect: '200-maybe' },
  { 'user-agent': '\u00ff'.repeat(900) },
  { host: 'a b' },
  { host: '[::1' },
  { host: 'örnek'.replace('ö', 'o') + ':99999' },
  { connection: 'upgrade', upgrade: 'websocket' },
  { [TOO_LONG]: 'x'.repeat(20_000) },
  Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x-${index}`, '1'])),
]

/** Dresses a call: mostly as it should be, otherwise with a wrong type, body or header. */
export const dress = ({ method, path, type, body }: Call): fc.Arbitrary<BadRequest> => {
  const headers = fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, fc.constantFrom(...ODD_HEADERS))
  const typed = fc.oneof({ weight: 10, arbitrary: fc.constant(type) }, fc.constantFrom(...TYPES))
  const odd = fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.constantFrom(...ODD_BODIES))
  return fc.tuple(headers, typed, odd).map(([sent, as, instead]) => {
    if (body === undefined) return { method, path, headers: sent, body: undefined }
    if (instead === undefined)
      return {
        method,
        path,
        headers: { ...sent, ...(as === undefined ? {} : { 'content-type': as }) },
        body: Buffer.from(body),
      }
    const encoding = instead.encoding === undefined ? {} : { 'content-encoding': instead.encoding }
    return {
      method,
      path,
      headers: { ...sent, 'content-type': instead.type, ...encoding },
      body: instead.bytes,
    }
  })
}
