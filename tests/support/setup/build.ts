import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Builds the client if it is missing or older than its sources: a started panel serves `dist/`. */
export function ensureBuild(): void {
  const cwd = join(import.meta.dirname, '../../..')
  const { status } = spawnSync(process.execPath, ['scripts/ensure-build.mjs'], { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error('scripts/ensure-build.mjs failed.')
}
