import { useEffect, useRef, useState } from 'react'

import { api } from '#client/lib/api.ts'
import { dropDrafts } from '#client/lib/drafts.ts'
import { logError } from '#client/lib/log.ts'
import { forgetSession, onSessionEnd } from '#client/lib/session.ts'
import type { RestoreInput, RestoreResult } from '#shared/admin/restore.ts'
import { BASE_PATH } from '#shared/base.ts'
import type { Progress } from '#shared/export/frames.ts'
import { messages } from '#shared/messages.ts'

import { restoreBackup, RestoreError, uploadBackup } from './restore-upload.ts'

export type RestoreState =
  | { kind: 'choosing'; problem?: string }
  | ({ kind: 'uploading' } & Progress)
  | ({ kind: 'restoring' } & Progress)
  | { kind: 'restored'; result: RestoreResult }

/** File of this device, or a backup beside the data. */
export type RestoreChoice = { backup: File | { name: string }; passphrase: string }

/** Uploads and restores a backup; `cancel` aborts an upload. */
export function useRestore() {
  const [state, setState] = useState<RestoreState>({ kind: 'choosing' })
  const upload = useRef<AbortController>(null)
  const isOver = state.kind === 'restoring' || state.kind === 'restored'
  // The restore ends the session, so the result stays on the screen until it is read.
  useEffect(() => (isOver ? onSessionEnd(() => {}) : undefined), [isOver])
  // Leaving the page aborts the upload.
  useEffect(() => () => upload.current?.abort(), [])

  const sourceOf = async (backup: RestoreChoice['backup']): Promise<RestoreInput['source']> => {
    if (!(backup instanceof File)) return backup
    const { signal } = (upload.current = new AbortController())
    const show = (progress: Progress) => setState({ kind: 'uploading', ...progress })
    show({ done: 0, total: backup.size })
    return { upload: await uploadBackup(backup, { signal, onProgress: show }) }
  }
  const begin = async ({ backup, passphrase }: RestoreChoice) => {
    try {
      const source = await sourceOf(backup)
      setState({ kind: 'restoring', done: 0, total: 0 })
      const input = { source, ...(passphrase !== '' && { passphrase }) }
      const result = await restoreBackup(input, (progress) => setState({ kind: 'restoring', ...progress }))
      setState({ kind: 'restored', result })
    } catch (error) {
      setState({ kind: 'choosing', ...problemOf(error) })
    }
  }
  return {
    state,
    begin: (chosen: RestoreChoice) => void begin(chosen),
    cancel: () => upload.current?.abort(),
    clear: () => setState({ kind: 'choosing' }),
  }
}

function problemOf(error: unknown): { problem?: string } {
  if (error instanceof RestoreError) return { problem: error.message }
  // The user has aborted the upload.
  if (error instanceof DOMException && error.name === 'AbortError') return {}
  logError('Yedek geri yüklenemedi.', error)
  return { problem: messages.restoreFailed }
}

/** Leads to the login and drops the drafts on this device: they belong to users from before the restore. */
export function leaveToLogin(): void {
  dropDrafts(api.auth.session.getData()?.user?.id)
  forgetSession()
  window.location.assign(`${BASE_PATH}/`)
}
