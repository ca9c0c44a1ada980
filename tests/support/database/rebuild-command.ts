import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const COMMAND = join(import.meta.dirname, '../../../server/commands/rebuild.ts')

/** Runs `npm run rebuild` without npm; returns its output and its exit code. */
export async function runRebuild(env: Record<string, string>) {
  const child = spawn(process.execPath, [COMMAND], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { out, err, code: code as number | null }
}
