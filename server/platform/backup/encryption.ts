import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'

import { Decrypter, Encrypter } from 'age-encryption'

/** Encrypts with age (https://age-encryption.org): scrypt for the key, ChaCha20-Poly1305 in pieces of 64 KB. */
export async function encrypt(plain: Readable, passphrase: string): Promise<Readable> {
  const age = new Encrypter()
  age.setPassphrase(passphrase)
  return fromWeb(await age.encrypt(toWeb(plain)))
}

/** Throws when the passphrase is another one; the stream fails where the backup was changed or cut off. */
export async function decrypt(encrypted: Readable, passphrase: string): Promise<Readable> {
  const age = new Decrypter()
  age.addPassphrase(passphrase)
  return fromWeb(await age.decrypt(toWeb(encrypted)))
}

// Node and the DOM have different types for the same streams.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as unknown as NodeStream)
