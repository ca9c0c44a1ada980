import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'

import { clockOf } from '#shared/clock.ts'
import { DAY_MINUTES, type Span, STEP_MINUTES } from '#shared/appointment/rules.ts'
import type { ListedAppointment } from '#shared/appointment/schema.ts'
import type { Day } from '#shared/date.ts'

import { longDay } from './words.ts'

export interface Place {
  day: Day
  start: number
}

interface MoveOptions {
  /** The columns of the days. */
  area: RefObject<HTMLElement | null>
  days: readonly Day[]
  /** The hours that the calendar shows. */
  hours: Span
  onMove: (one: ListedAppointment, place: Place) => void
}

/** The pixels after which a press is a drag. */
const THRESHOLD = 6

type Drag = { x: number; y: number; grab: number; hasMoved: boolean }

const KEYS: Readonly<Record<string, { days: number; minutes: number }>> = {
  ArrowUp: { days: 0, minutes: -STEP_MINUTES },
  ArrowDown: { days: 0, minutes: STEP_MINUTES },
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/**
 * Moves appointments in the week: with a mouse or pen by dragging, with the keyboard by the arrows once one is selected,
 * until Enter stores or Escape drops the new place. A finger scrolls instead.
 */
export function useMove({ area, days, hours, onMove }: MoveOptions) {
  const drag = useRef<Drag | null>(null)
  const [moving, setMoving] = useState<{ id: number; place: Place } | null>(null)
  const [spoken, setSpoken] = useState('')
  const stop = (words: string) => {
    drag.current = null
    setMoving(null)
    setSpoken(words)
  }
  const clamped = (one: ListedAppointment, index: number, start: number): Place => ({
    day: days[within(index, 0, days.length - 1)] ?? one.day,
    start: within(start, hours.from, Math.min(hours.until, DAY_MINUTES) - STEP_MINUTES),
  })
  const placeAt = (one: ListedAppointment, event: PointerEvent, grab: number): Place => {
    const box = area.current?.getBoundingClientRect()
    if (box === undefined) return one
    const index = Math.floor(((event.clientX - box.left) / box.width) * days.length)
    const minute = hours.from + ((event.clientY - grab - box.top) / box.height) * (hours.until - hours.from)
    return clamped(one, index, Math.round(minute / STEP_MINUTES) * STEP_MINUTES)
  }
  const store = (one: ListedAppointment, place: Place) => {
    stop(`${longDay(place.day)} ${clockOf(place.start)}`)
    if (place.day !== one.day || place.start !== one.start) onMove(one, place)
  }
  const placeOf = (one: ListedAppointment): Place => (moving?.id === one.kayit_id ? moving.place : one)
  const pointer = (one: ListedAppointment) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || event.pointerType === 'touch' || one.state === 'came') return
      const { top } = event.currentTarget.getBoundingClientRect()
      drag.current = { x: event.clientX, y: event.clientY, grab: event.clientY - top, hasMoved: false }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const at = drag.current
      if (at === null) return
      at.hasMoved ||= Math.hypot(event.clientX - at.x, event.clientY - at.y) > THRESHOLD
      if (at.hasMoved) setMoving({ id: one.kayit_id, place: placeAt(one, event, at.grab) })
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const at = drag.current
      if (at?.hasMoved !== true) drag.current = null
      else store(one, placeAt(one, event, at.grab))
    },
    onPointerCancel: () => stop(''),
  })
  /** Returns whether the key belonged to the move. */
  const pressKey = (one: ListedAppointment, event: KeyboardEvent): boolean => {
    const isMoving = moving?.id === one.kayit_id
    if (event.key === 'Escape' && isMoving) stop('Taşıma bırakıldı.')
    else if (event.key === 'Enter' && isMoving) store(one, moving.place)
    else {
      const step = KEYS[event.key]
      if (step === undefined || one.state === 'came') return false
      const from = placeOf(one)
      const place = clamped(one, days.indexOf(from.day) + step.days, from.start + step.minutes)
      setMoving({ id: one.kayit_id, place })
      setSpoken(`${longDay(place.day)} ${clockOf(place.start)}. Kaydetmek için Enter, bırakmak için Esc.`)
    }
    event.preventDefault()
    return true
  }
  return {
    moving: moving?.id ?? null,
    spoken,
    placeOf,
    pointer,
    pressKey,
    leave: () => moving && stop(''),
  }
}
