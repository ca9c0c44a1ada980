import { fork } from 'node:child_process'
import { join } from 'node:path'

import type { PoolTarget } from '#server/platform/db/pool.ts'

import { BackupRefusal } from './refusal.ts'
import type { Restored } from './restore.ts'

export type RestoreTask = { target: PoolTarget; file: string; passphrase: string | undefined }
/** The process reports the bytes of the file that are read, and at the end the result or a refusal. */
export type FromRestore = { read: number } | { restored: Restored } | { refused: string }

const COMMAND = join(import.meta.dirname, '../../commands/restore-panel.ts')

/** Restores in another process, for memory and health checks. It rolls back if this one dies. Throws BackupRefusal. */
export function restoreInProcess(task: RestoreTask, onRead: (bytes: number) => void): Promise<Restored> {
  const child = fork(COMMAND, [], {
    execArgv: [],
    // Other users could read the passphrase in an environment, so it follows in a message.
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    windowsHide: true,
  })
  let output = ''
  child.stderr?.on('data', (data) => (output += String(data)))
  return new Promise((resolve, reject) => {
    let last: FromRestore | undefined
    child.on('message', (word: FromRestore) => {
      if ('read' in word) onRead(word.read)
      else last = word
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (last !== undefined && 'restored' in last) resolve(last.restored)
      else if (last !== undefined && 'refused' in last) reject(new BackupRefusal(last.refused))
      else reject(new Error(`The restore ended early (${signal ?? code}). ${output.trim()}`))
    })
    child.send(task)
  })
}
