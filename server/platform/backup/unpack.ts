import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

import { BACKUP_HEAD, backupKind } from '#shared/admin/restore.ts'

import { decrypted } from './encryption.ts'
import { BackupRefusal, PassphraseRefusal, refused } from './refusal.ts'

/** The archive within the backup, by its first bytes. */
export async function archiveOf(
  backup: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = backup[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  for (let chunk = await chunks.next(); chunk.done !== true; chunk = await chunks.next()) {
    first = Buffer.concat([first, chunk.value])
    if (first.length >= BACKUP_HEAD) break
  }
  const source = Readable.from(joined(first, chunks), { objectMode: false })
  const kind = backupKind(first)
  if (kind === 'plain') return unpacked(source)
  if (kind === null) throw refused('bir yedek dosyası değil')
  if (passphrase === undefined) throw new PassphraseRefusal('Yedek şifreli; parolası gerekli.')
  try {
    return unpacked(await decrypted(source, passphrase))
  } catch {
    throw new PassphraseRefusal('Yedek bu parolayla açılamadı.')
  }
}

async function* joined(first: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let chunk = await rest.next(); chunk.done !== true; chunk = await rest.next()) yield chunk.value
}

/** What cannot be read to its end is damaged, whichever layer notices it. */
async function* unpacked(compressed: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* pipeline(compressed, createGunzip(), () => {}) as AsyncIterable<Uint8Array>
  } catch {
    throw refused('bozuk ya da eksik')
  }
}

/** A few bytes can unpack to a disk full of them. */
export async function* within(room: number, archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of archive) {
    bytes += chunk.length
    if (bytes > room) throw new BackupRefusal('Diskte yeterli yer yok: yedek açılınca diske sığmıyor.')
    yield chunk
  }
}
