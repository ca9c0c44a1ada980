// The whole panel in its own process, started and stopped repeatedly by messages of its parent. In between it runs
// like `npm start`. Argument: DATABASE_URL.
import { readConfig } from '#server/config.ts'
import { type Running, start } from '#server/commands/start/start.ts'

export type Word = { address: string } | { stoppedIn: number }

const config = readConfig({ PORT: '0', LOG_LEVEL: 'info', DATABASE_URL: process.argv[2] })
let running: Running | undefined

process.on('message', (order) => {
  void (order === 'start' ? begin() : end()).then((word: Word) => process.send?.(word))
})

async function begin(): Promise<Word> {
  running = await start(config)
  return { address: running.address }
}

async function end(): Promise<Word> {
  const began = performance.now()
  await running?.stop()
  return { stoppedIn: performance.now() - began }
}
