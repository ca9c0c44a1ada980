import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { isolated } from '#shared/bidi.ts'
import { clockOf } from '#shared/clock.ts'
import { placeOverlaps, shownHours, weekdayOf } from '#shared/appointment/rules.ts'

import { AppointmentBar } from './appointment-bar.tsx'
import { DayHead } from './day-head.tsx'
import { DayGround } from './day-ground.tsx'
import { useChangeAppointment } from './use-appointments.ts'
import { useMove } from './use-move.ts'
import { shownOn, type ViewProps } from './view.ts'
import { WeekCard } from './week-card.tsx'

/** The minutes that a card shows at least: a shorter one could not be read. */
const LEAST_SHOWN = 30

/** Shows a week with its hours as rows; appointments that overlap stand side by side. */
export function WeekView({ list, days, today, isLoading, onAsk }: ViewProps) {
  const change = useChangeAppointment()
  const [selected, setSelected] = useState<number | null>(null)
  const all = days.flatMap((day) => shownOn(list, day))
  const hours = shownHours(list.hours, all)
  const span = hours.until - hours.from
  const area = useRef<HTMLDivElement>(null)
  const move = useMove({ area, days, hours, onMove: (one, place) => void change(one, place) })
  const cards = all.map((item) => {
    const { day, start } = move.placeOf(item)
    return { item, day, start, minutes: Math.max(LEAST_SHOWN, item.minutes) }
  })
  const placed = new Map(
    days.flatMap((day) =>
      placeOverlaps(cards.filter((card) => card.day === day)).map(
        (one) => [one.item.item.kayit_id, one] as const,
      ),
    ),
  )
  const chosen = all.find(({ kayit_id }) => kayit_id === selected)
  // A stored move changes the order of the cards, and a new state the buttons, which may take the focus away.
  const keepFocus = useEffectEvent(() => {
    if (selected !== null && document.activeElement === document.body)
      area.current?.querySelector<HTMLElement>(`[data-id="${selected}"]`)?.focus()
  })
  useEffect(keepFocus)
  const rows = Array.from({ length: span / 60 }, (_, index) => hours.from + index * 60)
  return (
    <>
      <section
        aria-label="Haftanın randevuları"
        aria-busy={isLoading}
        className="overflow-hidden rounded-lg border border-border bg-card"
        style={{ '--hour': `clamp(3rem, calc((100dvh - 20rem) / ${rows.length}), 6rem)` } as object}
      >
        <div className="grid grid-cols-[3.75rem_repeat(7,minmax(0,1fr))] border-b border-border">
          <span />
          {days.map((day) => (
            <DayHead key={day} {...{ list, day, today }} />
          ))}
        </div>
        <div className="grid grid-cols-[3.75rem_minmax(0,1fr)]">
          <div aria-hidden>
            {rows.map((minute) => (
              <div key={minute} className="h-(--hour) pt-1 pr-2 text-right text-sm text-muted-foreground">
                {clockOf(minute)}
              </div>
            ))}
          </div>
          <div ref={area} className="relative grid grid-cols-7">
            {days.map((day) => (
              <DayGround
                key={day}
                hours={hours}
                open={list.hours[weekdayOf(day)] ?? null}
                isToday={day === today}
                onAsk={(start) => onAsk({ day, start })}
              />
            ))}
            {all.map((item) => {
              const { day, start } = move.placeOf(item)
              const { column = 0, columns = 1 } = placed.get(item.kayit_id) ?? {}
              const width = 100 / days.length
              return (
                <WeekCard
                  key={item.kayit_id}
                  one={item}
                  place={{ day, start }}
                  isSelected={item.kayit_id === selected}
                  isMoving={move.moving === item.kayit_id}
                  isNarrow={columns > 1}
                  style={{
                    left: `calc(${(days.indexOf(day) + column / columns) * width}% + 3px)`,
                    width: `calc(${width / columns}% - 6px)`,
                    top: `${((start - hours.from) / span) * 100}%`,
                    height: `${(Math.max(LEAST_SHOWN, item.minutes) / span) * 100}%`,
                  }}
                  move={move}
                  onSelect={(isOn) => setSelected(isOn ? item.kayit_id : null)}
                />
              )
            })}
          </div>
        </div>
      </section>
      <p aria-live="assertive" className="sr-only">
        {move.spoken}
      </p>
      {all.length === 0 && !isLoading && (
        <p className="mt-3 text-muted-foreground">
          Bu hafta randevu yok. Boş bir saate basarak ya da ‘Randevu ver’ ile ekleyin.
        </p>
      )}
      {chosen !== undefined && (
        <AppointmentBar
          key={chosen.kayit_id}
          one={chosen}
          {...{ today, list }}
          onEdit={() => onAsk(chosen)}
        />
      )}
      {chosen === undefined && all.length > 0 && (
        <p className="mt-2 text-sm text-muted-foreground">
          Randevuyu sürükleyerek ya da seçip {isolated('ok tuşlarıyla')} taşıyın.
        </p>
      )}
    </>
  )
}
