import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { StartupError } from '#server/platform/lib/startup-error.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { executable, findBinaries, findPaths, locateCluster } from '#server/platform/db/embedded/paths.ts'
import { startEmbedded } from '#server/platform/db/embedded/server.ts'

import { open } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'

const isRoot = process.getuid?.() === 0
const folder = temporaryFolder()
const original = join(folder, 'original')

beforeAll(async () => {
  const database = await openDatabase({ dataDir: original })
  await sql`create table memory (word text)`.execute(database.maintenance)
  await database.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Copies the stopped, intact data folder, for the test to damage. */
function copyOfData(name: string): { dataDir: string; cluster: string } {
  const dataDir = join(folder, name)
  cpSync(original, dataDir, { recursive: true })
  const cluster = join(dataDir, 'postgresql')
  return { dataDir, cluster }
}

async function refusal(dataDir: string): Promise<string> {
  try {
    await (await openDatabase({ dataDir })).close()
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
  return 'started'
}

describe('data that is refused and left unchanged', () => {
  it('foreign files are refused', async () => {
    const dataDir = join(folder, 'foreign')
    mkdirSync(join(dataDir, 'postgresql'), { recursive: true })
    writeFileSync(join(dataDir, 'postgresql/photo.jpg'), 'x')
    expect(await refusal(dataDir)).toBe(
      `DATA_DIR: ${dataDir}/postgresql bu programın kurduğu sağlam bir veritabanı değil; klasöre dokunulmadı.`,
    )
    expect(readdirSync(join(dataDir, 'postgresql'))).toEqual(['photo.jpg'])
  })

  it('a cluster that another program created is refused', async () => {
    const { dataDir, cluster } = copyOfData('unmarked')
    rmSync(join(cluster, 'OTO_SERVIS'))
    expect(await refusal(dataDir)).toContain('bu programın kurduğu sağlam bir veritabanı değil')
  })

  it.for(['PG_VERSION', 'global/pg_control'])('a cluster without %s is refused', async (file) => {
    const { dataDir, cluster } = copyOfData(`without-${file.replace('/', '-')}`)
    rmSync(join(cluster, file))
    expect(await refusal(dataDir)).toContain('bu programın kurduğu sağlam bir veritabanı değil')
    expect(readdirSync(cluster)).toContain('base')
  })

  it('a cluster of another PostgreSQL version is refused', async () => {
    const { dataDir, cluster } = copyOfData('old')
    writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
    const message = await refusal(dataDir)
    expect(message).toContain(`DATA_DIR: ${cluster} PostgreSQL 17 verisi; bu sürüm PostgreSQL 18 kullanır.`)
    expect(message).toContain('npm run backup -- yedek.tar.gz')
  })

  it('a cluster with damaged files is refused with the message of the server and the place of its log', async () => {
    const { dataDir, cluster } = copyOfData('damaged')
    writeFileSync(join(cluster, 'global/pg_control'), Buffer.alloc(8192))
    const message = await refusal(dataDir)
    expect(message).toMatch(/^DATA_DIR: veritabanı başlatılamadı \(.+\); ayrıntı: .*postgresql\.log$/)
    expect(readFileSync(join(cluster, 'global/pg_control'))).toEqual(Buffer.alloc(8192))
  })

  it('a data folder that cannot be created is refused', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await refusal(join(file, 'data'))).toBe(`DATA_DIR: ${file}/data klasörü oluşturulamadı (ENOTDIR).`)
  })
})

it('data that root restored from a backup is used', async () => {
  const { dataDir, cluster } = copyOfData('restored')
  const expected = isRoot ? 65534 : process.getuid?.()
  expect(statSync(join(cluster, 'base')).uid).toBe(isRoot ? 0 : expected)
  expect(await refusal(dataDir)).toBe('started')
  expect(statSync(join(cluster, 'base')).uid).toBe(expected)
})

describe('folders that the user of the server cannot enter', () => {
  const home = join(folder, 'home-of-root')
  const systemHome = join(folder, 'var-lib')
  const dataDir = join(home, 'clone/data')

  beforeAll(() => {
    mkdirSync(dataDir, { recursive: true })
    chmodSync(home, 0o700)
  })

  it('the data of root is stored elsewhere, and a message says where', async () => {
    const server = await startEmbedded({ dataDir, systemHome })
    const at = dirname(server.target.host ?? '')
    expect(locateCluster(dataDir, systemHome).home).toBe(at)
    const told = `Veritabanı kullanıcısı ${dataDir} klasörüne ulaşamıyor; veriler ${at} klasöründe.`
    expect(isRoot ? dirname(at) : at).toBe(isRoot ? systemHome : dataDir)
    expect(server.notice).toBe(isRoot ? told : undefined)
    expect(readdirSync(dataDir)).toHaveLength(isRoot ? 0 : 2)
    const db = open(server.target)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    await db.destroy()
    await server.stop()
  })

  it('looking for a cluster creates nothing', () => {
    const other = join(home, 'other/data')
    const { cluster } = locateCluster(other, systemHome)
    expect(existsSync(dirname(cluster))).toBe(false)
    expect(cluster.startsWith(isRoot ? systemHome : other)).toBe(true)
  })

  it('two data folders of one clone get two databases', () => {
    const paths = (name: string) => findPaths(join(home, 'clone', name), findBinaries(), systemHome)
    expect(paths('data').cluster).toBe(paths('data').cluster)
    expect(paths('data').cluster).not.toBe(paths('demo-data').cluster)
  })

  it('the programs are copied to a folder that the user can enter', async () => {
    const hidden = { ...findBinaries(), root: join(home, 'native') }
    cpSync(findBinaries().root, hidden.root, { recursive: true, verbatimSymlinks: true })
    const paths = findPaths(join(folder, 'reachable'), hidden, systemHome)
    expect(paths.notice).toBeUndefined()
    expect(paths.binaries.root).toBe(isRoot ? join(systemHome, `postgresql-${hidden.version}`) : hidden.root)
    // A second call finds the same copy, and it runs.
    expect(findPaths(join(folder, 'reachable'), hidden, systemHome)).toEqual(paths)
    const run = spawn(executable(paths.binaries, 'postgres'), ['--version'], { cwd: '/', ...paths.owner })
    const output = await new Promise<string>((resolve) =>
      run.stdout.on('data', (data) => resolve(String(data))),
    )
    expect(output).toMatch(/^postgres \(PostgreSQL\) 18/)
  })
})
