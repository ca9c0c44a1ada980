// Development in one command: the server restarts when its files change, the client is renewed in the browser.
// Vite (port 5173) passes the API on to the server.
import { spawn } from 'node:child_process'

const children = [
  spawn('node', ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PORT: process.env.PORT ?? '3000' },
  }),
  spawn('vite', ['--host', '127.0.0.1'], { stdio: 'inherit' }),
]

const stop = (signal) => children.forEach((child) => child.kill(signal))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
for (const child of children) child.on('exit', () => stop('SIGTERM'))
