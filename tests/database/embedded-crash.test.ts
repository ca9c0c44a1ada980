import { chownSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import {
  canShiftNumbers,
  launchInNamespace,
  launchWritingPanel,
  type WritingPanel,
  writer,
} from '#tests/support/panel/writing-panel.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Kills a panel during its writes, this many times, and starts the next one at once on the same data. */
async function killAndRestart(
  name: string,
  times: number,
  launch: (dataDir: string, time: number) => WritingPanel,
) {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  if (writer !== undefined) chownSync(dataDir, writer.uid, writer.gid)
  const acknowledged: number[] = []
  const seen = { started: 0, refused: [] as string[], lost: [] as number[], written: 0 }
  for (let time = 0; time <= times; time++) {
    const panel = launch(dataDir, time)
    const stored = await panel.first
    if (typeof stored === 'string') {
      seen.refused.push(stored)
      continue
    }
    if (time > 0) seen.started += 1
    const kept = new Set(stored)
    seen.lost.push(...acknowledged.filter((number) => !kept.has(number)))
    await panel.untilAcknowledged(5 + time)
    acknowledged.push(...(await panel.kill()))
  }
  return { ...seen, written: acknowledged.length }
}

describe('a start after all processes were killed during writes', { timeout: 600_000 }, () => {
  it('20 of 20 starts succeed and find every acknowledged row', async () => {
    const { started, refused, lost, written } = await killAndRestart('killed', 20, launchWritingPanel)
    expect({ started, refused, lost }).toEqual({ started: 20, refused: [], lost: [] })
    expect(written).toBeGreaterThan(20 * 5)
  })

  it('a start succeeds in a container whose process ids have changed', async () => {
    // Only root may create a namespace; other users share the machine's process ids.
    const launch = canShiftNumbers()
      ? (dataDir: string, time: number) => launchInNamespace(dataDir, (time * 3) % 11)
      : launchWritingPanel
    const { started, refused, lost } = await killAndRestart('shifted', 4, launch)
    expect({ started, refused, lost }).toEqual({ started: 4, refused: [], lost: [] })
  })
})
