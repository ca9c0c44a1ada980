import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from '#server/db/embedded/server.ts'

export type TestServer = EmbeddedServer & {
  dataDir: string
  /** Stops the server and deletes its data. */
  remove: () => Promise<void>
}

/** An embedded server for one test, in a new folder: to be killed, filled, or started a second time. */
export async function startTestServer(options: Partial<EmbeddedOptions> = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? temporaryFolder()
  const server = await startEmbedded({ ...options, dataDir })
  const remove = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...server, dataDir, remove }
}

/** A new folder that the database's own user may enter. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'oto-servis-test-'))
  chmodSync(folder, 0o755)
  return folder
}
