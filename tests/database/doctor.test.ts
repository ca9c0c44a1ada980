import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { type Running, start } from '#server/commands/start/start.ts'
import { ensureBuild } from '#tests/support/setup/build.ts'
import { administer, databaseUrl, testDatabases } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { collectedLog } from '#tests/support/panel/log.ts'
import { launchMain } from '#tests/support/panel/main-process.ts'

const folder = temporaryFolder()
const dataDir = join(folder, 'data')
const stopped = join(folder, 'stopped')
const databases = testDatabases()
let panel: Running

/** Makes the folder of a stopped panel, and starts a panel on another one. */
beforeAll(async () => {
  ensureBuild()
  const first = await start(readConfig({ PORT: '0', DATA_DIR: dataDir }), { log: collectedLog() })
  await first.stop()
  cpSync(dataDir, stopped, { recursive: true })
  panel = await start(readConfig({ PORT: '0', DATA_DIR: dataDir }), { log: collectedLog() })
})
afterAll(async () => {
  await panel.stop()
  rmSync(folder, { recursive: true })
})

/** Runs `npm run doctor` without npm; returns its lines and its exit code. */
function doctor(env: Record<string, string>): Promise<{ lines: string[]; code: number }> {
  const file = join(import.meta.dirname, '../../server/commands/doctor.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [file], { env: { PORT: '0', ...env }, cwd: folder }, (error, out, err) => {
      const lines = `${out}${err}`.trim().split('\n')
      resolve({ lines, code: error === null ? 0 : Number(error.code) })
    })
  })
}

/** The lines that report a trouble. */
const troubles = ({ lines }: { lines: string[] }) => lines.filter((line) => !line.startsWith('Tamam: '))

/** The files below the folder, each with the time of its last change. */
const contentOf = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).map(
    (name) => `${name} ${statSync(join(path, name)).mtimeMs}`,
  )

/** Copies the stopped panel's folder for one test. */
function copyOfData(name: string): { copy: string; cluster: string } {
  const copy = join(folder, name)
  cpSync(stopped, copy, { recursive: true })
  onTestFinished(() => rmSync(copy, { recursive: true }))
  return { copy, cluster: join(copy, 'postgresql') }
}

async function portOf(respond: (path: string) => { status: number; body: string }): Promise<string> {
  const server = createServer((request, response) => {
    const { status, body } = respond(request.url ?? '')
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return String((server.address() as AddressInfo).port)
}

const NO_BACKUP = 'Dikkat: Hiç yedek yok. Panel ilkini, başladıktan bir dakika sonra alır.'
const NO_PANEL = 'Dikkat: Panel çalışmıyor. "npm start" başlatır.'
const NO_LOOK = `${NO_PANEL} Veritabanının içine bakılmadı.`

describe('the panel', () => {
  test('a running panel is reported line by line', async () => {
    const { port } = new URL(panel.address)
    const { lines, code } = await doctor({ DATA_DIR: dataDir, PORT: port })
    expect(lines).toEqual([
      `Tamam: Node ${process.versions.node}.`,
      'Tamam: Paketler kurulu.',
      'Tamam: Arayüz derlenmiş.',
      'Tamam: Ayarlar geçerli.',
      `Tamam: Veri klasörü yazılabilir: ${dataDir}.`,
      expect.stringMatching(/^\w+: Diskte boş yer: .+ [KMGT]B \(%\d+\)\./),
      'Tamam: Veritabanının dosyaları yerinde (PostgreSQL 18).',
      `Tamam: Panel çalışıyor ve http://127.0.0.1:${port} adresinde yanıt veriyor.`,
      expect.stringMatching(/^Tamam: Veritabanı yanıt veriyor \(PostgreSQL 18\.\d+\)\.$/),
      'Tamam: Veritabanı kullanıcısının izinleri yeterli.',
      'Tamam: Tablolar bu sürüme uygun.',
      'Tamam: Yönetici hesabı var.',
      NO_BACKUP,
      'Tamam: Panele yalnız bu bilgisayardan ulaşılır (HOST 127.0.0.1).',
    ])
    expect(code).toBe(0)
  })

  test('a silent address is a failure, an unknown one a warning', async () => {
    const silent = await doctor({ DATA_DIR: dataDir, PORT: '1' })
    expect(troubles(silent)[0]).toContain('ama http://127.0.0.1:1 yanıt vermiyor: HOST ve PORT doğru mu?')
    expect(silent.code).toBe(1)
    const unknown = await doctor({ DATA_DIR: dataDir })
    expect(troubles(unknown)[0]).toContain('Dikkat: Panel çalışıyor; PORT 0 olduğu için')
    expect(unknown.code).toBe(0)
  })

  test('a stopped panel is not started, and nothing changes', async () => {
    const before = contentOf(stopped)
    const result = await doctor({ DATA_DIR: stopped })
    expect(troubles(result)).toEqual([NO_LOOK, NO_BACKUP])
    expect(result.code).toBe(0)
    expect(contentOf(stopped)).toEqual(before)
  })

  test('a killed panel is reported by its running database', async () => {
    const { copy } = copyOfData('killed')
    const killed = launchMain({ DATA_DIR: copy })
    await killed.ready()
    killed.child.kill('SIGKILL')
    await killed.ended
    const { lines, code } = await doctor({ DATA_DIR: copy })
    const next = await start(readConfig({ PORT: '0', DATA_DIR: copy }), { log: collectedLog() })
    await next.stop()
    expect(lines).toContainEqual(expect.stringMatching(/^Dikkat: Veritabanı çalışıyor, panel çalışmıyor/))
    expect(lines).toContain('Tamam: Yönetici hesabı var.')
    expect(code).toBe(0)
  })

  test.each([
    [200, '<h1>It works!</h1>', 'başka bir program kullanıyor'],
    [503, '{"status":"not ready"}', 'ama hazır değil'],
    [200, '{"status":"ready"}', 'çalışan panel bu veri klasörünü kullanmıyor'],
  ])('an answer with status %d and %s is reported', async (status, body, message) => {
    const port = await portOf((path) => ({ status: path === '/readyz' ? status : 404, body }))
    const result = await doctor({ DATA_DIR: stopped, PORT: port, HOST: '0.0.0.0' })
    expect(troubles(result)[0]).toContain(message)
    expect(troubles(result)[0]).toContain(`http://127.0.0.1:${port} adresi`)
    expect(result.code).toBe(1)
  })
})

test('unreadable settings are reported, and the passphrase of backups is not printed', async () => {
  const broken = await doctor({ DATA_DIR: dataDir, BACKUP_PASSPHRASE: 'kisagizli' })
  expect(troubles(broken)).toEqual([
    'Hata: BACKUP_PASSPHRASE: en az 12 karakter olmalı. Ayarlara bağlı denetimler yapılmadı.',
  ])
  expect(broken.code).toBe(1)

  const { copy } = copyOfData('backed-up')
  mkdirSync(join(copy, 'backups'))
  const stamp = new Date().toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  writeFileSync(join(copy, `backups/${stamp}-otomatik.tar.gz.age`), 'x')
  const secret = 'on iki harften uzun'
  const { lines, code } = await doctor({ DATA_DIR: copy, BACKUP_PASSPHRASE: secret })
  expect(lines).toContain('Tamam: En yeni yedek bir saatten yeni (1 B).')
  expect(lines).toContainEqual(expect.stringMatching(/^Tamam: Yedekler şifreli\./))
  expect(lines.join('\n')).not.toContain(secret)
  expect(code).toBe(0)
})

describe('the data folder', () => {
  test('a missing folder stays missing', async () => {
    const result = await doctor({ DATA_DIR: './yok' })
    expect(troubles(result)).toEqual([
      `Hata: DATA_DIR: ${folder}/yok klasörü yok. Panel daha önce çalıştıysa DATA_DIR yanlış; hiç çalışmadıysa "npm start" kurar.`,
      NO_LOOK,
    ])
    expect(result.code).toBe(1)
    expect(readdirSync(folder)).not.toContain('yok')
  })

  test('a folder without a database and a file are failures', async () => {
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    expect(troubles(await doctor({ DATA_DIR: empty }))[0]).toContain(
      'klasöründe veritabanı yok. "npm start" kurar.',
    )
    expect(readdirSync(empty)).toEqual([])
    writeFileSync(join(empty, 'file'), '')
    expect(troubles(await doctor({ DATA_DIR: join(empty, 'file') }))[0]).toContain('bir klasör değil.')
  })

  test.each([
    [
      'global/pg_control',
      undefined,
      'bu programın kurduğu sağlam bir veritabanı değil; klasöre dokunulmadı.',
    ],
    ['PG_VERSION', '17\n', 'PostgreSQL 17 verisi; bu sürüm PostgreSQL 18 kullanır.'],
  ])('a cluster with a changed %s is a failure', async (name, content, message) => {
    const { copy, cluster } = copyOfData('damaged')
    if (content === undefined) rmSync(join(cluster, name))
    else writeFileSync(join(cluster, name), content)
    const result = await doctor({ DATA_DIR: copy })
    expect(troubles(result)[0]).toMatch(/^Hata: DATA_DIR: /)
    expect(troubles(result)[0]).toContain(message)
    expect(result.code).toBe(1)
  })
})

describe('DATABASE_URL', () => {
  const ELSEWHERE = expect.stringMatching(/^Dikkat: Yedekler denetlenmedi: DATABASE_URL ile/) as unknown
  const check = async (target: PoolTarget) => {
    const result = await doctor({ DATABASE_URL: databaseUrl(target) })
    return { ...result, troubles: troubles(result).filter((line) => !/^Dikkat: (Panel|Yedek)/.test(line)) }
  }
  const SUPERUSER = expect.stringMatching(/^Dikkat: Veritabanı kullanıcısı süper kullanıcı/) as unknown
  const ADMIN = `insert into shops (id) values (1); insert into users
    (id, shop_id, role, username, username_key, password_hash, auth) values (1, 1, 'owner', 'a', 'a', 'x', 3)`

  test('a reachable server is fine', async () => {
    const target = await databases.migrated()
    expect((await check(target)).troubles).toEqual([
      SUPERUSER,
      expect.stringMatching(/^Hata: Yönetici hesabı yok\./),
    ])
    await administer(target, ADMIN)
    const result = await doctor({ DATABASE_URL: databaseUrl(target) })
    expect(troubles(result)).toEqual([NO_PANEL, SUPERUSER, ELSEWHERE])
    expect(result.code).toBe(0)
    expect(result.lines.join('\n')).not.toContain('DATA_DIR')
  })

  test('an owner who is no superuser is fine', async () => {
    const target = await databases.empty()
    const all = (statement: string) => administer(target, statement)
    await all('create role owner login')
    await all(`alter database "${target.database}" owner to owner`)
    onTestFinished(async () => {
      await all(`alter database "${target.database}" owner to current_user`)
      await all('drop owned by owner')
      await all('drop role owner')
    })
    const owner = { ...target, username: 'owner' }
    const first = await start(readConfig({ PORT: '0', DATABASE_URL: databaseUrl(owner) }), {
      log: collectedLog(),
    })
    await first.stop()
    const result = await doctor({ DATABASE_URL: databaseUrl(owner) })
    expect(troubles(result)).toEqual([NO_PANEL, ELSEWHERE])
    expect(result.lines).toContain('Tamam: Veritabanı kullanıcısının izinleri yeterli.')
  })

  test('an unreachable server is a failure without the password', async () => {
    const result = await doctor({ DATABASE_URL: 'postgres://oto:cokgizli@127.0.0.1:1/x' })
    const refusal = 'Hata: DATABASE_URL: veritabanına bağlanılamadı (sunucu bağlantıyı kabul etmiyor).'
    expect(troubles(result)).toEqual([NO_PANEL, refusal, ELSEWHERE])
    expect(result.lines.join('\n')).not.toContain('cokgizli')
    expect(result.code).toBe(1)
  })

  test('missing, old and newer tables are reported', async () => {
    const empty = await databases.empty()
    expect((await check(empty)).troubles).toEqual(['Hata: Veritabanında tablolar yok. "npm start" kurar.'])

    const target = await databases.migrated()
    await administer(target, ADMIN)
    await administer(
      target,
      `delete from kysely_migration where name = (select max(name) from kysely_migration)`,
    )
    const old = await check(target)
    expect(old.troubles).toEqual([
      SUPERUSER,
      expect.stringContaining('Dikkat: Tablolar eski bir sürümden (1 değişiklik eksik).'),
    ])
    expect(old.code).toBe(0)

    await administer(target, `insert into kysely_migration values ('99991231T2359_later', now()::text)`)
    const newer = await check(target)
    expect(newer.troubles).toEqual([expect.stringContaining('programın daha yeni bir sürümüne ait')])
    expect(newer.code).toBe(1)
  })

  test('a user with too few rights is a failure', async () => {
    const target = await databases.migrated()
    await administer(target, ADMIN)
    await administer(target, 'create role reader login')
    onTestFinished(async () => {
      await administer(target, 'drop owned by reader')
      await administer(target, 'drop role reader')
    })
    const reader = { ...target, username: 'reader' }
    expect((await check(reader)).troubles).toEqual([
      'Hata: Veritabanı kullanıcısının tabloları okuma izni yok.',
    ])
    await administer(target, 'grant select on all tables in schema public to reader')
    expect((await check(reader)).troubles).toEqual([
      'Hata: Veritabanı kullanıcısının tablolara yazma izni yok.',
    ])
    await administer(target, 'grant insert, update, delete on all tables in schema public to reader')
    expect((await check(reader)).troubles).toEqual([
      expect.stringMatching(/^Dikkat: .* tablo kurma izni yok/),
    ])
  })
})
