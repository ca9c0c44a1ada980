import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

import { BACKUP_HEAD, backupKind } from '#shared/admin/restore.ts'

import { decrypt } from './encryption.ts'
import { BackupRefusal, PassphraseRefusal, refused } from './refusal.ts'

/** Returns the archive in the backup, whose first bytes tell whether it is encrypted. Throws BackupRefusal. */
export async function openArchive(
  backup: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = backup[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  for (let chunk = await chunks.next(); chunk.done !== true; chunk = await chunks.next()) {
    first = Buffer.concat([first, chunk.value])
    if (first.length >= BACKUP_HEAD) break
  }
  const source = Readable.from(concat(first, chunks), { objectMode: false })
  const kind = backupKind(first)
  if (kind === 'plain') return unzip(source)
  if (kind === null) throw refused('bir yedek dosyası değil')
  if (passphrase === undefined) throw new PassphraseRefusal('Yedek şifreli; parolası gerekli.')
  try {
    return unzip(await decrypt(source, passphrase))
  } catch {
    throw new PassphraseRefusal('Yedek bu parolayla açılamadı.')
  }
}

async function* concat(first: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let chunk = await rest.next(); chunk.done !== true; chunk = await rest.next()) yield chunk.value
}

/** Reports every failure as damage, whichever layer notices it. */
async function* unzip(compressed: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* pipeline(compressed, createGunzip(), () => {}) as AsyncIterable<Uint8Array>
  } catch {
    throw refused('bozuk ya da eksik')
  }
}

/** Throws BackupRefusal after `room` bytes, because a few bytes can unpack to more than the disk holds. */
export async function* limitBytes(
  room: number,
  archive: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of archive) {
    bytes += chunk.length
    if (bytes > room) throw new BackupRefusal('Diskte yeterli yer yok: yedek açılınca diske sığmıyor.')
    yield chunk
  }
}
