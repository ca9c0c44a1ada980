import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

import { trpc } from '#client/lib/api.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { isPlainEnter } from '#client/lib/shortcuts.ts'
import { useStore } from '#client/lib/store.ts'
import type { CustomerMatch } from '#shared/customer/schema.ts'
import type { VehicleMatch } from '#shared/vehicle/schema.ts'

import {
  clearPreviousCustomer,
  prefillCar,
  prefillCustomer,
  type PreviousCustomer,
  restorePreviousCustomer,
  undoPrefill,
} from './apply-prefill.ts'
import type { KayitFields } from './info-field.tsx'
import { exactMatch, lookupKeyOf } from './known-car.ts'
import { isSameName } from './prefill.ts'
import type { InfoName, KayitValues } from './values.ts'

/** Options of a lookup that the user did not ask for: no retries, and no login over the form if it is refused. */
export const LOOKUP = { staleTime: 30_000, retry: false, meta: QUIET } as const

export interface KnownCar {
  isNew: boolean
  /** Car of the typed plate or chassis number, if it has been here before. */
  match: VehicleMatch | undefined
  /** True if the form was prefilled with the car. */
  isPrefilled: boolean
  /** Name of a customer who was prefilled without a car; '' without one. */
  customerName: string
  /** True if the form still names the prefilled customer. */
  isSameCustomer: boolean
  /** Customer whose phone and tax number were removed when the user typed another name. */
  previousCustomer: PreviousCustomer | null
  onNameBlur: () => void
  restoreCustomer: () => void
  /** Prefills the form with the matching car. */
  prefillMatch: () => void
  /** Prefills the form with the car or customer that the user chose in the field `typed`. */
  chooseCar: (car: VehicleMatch, typed: InfoName) => void
  chooseCustomer: (customer: CustomerMatch, typed: InfoName) => void
  undoPrefill: () => void
  /** Enter in the plate prefills the form, also when the answer arrives a moment later. */
  onPlateKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** Looks up the car of a new record. `onPrefilled` receives the field in which the user continues. */
export function useKnownCar(
  form: KayitFields,
  { isNew, onPrefilled }: { isNew: boolean; onPrefilled: (next: InfoName) => void },
): KnownCar {
  const { store } = form
  const lookupKey = useStore(store, ({ values }) => lookupKeyOf(values))
  const isLookedUp = isNew && lookupKey !== ''
  const { data } = trpc.vehicle.lookup.useQuery({ q: lookupKey }, { ...LOOKUP, enabled: isLookedUp })
  const match = isLookedUp ? exactMatch(data?.vehicles ?? [], lookupKey) : undefined
  const { vehicle, customer } = useStore(store, ({ values }) => values.prefill)
  const isPrefilled = vehicle !== null && vehicle.id === match?.id
  const name = useStore(store, ({ values }) => values.musteri_adi_soyadi)
  const isSameCustomer = customer !== null && isSameName(name, customer.name)
  const [previousCustomer, setPreviousCustomer] = useState<PreviousCustomer | null>(null)
  /** Plate on which the user pressed Enter before its answer arrived. */
  const enteredKey = useRef('')

  const changeValues = (next: (values: KayitValues) => KayitValues) =>
    store.set({ ...store.get(), values: next(store.get().values) })
  const continueTyping = () => {
    const { plaka, sasi_no } = store.get().values
    onPrefilled(plaka.trim() === '' && sasi_no.trim() === '' ? 'plaka' : 'km_bilgisi')
  }
  const chooseCar = (car: VehicleMatch, typed?: InfoName) => {
    changeValues((values) => prefillCar(values, car, typed))
    continueTyping()
  }
  const prefillMatch = () => match && chooseCar(match)
  const chooseCustomer = (chosen: CustomerMatch, typed: InfoName) => {
    changeValues((values) => prefillCustomer(values, chosen, typed))
    continueTyping()
  }
  const onMatch = useEffectEvent(() => {
    const isAwaited = enteredKey.current !== '' && enteredKey.current === lookupKey
    enteredKey.current = ''
    // A customer's name typed meanwhile means that the car has another customer now.
    if (isAwaited && store.get().values.musteri_adi_soyadi === '') prefillMatch()
  })
  const id = match?.id
  useEffect(() => {
    if (id !== undefined) onMatch()
  }, [id])
  const onPlateKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isPlainEnter(event.nativeEvent)) return
    if (match === undefined) enteredKey.current = lookupKey
    else if (!isPrefilled) {
      event.preventDefault()
      prefillMatch()
    }
  }
  const onNameBlur = () => {
    const cleared = clearPreviousCustomer(store.get().values)
    if (cleared === null) return
    setPreviousCustomer(cleared.previousCustomer)
    changeValues(() => cleared.values)
  }
  return {
    isNew,
    match,
    isPrefilled,
    customerName: (vehicle === null && isSameCustomer && customer.name) || '',
    isSameCustomer,
    previousCustomer: isSameCustomer || customer === null ? null : previousCustomer,
    onNameBlur,
    restoreCustomer: () => {
      if (previousCustomer !== null)
        changeValues((values) => restorePreviousCustomer(values, previousCustomer))
      setPreviousCustomer(null)
    },
    prefillMatch,
    chooseCar,
    chooseCustomer,
    undoPrefill: () => changeValues(undoPrefill),
    onPlateKeyDown,
  }
}
