import type { Kysely } from 'kysely'

import { pendingMigrations } from '#server/platform/db/migrate.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { RESET_LINK_HOURS } from '#shared/options.ts'
import { foldUserName } from '#shared/turkish.ts'

import { createResetLink } from './reset-password.ts'
import { removePasskeys } from './passkeys.ts'
import { factorSince, removeFactor } from './second-factor.ts'

type ResetRequest = { username: string; panel: string; now: Date; isFactorOff?: boolean }

export const FACTOR_OFF = '--second-factor-off'

/**
 * Makes a link for a new password and returns the text for the terminal. `isFactorOff` also switches the second factor off
 * and removes the passkeys. `panel` is the panel's address with its base path. Throws StartupError.
 */
export async function resetLinkNotice(
  db: Kysely<DB>,
  { username, panel, now, isFactorOff = false }: ResetRequest,
): Promise<string> {
  if ((await pendingMigrations(db)).length > 0)
    throw new StartupError('Veritabanı bu sürüme hazır değil: önce paneli bir kez başlatın ("npm start").')
  const user = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username_key', '=', foldUserName(username))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (user === undefined) throw new StartupError(`"${username}" adında bir kullanıcı yok.`)
  const { token } = await createResetLink({ db, now }, user.id, null)
  const factor = await factorNotice(db, user.id, isFactorOff)
  return [
    `${user.username} için parola bağlantısı (${RESET_LINK_HOURS} saat geçerli, bir kez kullanılır):`,
    `${panel}parola#${token}`,
    'Paneli başlatıp bu adresi açın. Paneli başka bir adresle açıyorsanız "/oto-servis/" öncesini onunla değiştirin.',
    ...factor,
  ].join('\n')
}

async function factorNotice(db: Kysely<DB>, userId: number, isOff: boolean): Promise<string[]> {
  if (isOff) {
    const wasOn = await removeFactor({ db }, userId)
    const passkeys = await removePasskeys({ db }, userId)
    return [
      ...(wasOn ? ['İki adımlı doğrulama kapatıldı: giriş yalnız parolayla.'] : []),
      ...(passkeys > 0 ? [`Geçiş anahtarları kaldırıldı: ${passkeys}.`] : []),
    ]
  }
  if ((await factorSince({ db }, userId)) === null) return []
  return [
    'Bu hesapta iki adımlı doğrulama açık; yeni paroladan sonra da kod sorulur.',
    `Telefon ve yedek kodlar yoksa komutu sonuna ${FACTOR_OFF} ekleyerek yeniden çalıştırın.`,
  ]
}
