import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { Field } from '#client/components/field.tsx'
import { MoneyInput } from '#client/components/money-input.tsx'
import { cn } from '#client/lib/cn.ts'
import { useFocusOnMount } from '#client/lib/use-focus-on-mount.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'
import { isolated } from '#shared/bidi.ts'
import { formatInstant } from '#shared/date.ts'
import { type Kurus, toKurus } from '#shared/money.ts'
import { MAX_NAME_LENGTH } from '#shared/options.ts'
import type { DayCount, TillDay } from '#shared/till/schema.ts'

import { CardFrame } from './card-frame.tsx'
import type { Count } from './use-count.ts'
import { differenceWord, openingWords } from './day-words.ts'

const LINE = 'flex items-baseline justify-between gap-4'

/** Shows what the drawer should hold and, on the open day, the field for what it holds. */
export function DrawerCard({ day, count }: { day: TillDay; count: Count }) {
  const { closed } = day
  return (
    <CardFrame title="Nakit kasa">
      <dl className="grid gap-1.5 print:gap-0">
        <Line label={openingWords(day)} kurus={day.opening_kurus} />
        <Line label="Nakit giren" kurus={day.received_kurus} sign="+" />
        {day.refunded_kurus !== 0 && <Line label="Nakit iade" kurus={-day.refunded_kurus} />}
        <Line label="Nakit gider" kurus={0 - day.spent_kurus} sign="+" />
        <div
          className={`${LINE} border-t border-input pt-2.5 text-lg font-semibold print:pt-1 print:text-base`}
        >
          <dt>Olması gereken</dt>
          <dd>
            <Amount kurus={day.expected_kurus} />
          </dd>
        </div>
        {closed !== null && (
          <div className={`${LINE} text-lg font-semibold print:text-base`}>
            <dt>Sayılan</dt>
            <dd>
              <Amount kurus={closed.counted_kurus} />
            </dd>
          </div>
        )}
      </dl>
      {closed === null ? <CountFields count={count} /> : <Closed number={day.number} closed={closed} />}
    </CardFrame>
  )
}

function Line({ label, kurus, sign = '' }: { label: string; kurus: Kurus; sign?: string }) {
  return (
    <div className={LINE}>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="whitespace-nowrap">
        {kurus > 0 && sign}
        <Amount kurus={kurus} />
      </dd>
    </div>
  )
}

/** The field of the counted cash, focused where no keyboard on the screen would cover the sums. */
export function CountedField({ count, label }: { count: Count; label: string }) {
  const field = useRef<HTMLInputElement>(null)
  useFocusOnMount(field, !matchMedia('(pointer: coarse)').matches)
  return (
    <Field label={label} error={count.failure}>
      {(control) => (
        <span className="relative">
          <span
            aria-hidden
            className="absolute top-1/2 left-4 -translate-y-1/2 text-3xl text-muted-foreground"
          >
            ₺
          </span>
          <MoneyInput
            {...control}
            ref={field}
            value={count.counted}
            onAmountChange={(typed) => count.setCounted(typed === null ? null : toKurus(typed))}
            className="min-h-15 pl-12 text-3xl font-semibold md:min-h-15"
          />
        </span>
      )}
    </Field>
  )
}

function CountFields({ count }: { count: Count }) {
  const { difference, reason } = count
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        count.save()
      }}
    >
      <CountedField count={count} label="Sayılan" />
      {difference !== null && <Difference kurus={difference} />}
      {difference !== null && difference !== 0 && (
        <Field label="Farkın sebebi">
          {(control) => (
            <Input
              {...control}
              value={reason}
              maxLength={MAX_NAME_LENGTH}
              onChange={(event) => count.setReason(event.target.value)}
            />
          )}
        </Field>
      )}
      <Button
        type="submit"
        isPending={count.isPending}
        className="min-h-14 text-lg max-md:hidden md:min-h-14"
      >
        Günü kapat
      </Button>
    </form>
  )
}

/** Names the difference as it is typed; a screen reader announces it. */
function Difference({ kurus }: { kurus: Kurus }) {
  const Icon = kurus === 0 ? CircleCheck : TriangleAlert
  return (
    <output
      className={cn(
        'flex min-h-10 items-center gap-3 rounded-md px-3 py-1.5 font-semibold print:min-h-0 print:p-0',
        kurus === 0 ? 'bg-success-soft text-success-ink' : 'bg-warning-soft text-warning-ink',
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      {kurus === 0 ? (
        'Fark yok'
      ) : (
        <>
          Fark
          <span className="ml-auto flex items-baseline gap-2">
            <Amount kurus={kurus} className="text-lg *:text-inherit" />
            <span className="text-sm font-normal">{differenceWord(kurus)}</span>
          </span>
        </>
      )}
    </output>
  )
}

function Closed({ number, closed }: { number: number | null; closed: DayCount }) {
  const { difference_kurus, reason, actor_name, created_at } = closed
  return (
    <>
      <Difference kurus={difference_kurus} />
      {reason !== '' && (
        <dl>
          <dt className="text-sm text-muted-foreground">Farkın sebebi</dt>
          <dd className="wrap-anywhere">{isolated(reason)}</dd>
        </dl>
      )}
      <p className="border-t border-border pt-3 text-sm print:pt-1 text-muted-foreground">
        {`Gün sonu No ${number}, ${formatInstant(created_at)} tarihinde ${isolated(actor_name)} kapattı.`}
      </p>
    </>
  )
}
