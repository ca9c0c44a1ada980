import type { Kysely } from 'kysely'

import { pendingMigrations } from '#server/db/migrate.ts'
import type { DB } from '#server/db/schema.ts'
import { StartupError } from '#server/lib/startup-error.ts'
import { RESET_LINK_HOURS } from '#shared/options.ts'
import { foldUserName } from '#shared/turkish.ts'

import { createResetLink } from './reset-links.ts'

/**
 * Makes a link for a new password and returns what the terminal shows. It changes nothing else: a wrong name harms
 * nobody. `panel` is the panel's address with its base path. Throws StartupError.
 */
export async function resetLinkNotice(
  db: Kysely<DB>,
  { username, panel, now }: { username: string; panel: string; now: Date },
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
  const { token } = await createResetLink({ db, now }, user.id)
  return [
    `${user.username} için parola bağlantısı (${RESET_LINK_HOURS} saat geçerli, bir kez kullanılır):`,
    `${panel}parola#${token}`,
    'Paneli başlatıp bu adresi açın. Paneli başka bir adresle açıyorsanız "/oto-servis/" öncesini onunla değiştirin.',
  ].join('\n')
}
