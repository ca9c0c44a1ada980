// A panel's database that stores one row after the other until it is killed. Argument: DATA_DIR.
// Prints a line with the numbers that it found stored (or 'refused' and why), then one for each that was acknowledged.
import { writeSync } from 'node:fs'

import { StartupError } from '#server/lib/startup-error.ts'
import { startEmbedded } from '#server/db/embedded/server.ts'
import { createPool } from '#server/db/pool.ts'

const WRITERS = 3

try {
  // Without fsync: that matters when the power fails, not when a process is killed.
  const { target } = await startEmbedded({ dataDir: process.argv[2] ?? '', settings: { fsync: 'off' } })
  const pool = createPool({ ...target, max: WRITERS })
  await pool`create table if not exists written (number integer primary key)`
  const rows = await pool<{ number: number }[]>`select number from written order by number`
  say(`stored ${rows.map(({ number }) => number).join(' ')}`)
  let next = (rows.at(-1)?.number ?? 0) + 1
  const write = async () => {
    for (;;) {
      const number = next++
      await pool`insert into written values (${number})`
      say(String(number))
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  say(`refused ${error.message}`)
}

/** At once, not when the event loop comes to it: the kill may come first. */
function say(line: string): void {
  writeSync(1, `${line}\n`)
}
