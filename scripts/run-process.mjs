// Runs a child process for the scripts and passes signals on to it.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK']

/**
 * Runs a program in the project's folder; returns its exit code (128 + number after a signal) and whether a signal came.
 * With `channel` it stops when an IPC channel closes (server/commands/start/run.ts), also without signals and when we are
 * killed. Rejects when it cannot be started.
 */
export async function runProcess(program, args, { channel = false, ...options } = {}) {
  const stdio = channel ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit'
  const child = spawn(program, args, { cwd: root, stdio, ...options })
  const seen = new Set()
  const pass = (signal) => {
    if (seen.has(signal)) return
    seen.add(signal)
    if (channel && child.connected) child.disconnect()
    if (!channel && !reachesAll(signal)) child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, pass)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) =>
        resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), stopped: seen.size > 0 }),
      )
    })
  } finally {
    for (const signal of SIGNALS) process.off(signal, pass)
  }
}

/** Returns whether the child gets the signal anyway: Ctrl-C goes to every process of a terminal or console. */
function reachesAll(signal) {
  return process.platform === 'win32' || (signal === 'SIGINT' && process.stdin.isTTY)
}
