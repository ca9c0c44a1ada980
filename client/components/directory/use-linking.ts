import { useState } from 'react'

import { errorMessage } from '#client/lib/error-message.ts'
import { toast } from '#client/lib/toast.ts'
import type { Merged, Relinked, Visit } from '#shared/history/schema.ts'
import { messages } from '#shared/messages.ts'

/** The calls for cars or for customers, and the words for their results. */
export interface Linking {
  merge: (input: { id: number; into: number }) => Promise<Merged>
  separate: (input: { id: number; parts?: number[] }) => Promise<unknown>
  relink: (input: { kayit_id: number; id?: number }) => Promise<Relinked>
  /** Reloads the data of the screens. */
  refresh: () => unknown
  words: { merged: string; separated: string; detached: string }
}

type Run = (work: () => Promise<unknown>, failureMessage: string) => Promise<boolean>
type Detaching = Pick<Linking, 'relink' | 'refresh'> & { words: Pick<Linking['words'], 'detached'> }

function useRun(refresh: Linking['refresh']) {
  const [isPending, setIsPending] = useState(false)
  /** Runs a call and returns whether it succeeded. */
  const run: Run = async (work, failureMessage) => {
    setIsPending(true)
    try {
      await work()
      return true
    } catch (error) {
      toast.error(errorMessage(error, failureMessage, failureMessage))
      return false
    } finally {
      setIsPending(false)
      refresh()
    }
  }
  return { isPending, run }
}

const detachBy =
  (run: Run, { relink, words }: Omit<Detaching, 'refresh'>) =>
  async ({ kayit_id }: Pick<Visit, 'kayit_id'>) => {
    let before = 0
    const move = async () => {
      before = (await relink({ kayit_id })).before
    }
    const undo = () => void run(() => relink({ kayit_id, id: before }), messages.relinkFailed)
    if (await run(move, messages.relinkFailed)) toast.undo(words.detached, undo)
  }

/** Returns the action that removes a record from its car or customer, with its undo. */
export const useDetach = ({ refresh, ...detaching }: Detaching) => detachBy(useRun(refresh).run, detaching)

/** Returns the actions that merge, separate and remove a record, each with its undo. */
export function useLinking({ merge, separate, relink, refresh, words }: Linking) {
  const { isPending, run } = useRun(refresh)
  const undoMerge = async (id: number, parts: number[]) => {
    if (await run(() => separate({ id, parts }), messages.separateFailed)) toast.success(words.separated)
  }
  return {
    isPending,
    merge: async (id: number, into: number): Promise<boolean> => {
      let parts: number[] = []
      const join = async () => {
        parts = (await merge({ id, into })).parts
      }
      const done = await run(join, messages.mergeFailed)
      if (done) toast.undo(words.merged, () => void undoMerge(id, parts))
      return done
    },
    separate: async (id: number, into: number) => {
      if (await run(() => separate({ id }), messages.separateFailed))
        toast.undo(words.separated, () => void run(() => merge({ id, into }), messages.mergeFailed))
    },
    detach: detachBy(run, { relink, words }),
  }
}
