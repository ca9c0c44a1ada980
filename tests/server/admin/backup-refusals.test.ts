import { expect, test, vi } from 'vitest'

import type { BackupService } from '#server/platform/backup/service.ts'
import { createLogger } from '#server/platform/lib/logger.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { backupsOf } from '#tests/support/rows/admin.ts'
import { testApp } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { restoring } from '#tests/support/clients/restore.ts'

const db = await testDatabase()
const administrator = await buildUser(db, { auth: AUTH_ADMIN })

const FOLDER = '/srv/oto/veri/backups'
const systemError = (code: string, syscall: string) =>
  Object.assign(new Error(`${code}: failed, ${syscall} '${FOLDER}/x.part'`), { code, syscall, path: FOLDER })

/** Errors of a backup, each with the reason that the page shows. */
const FAILURES: [Error, string][] = [
  [new StartupError(`${FOLDER}/x.tar.gz yazılamadı (diskte yer kalmadı).`), 'diskte yer kalmadı'],
  [new StartupError(`${FOLDER}/x.tar.gz yazılamadı (yazma izni yok).`), 'yazma izni yok'],
  [new StartupError(`${FOLDER}/x.tar.gz yazılamadı (klasör yok).`), 'klasör yok'],
  [new StartupError(`DATA_DIR: ${FOLDER} klasörü oluşturulamadı (EEXIST).`), 'günlüğünde'],
  [new StartupError(`DATA_DIR: ${FOLDER} klasöründe veritabanı yok.`), 'günlüğünde'],
  [new StartupError(`Error: connect ECONNREFUSED ${FOLDER}/.s.PGSQL.5432`), 'günlüğünde'],
  [new StartupError('DATABASE_URL: db.ornek.test:5432 sunucusuna ulaşılamadı.'), 'günlüğünde'],
  [systemError('ENOSPC', 'write'), 'diskte yer kalmadı'],
  [systemError('EACCES', 'open'), 'yazma izni yok'],
  [systemError('ENOENT', 'statfs'), 'klasör yok'],
  [systemError('ENOENT', 'connect'), 'tekrar deneyin'],
  [new Error(`The restore ended early (1). Error at ${FOLDER}/main.ts:7`), 'tekrar deneyin'],
]
const OF_THE_SERVER = /srv|veri\/|\/|DATA_DIR|DATABASE_URL|ornek|5432|E[A-Z]{4,}|Error|failed|\.ts/

function pageOf(backups: BackupService) {
  const lines: string[] = []
  const log = createLogger('debug', null, { write: (line: string) => void lines.push(line) })
  const app = testApp(db, { backups, log })
  const headers = async () => ({
    cookie: `session_id=${await startSession(db, administrator)}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  })
  const send = async (path: string, init: RequestInit) => app.request(path, init)
  const page = restoring({ send, headers })
  const backUp = async () => {
    const init = { method: 'POST', body: '{}', headers: await headers() }
    const { error } = (await (await send('/oto-servis/api/trpc/admin.backUp', init)).json()) as {
      error: { json: { message: string } }
    }
    return error.json.message
  }
  const name = backups.stored()[0]?.name ?? ''
  const restore = async () => (await page.restore({ name })).refusal ?? ''
  const begin = async () => (await page.begin(9)).message ?? ''
  return { lines, backUp, restore, begin }
}

test.each(FAILURES)(
  '%s names nothing of the server on the page, and the log keeps it',
  async (error, reason) => {
    const backups = backupsOf([1])
    const { lines, backUp, restore, begin } = pageOf(backups)
    vi.spyOn(backups, 'make').mockRejectedValue(error)
    vi.spyOn(backups.restores, 'restore').mockRejectedValue(error)
    vi.spyOn(backups.restores.uploads, 'begin').mockRejectedValue(error)
    const messages = [await restore(), await begin(), await backUp()]
    for (const message of messages) expect(message).not.toMatch(OF_THE_SERVER)
    // A backup runs in a process of its own and fails with a StartupError.
    const explained = messages.slice(0, error instanceof StartupError ? 3 : 2)
    for (const message of explained) expect(message).toContain(reason)
    expect(lines.join('\n')).toContain(JSON.stringify(error.message).slice(1, -1))
  },
)
