import { useRef, useState } from 'react'

import { errorData } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'

interface AttemptSettings<Sent, Current, Refusal> {
  /** Stores it and says so. */
  store: (sent: Sent) => Promise<void>
  /** What is stored now, where somebody else has changed it meanwhile; `undefined` where it is gone. */
  readAgain: (sent: Sent) => Promise<Current | undefined>
  onConflict: (current: Current) => void
  /** Why nothing was stored. */
  refuse: (error: unknown, sent: Sent) => Refusal
}

/** Saves what a form sends, one attempt at a time. Nothing typed is lost when it does not work. */
export function useAttempt<Sent, Current, Refusal>(settings: AttemptSettings<Sent, Current, Refusal>) {
  const { store, readAgain, onConflict, refuse } = settings
  const [isPending, setIsPending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const busy = useRef(false)
  const interrupted = useRef<Sent>(undefined)

  const currentOf = async (sent: Sent) => {
    try {
      return await readAgain(sent)
    } catch (error) {
      logError('Yeniden okunamadı.', error)
      return undefined
    }
  }
  const attempt = async (sent: Sent) => {
    try {
      await store(sent)
    } catch (error) {
      const code = errorData(error)?.code
      const current = code === 'CONFLICT' ? await currentOf(sent) : undefined
      if (current !== undefined) onConflict(current)
      // The login over the form asks for the password and resumes.
      else if (code === 'UNAUTHORIZED') interrupted.current = sent
      else setRefusal(refuse(error, sent))
    }
    busy.current = false
    setIsPending(false)
  }
  const save = (sent: Sent) => {
    if (busy.current) return
    busy.current = true
    interrupted.current = undefined
    setRefusal(undefined)
    setIsPending(true)
    void attempt(sent)
  }
  return {
    isPending,
    /** Why the last attempt came to nothing. */
    refusal,
    save,
    /** Goes on with the save that the end of the session interrupted, if any. */
    resume: () => {
      if (interrupted.current !== undefined) save(interrupted.current)
    },
  }
}
