import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { codeOf } from '#server/platform/db/errors.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { executable, type Owner, type ClusterPaths } from './paths.ts'
import { isRunning } from './process.ts'
import { storageRefusal } from './storage-error.ts'
import { renameFolder, windowsEnvironment, windowsReason } from './windows.ts'

export const SUPERUSER = 'oto'
/** Every cluster that we created has this file; a folder without it is not ours and is left alone. */
const MARKER = 'OTO_SERVIS'
const PASSWORD = 'OTO_SERVIS_PASSWORD'
const TEMPORARY = '.init-'

/** 'socket': protected by the folder's permissions. 'loopback': protected by a generated password. */
export type Transport = 'socket' | 'loopback'

/** Returns the password of a cluster that is reached over the loopback; undefined for one with a socket. */
export function passwordOf(cluster: string): string | undefined {
  const file = join(cluster, PASSWORD)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Creates a missing cluster, which gets its name when it is complete. Throws a StartupError for a foreign folder. */
export async function ensureCluster(paths: ClusterPaths, transport: Transport): Promise<void> {
  const { cluster, owner } = paths
  if (isEmpty(cluster)) await createCluster(paths, transport)
  requireIntact(paths)
  const { uid, mode } = lstatSync(cluster)
  // Restored files belong to the user who restored them, and are often readable by everyone.
  if (owner !== undefined && uid !== owner.uid) setOwner(cluster, owner)
  if ((mode & 0o077) !== 0) chmodSync(cluster, 0o700)
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true
    throw new StartupError(`DATA_DIR: ${folder} klasörü okunamadı (${codeOf(error)}).`)
  }
}

/** Changes nothing. Throws a StartupError unless the folder is an intact cluster of our version and user. */
export function requireIntact(paths: Pick<ClusterPaths, 'cluster' | 'owner' | 'binaries'>): void {
  const { cluster, owner, binaries } = paths
  // Checked first, because another user's files cannot even be looked for.
  const { uid } = lstatSync(cluster)
  if (owner === undefined && process.getuid !== undefined && uid !== process.getuid())
    throw new StartupError(
      `DATA_DIR: ${cluster} başka bir kullanıcıya ait; panel o kullanıcıyla çalıştırılmalı.`,
    )

  const file = (name: string) => join(cluster, name)
  if (!existsSync(file(MARKER)) || !existsSync(file('PG_VERSION')) || !existsSync(file('global/pg_control')))
    throw new StartupError(
      `DATA_DIR: ${cluster} bu programın kurduğu sağlam bir veritabanı değil; klasöre dokunulmadı.`,
    )

  const version = readFileSync(file('PG_VERSION'), 'utf8').trim()
  const ourVersion = String(Number.parseInt(binaries.version, 10))
  if (version !== ourVersion)
    throw new StartupError(
      `DATA_DIR: ${cluster} PostgreSQL ${version} verisi; bu sürüm PostgreSQL ${ourVersion} kullanır. ` +
        'Programın önceki sürümüyle yedek alın (npm run backup -- yedek.tar.gz), sonra bu sürümle boş bir ' +
        'DATA_DIR klasörüne geri yükleyin (npm run restore -- yedek.tar.gz).',
    )
}

async function createCluster(paths: ClusterPaths, transport: Transport): Promise<void> {
  removeLeftovers(paths.cluster)
  const temporary = `${paths.cluster}${TEMPORARY}${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    mkdirSync(temporary, { mode: 0o700 })
    chmodSync(temporary, 0o700)
    if (paths.owner !== undefined) chownSync(temporary, paths.owner.uid, paths.owner.gid)
    await runInitdb(paths, temporary, transport)
    writeFileSync(join(temporary, MARKER), `${readFileSync(join(temporary, 'PG_VERSION'), 'utf8').trim()}\n`)
    if (paths.owner !== undefined) setOwner(temporary, paths.owner)
    publish(temporary, paths.cluster)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** `--locale-provider=builtin` sorts and classifies alike on every operating system and after every upgrade. */
async function runInitdb(paths: ClusterPaths, folder: string, transport: Transport): Promise<void> {
  const password = transport === 'loopback' ? writePassword(folder, paths.owner) : undefined
  const args = [
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${password}`]),
  ]
  try {
    await promisify(execFile)(executable(paths.binaries, 'initdb'), args, {
      cwd: paths.binaries.root,
      env: childEnvironment,
      windowsHide: true,
      ...paths.owner,
    })
    if (password !== undefined) renameSync(password, join(folder, PASSWORD))
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    // The line comes from initdb or from the server that it runs; initdb also prints "removing …".
    const line = /(?:FATAL|PANIC|initdb(?:: error)?): +(?!removing )(.*)/.exec(output)?.[1]
    const reason = windowsReason(error, output) ?? line ?? codeOf(error)
    throw new StartupError(`DATA_DIR: ${refusalOf(reason, dirname(folder))}`)
  } finally {
    if (password !== undefined) rmSync(password, { force: true })
  }
}

/** initdb, unlike the server, needs its user id to have a name in /etc/passwd. */
function refusalOf(reason: string, home: string): string {
  const uid = /could not look up effective user ID (\d+)/.exec(reason)?.[1]
  if (uid === undefined)
    return `${storageRefusal(reason, home) ?? `${home} klasöründe veritabanı kurulamadı`} (${reason}).`
  return (
    `${home} klasöründeki veritabanını ${uid} numaralı kullanıcı kuramaz, çünkü /etc/passwd onu tanımıyor: ` +
    `paneli tanıdığı bir kullanıcıyla çalıştırın ya da DATABASE_URL ile bir PostgreSQL sunucusu verin.`
  )
}

/** Writes the file next to the folder, which must be empty for initdb. */
function writePassword(folder: string, owner: Owner | undefined): string {
  const file = `${folder}.password`
  writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  if (owner !== undefined) chownSync(file, owner.uid, owner.gid)
  return file
}

/** Gives the cluster its name, unless another start was quicker: then that start's cluster stays. */
function publish(temporary: string, cluster: string): void {
  try {
    renameFolder(temporary, cluster)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(codeOf(error)) || !existsSync(join(cluster, MARKER)))
      throw error
    return
  }
  if (process.platform === 'win32') return
  const parent = openSync(dirname(cluster), 'r')
  fsyncSync(parent)
  closeSync(parent)
}

/** Removes incomplete clusters of starts that have ended. */
function removeLeftovers(cluster: string): void {
  const parent = dirname(cluster)
  const prefix = `${basename(cluster)}${TEMPORARY}`
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue
    if (isRunning(Number.parseInt(name.slice(prefix.length), 10))) continue
    try {
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 2 })
    } catch (error) {
      // The initdb of a killed start may still be writing there; then a later start removes the rest.
      if (codeOf(error) !== 'ENOTEMPTY') throw error
    }
  }
}

/** Changes the owner. Files that disappear meanwhile belong to the server of a start that was quicker. */
function setOwner(path: string, owner: Owner): void {
  try {
    if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) setOwner(join(path, name), owner)
    // The folder comes last: its owner tells concurrent and later starts that everything in it is done.
    lchownSync(path, owner.uid, owner.gid)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** The environment of the server's processes, without ours. */
export const childEnvironment =
  process.platform === 'win32'
    ? windowsEnvironment()
    : { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' }
