import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Measures the ms from `npm start` to the line with the address: on an empty directory, then repeatedly. */
export async function measureStarts(again: number): Promise<{ first: number; warm: number[] }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'oto-bench-'))
  try {
    const first = await startOnce(dataDir)
    const warm: number[] = []
    for (let round = 0; round < again; round++) warm.push(await startOnce(dataDir))
    return { first, warm }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string): Promise<number> {
  const started = performance.now()
  const env = { ...process.env, PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: '' }
  const child = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (data) => {
      output += String(data)
      if (output.includes('http')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)))
  })
  const elapsed = performance.now() - started
  child.kill('SIGTERM')
  await once(child, 'exit')
  return elapsed
}
