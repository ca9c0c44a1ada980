import { execFile } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { hashToken } from '#server/auth/token.ts'
import { readConfig } from '#server/config.ts'
import { type Running, start } from '#server/commands/start/start.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { withFactor } from '#tests/support/security/second-factor.ts'

const dataDir = temporaryFolder()
const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir })
let panel: Running | undefined = await start(config)
afterAll(async () => {
  await panel?.stop()
  rmSync(dataDir, { recursive: true })
})

/** Runs `npm run reset-password` without npm; returns its output, or why it failed. */
async function command(args: string[], env: Record<string, string> = {}): Promise<string> {
  const file = join(import.meta.dirname, '../../server/commands/reset-password.ts')
  const options = { env: { DATA_DIR: dataDir, ...env }, cwd: dataDir }
  try {
    return (await promisify(execFile)(process.execPath, [file, ...args], options)).stdout
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}

const tokenOf = (output: string) => /parola#(\S{43})$/m.exec(output)?.[1] ?? ''
const usersOf = ({ maintenance }: Running, token: string) =>
  maintenance
    .selectFrom('reset_links as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .where('r.token_hash', '=', hashToken(token))
    .select('u.username')
    .execute()

test('a link is made while the panel serves, with the configured address', async () => {
  await buildUser((panel as Running).maintenance, { username: 'Şükrü Usta' })
  const output = await command(['ŞÜKRÜ usta'], { PUBLIC_URL: 'https://panel.ornek.test' })
  expect(output).toContain('Şükrü Usta için parola bağlantısı (24 saat geçerli, bir kez kullanılır):\n')
  expect(output).toContain('\nhttps://panel.ornek.test/oto-servis/parola#')
  expect(await usersOf(panel as Running, tokenOf(output))).toEqual([{ username: 'Şükrü Usta' }])
})

test('a link is made while the panel is stopped, for its next start', async () => {
  await panel?.stop()
  panel = undefined
  const output = await command(['admin'], { PORT: '3111' })
  expect(output).toContain('\nhttp://127.0.0.1:3111/oto-servis/parola#')
  expect(existsSync(join(dataDir, 'postgresql/postmaster.pid'))).toBe(false)
  panel = await start(config)
  expect(await usersOf(panel, tokenOf(output))).toEqual([{ username: 'admin' }])
})

test('a second factor is mentioned, and switched off only with the option', async () => {
  const { maintenance: db } = panel as Running
  const user = await buildUser(db, { username: 'Telefonsuz' })
  await withFactor(db, user)
  const left = () => db.selectFrom('second_factors').selectAll().where('user_id', '=', user.id).execute()
  expect(await command(['Telefonsuz'])).toContain('Bu hesapta iki adımlı doğrulama açık;')
  expect(await left()).toHaveLength(1)
  const output = await command(['Telefonsuz', '--second-factor-off'])
  expect(output).toContain('İki adımlı doğrulama kapatıldı: giriş yalnız parolayla.')
  expect(tokenOf(output)).toHaveLength(43)
  expect(await left()).toEqual([])
})

const USAGE = 'Kullanım: npm run reset-password -- KULLANICI_ADI [--second-factor-off]\n'

test.each([
  [[], USAGE],
  [['bir', 'iki'], USAGE],
  [['yok'], '"yok" adında bir kullanıcı yok.\n'],
])('%j is refused in one line', async (args, line) => {
  expect(await command(args)).toBe(line)
})

test('a folder without a database is refused, and stays empty', async () => {
  const empty = temporaryFolder()
  onTestFinished(() => rmSync(empty, { recursive: true }))
  expect(await command(['admin'], { DATA_DIR: empty })).toMatch(/klasöründe veritabanı yok\.\n$/)
  expect(readdirSync(empty)).toEqual([])
})
