import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import {
  type EmbeddedOptions,
  type EmbeddedServer,
  startEmbedded,
} from '#server/platform/db/embedded/server.ts'

type TestServer = EmbeddedServer & {
  dataDir: string
  /** Stops the server as an administrator does (fast shutdown) and starts it again at the same address after `ms`. */
  restart: (ms?: number) => Promise<void>
  /** Stops the server and deletes its data. */
  remove: () => Promise<void>
}

/** Starts an embedded server for one test in a new folder, so that the test may kill, fill or restart it. */
export async function startTestServer(options: Partial<EmbeddedOptions> = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? temporaryFolder()
  let server = await startEmbedded({ ...options, dataDir })
  const restart = async (ms = 0) => {
    await server.stop()
    await sleep(ms)
    server = await startEmbedded({ ...options, dataDir })
  }
  const remove = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const stop = () => server.stop()
  return { ...server, pid: () => server.pid(), stop, dataDir, restart, remove }
}

/** Creates a folder that the database's own user may enter. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'oto-servis-test-'))
  chmodSync(folder, 0o755)
  return folder
}
