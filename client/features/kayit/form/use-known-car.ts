import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

import { trpc } from '#client/lib/api.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { isPlainEnter } from '#client/lib/shortcuts.ts'
import { useStore } from '#client/lib/store.ts'
import type { VehicleMatch } from '#shared/vehicle/schema.ts'

import type { KayitFields } from './info-field.tsx'
import { askedOf, exactMatch, takenFrom, withoutTaken } from './known-car.ts'
import type { InfoValues } from './values.ts'

const STALE_MS = 30_000

export interface KnownCar {
  /** The car of the typed plate or chassis number, if it has been here before. */
  match: VehicleMatch | undefined
  /** What the form has taken over from it; `null` before. */
  taken: Partial<InfoValues> | null
  take: () => void
  undo: () => void
  /** For the plate: Enter takes over, also when the answer arrives a moment later. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** Looks up the car of a new record; `onTaken` is called after its fields were filled. */
export function useKnownCar(
  form: KayitFields,
  { isNew, onTaken }: { isNew: boolean; onTaken: () => void },
): KnownCar {
  const { store } = form
  const asked = useStore(store, ({ values }) => askedOf(values))
  const { data } = trpc.vehicle.lookup.useQuery(
    { q: asked },
    { enabled: isNew && asked !== '', staleTime: STALE_MS, retry: false, meta: QUIET },
  )
  const match = asked === '' ? undefined : exactMatch(data?.vehicles ?? [], asked)
  const [held, setHeld] = useState<{ id: number; texts: Partial<InfoValues> } | null>(null)
  const taken = held !== null && held.id === match?.id ? held.texts : null
  /** The plate that was left with Enter before its answer arrived. */
  const entered = useRef('')

  const change = (texts: Partial<InfoValues>) => {
    const state = store.get()
    store.set({ ...state, values: { ...state.values, ...texts } })
  }
  const take = () => {
    if (match === undefined) return
    // What was taken from another car, by a mistyped plate, goes.
    if (held !== null) change(withoutTaken(held.texts, store.get().values))
    const texts = takenFrom(match, store.get().values)
    change(texts)
    setHeld({ id: match.id, texts })
    onTaken()
  }
  const undo = () => {
    if (taken !== null) change(withoutTaken(taken, store.get().values))
    setHeld(null)
  }
  const arrive = useEffectEvent(() => {
    const isAwaited = entered.current !== '' && entered.current === asked
    entered.current = ''
    // Who has typed the customer meanwhile wants another one.
    if (isAwaited && store.get().values.musteri_adi_soyadi === '') take()
  })
  const id = match?.id
  useEffect(() => {
    if (id !== undefined) arrive()
  }, [id])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isPlainEnter(event.nativeEvent)) return
    if (match === undefined) entered.current = asked
    else if (taken === null) {
      event.preventDefault()
      take()
    }
  }
  return { match: isNew ? match : undefined, taken, take, undo, onKeyDown }
}
