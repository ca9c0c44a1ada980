// A panel's database that stores one row after another until it is killed. Argument: DATA_DIR.
// Prints a line with the stored numbers that it found (or 'refused' and why), then one per acknowledged number.
import { writeSync } from 'node:fs'

import { StartupError } from '#server/platform/lib/startup-error.ts'
import { startEmbedded } from '#server/platform/db/embedded/server.ts'
import { createPool } from '#server/platform/db/pool.ts'

const WRITERS = 3

try {
  // Without fsync, which protects from a power failure, not from a killed process.
  const { target } = await startEmbedded({ dataDir: process.argv[2] ?? '', settings: { fsync: 'off' } })
  const pool = createPool({ ...target, max: WRITERS })
  await pool`create table if not exists written (number integer primary key)`
  const rows = await pool<{ number: number }[]>`select number from written order by number`
  print(`stored ${rows.map(({ number }) => number).join(' ')}`)
  let next = (rows.at(-1)?.number ?? 0) + 1
  const write = async () => {
    for (;;) {
      const number = next++
      await pool`insert into written values (${number})`
      print(String(number))
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  print(`refused ${error.message}`)
}

/** Prints synchronously, because the kill may come before the next turn of the event loop. */
function print(line: string): void {
  writeSync(1, `${line}\n`)
}
