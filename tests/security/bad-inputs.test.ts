import { BlockList } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { createPdfService } from '#server/platform/documents/pdf-service.ts'
import { closeServer, listen, portOf } from '#server/platform/http/server.ts'
import { createLogger } from '#server/platform/lib/logger.ts'
import { testApp } from '#tests/support/panel/app.ts'
import { badRequests, TARGETS } from '#tests/support/security/bad-inputs/requests.ts'
import { described, isFailed, sendAll } from '#tests/support/security/bad-inputs/run.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { recordingLog } from '#tests/support/panel/log.ts'

const db = await testDatabase()

/** A few requests each; tests/faults/bad-inputs.test.ts sends many, to a panel's own process. */
const EACH = 3

test('bad inputs to every procedure, old path and download are refused, and never an error of the panel', async () => {
  const { log, lines } = recordingLog()
  const pdf = createPdfService({ timeLimit: 120_000 })
  onTestFinished(() => pdf.close())
  const app = testApp(db, { log, pdf, clock: () => new Date() })
  const server = await listen(app.fetch, { port: 0, host: '127.0.0.1', trustProxy: new BlockList() })
  onTestFinished(() => closeServer(server, createLogger('silent')))
  const origin = `http://127.0.0.1:${portOf(server.http)}`
  const results = await sendAll({ origin, db, requests: badRequests({ each: EACH, seed: 1 }) })
  const failed = results.filter(isFailed)
  expect(failed.map(described)).toEqual([])
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
  expect(results).toHaveLength(TARGETS * EACH)
})
