import { useRef, useState } from 'react'

import { errorData, errorMessage } from '#client/lib/error-message.ts'
import { randomKey } from '#client/lib/random-key.ts'

/** An entry does not wait on the device, because the cash would be counted without it. */
const OFFLINE = 'Yanıt gelmedi. Bağlantı gelince yeniden basın: aynı tutar iki kez kaydedilmez.'

/** The keys of entries whose response was lost, by their owner: the dialog may be closed before the repetition. */
const lostKeys = new Map<string, string>()

/**
 * Returns the function that stores an entry of `owner` by `store`, and the reason why the last one was not stored. A
 * repetition after a lost response has the same key, so it pays nothing twice; a refused entry was not stored and gets a
 * new key.
 */
export function useEntry<Entry>(
  owner: string,
  { store, onDone }: { store: (entry: Entry & { key: string }) => Promise<unknown>; onDone: () => void },
) {
  const key = useRef(lostKeys.get(owner) ?? randomKey())
  const [failure, setFailure] = useState<string>()
  const [isPending, setPending] = useState(false)
  const save = async (entry: Entry) => {
    if (isPending) return
    setPending(true)
    try {
      await store({ ...entry, key: key.current })
      lostKeys.delete(owner)
      onDone()
    } catch (error) {
      setFailure(errorMessage(error, 'Kaydedilemedi.', OFFLINE))
      if (errorData(error) === undefined) lostKeys.set(owner, key.current)
      else {
        lostKeys.delete(owner)
        key.current = randomKey()
      }
    } finally {
      setPending(false)
    }
  }
  return { save, failure, isPending }
}
