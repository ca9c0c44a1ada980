import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

import { trpc } from '#client/lib/api.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { isPlainEnter } from '#client/lib/shortcuts.ts'
import { useStore } from '#client/lib/store.ts'
import type { CustomerMatch } from '#shared/customer/schema.ts'
import type { VehicleMatch } from '#shared/vehicle/schema.ts'

import type { KayitFields } from './info-field.tsx'
import { askedOf, exactMatch } from './known-car.ts'
import { type Former, withCar, withCustomer, withFormer, withoutFormer, withoutTaken } from './take-over.ts'
import { isSameName } from './taken.ts'
import type { InfoName, KayitValues } from './values.ts'

/** Options of a lookup that the user did not ask for: no retries, and no login over the form if it is refused. */
export const LOOKUP = { staleTime: 30_000, retry: false, meta: QUIET } as const

export interface KnownCar {
  isNew: boolean
  /** Car of the typed plate or chassis number, if it has been here before. */
  match: VehicleMatch | undefined
  /** True if the form has taken the car over. */
  isTaken: boolean
  /** Name of a customer who was taken over without a car; '' without one. */
  customer: string
  /** True if the form still names the customer who was taken over. */
  isSameCustomer: boolean
  /** Customer whose phone and tax number were removed when the user typed another name. */
  former: Former | null
  /** Handler for the name field's blur. */
  leaveName: () => void
  undoFormer: () => void
  take: () => void
  /** Takes over the car or customer that the user chose in the field `typed`. */
  takeCar: (car: VehicleMatch, typed: InfoName) => void
  takeCustomer: (customer: CustomerMatch, typed: InfoName) => void
  undo: () => void
  /** Handler for the plate: Enter takes over, also when the answer arrives a moment later. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** Looks up the car of a new record. `onTaken` receives the field in which to continue after a takeover. */
export function useKnownCar(
  form: KayitFields,
  { isNew, onTaken }: { isNew: boolean; onTaken: (next: InfoName) => void },
): KnownCar {
  const { store } = form
  const asked = useStore(store, ({ values }) => askedOf(values))
  const { data } = trpc.vehicle.lookup.useQuery({ q: asked }, { ...LOOKUP, enabled: isNew && asked !== '' })
  const match = asked === '' || !isNew ? undefined : exactMatch(data?.vehicles ?? [], asked)
  const { vehicle, customer } = useStore(store, ({ values }) => values.taken)
  const isTaken = vehicle !== null && vehicle.id === match?.id
  const name = useStore(store, ({ values }) => values.musteri_adi_soyadi)
  const isSameCustomer = customer !== null && isSameName(name, customer.name)
  const [former, setFormer] = useState<Former | null>(null)
  /** Plate on which the user pressed Enter before its answer arrived. */
  const entered = useRef('')

  const change = (next: (values: KayitValues) => KayitValues) =>
    store.set({ ...store.get(), values: next(store.get().values) })
  const goOn = () => {
    const { plaka, sasi_no } = store.get().values
    onTaken(plaka.trim() === '' && sasi_no.trim() === '' ? 'plaka' : 'km_bilgisi')
  }
  const takeCar = (car: VehicleMatch, typed?: InfoName) => {
    change((values) => withCar(values, car, typed))
    goOn()
  }
  const take = () => match && takeCar(match)
  const takeCustomer = (chosen: CustomerMatch, typed: InfoName) => {
    change((values) => withCustomer(values, chosen, typed))
    goOn()
  }
  const arrive = useEffectEvent(() => {
    const isAwaited = entered.current !== '' && entered.current === asked
    entered.current = ''
    // A customer's name typed meanwhile means that the car has another customer now.
    if (isAwaited && store.get().values.musteri_adi_soyadi === '') take()
  })
  const id = match?.id
  useEffect(() => {
    if (id !== undefined) arrive()
  }, [id])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isPlainEnter(event.nativeEvent)) return
    if (match === undefined) entered.current = asked
    else if (!isTaken) {
      event.preventDefault()
      take()
    }
  }
  const leaveName = () => {
    const left = withoutFormer(store.get().values)
    if (left === null) return
    setFormer(left.former)
    change(() => left.values)
  }
  const undoFormer = () => {
    if (former !== null) change((values) => withFormer(values, former))
    setFormer(null)
  }
  return {
    isNew,
    match,
    isTaken,
    customer: (vehicle === null && isSameCustomer && customer.name) || '',
    isSameCustomer,
    former: isSameCustomer || customer === null ? null : former,
    leaveName,
    undoFormer,
    take,
    takeCar,
    takeCustomer,
    undo: () => change((values) => withoutTaken(values)),
    onKeyDown,
  }
}
