// Development in one command: the server restarts when its files change, the client is reloaded in the browser.
// Vite (port 5173) proxies the API to the server.
import { runProcess } from './run-process.mjs'
import { tool } from './tools.mjs'

const stop = new AbortController()
const children = [
  ['--watch', '--watch-preserve-output', 'server/main.ts'],
  [tool('vite'), '--host', '127.0.0.1'],
]
const running = children.map((args) => runProcess(process.execPath, args, { signal: stop.signal }))
try {
  // One of the two is useless without the other.
  process.exitCode = (await Promise.race(running)).code
} finally {
  stop.abort()
  await Promise.allSettled(running)
}
