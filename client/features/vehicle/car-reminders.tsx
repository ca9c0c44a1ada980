import { Ellipsis, Plus } from 'lucide-react'
import { useId, useState } from 'react'

import { type Choice, ChoiceMenu } from '#client/components/choice-menu.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { dueWords, titleOf } from '#client/components/reminder/words.ts'
import { trpc } from '#client/lib/api.ts'
import { cn } from '#client/lib/cn.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { type ReminderAct, useReminderActs } from '#client/lib/use-reminders.ts'
import { Button, buttonVariants } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { isolated } from '#shared/bidi.ts'
import { type Day, formatDay } from '#shared/date.ts'
import type { CarReminder } from '#shared/reminder/schema.ts'
import { dayDistance } from '#shared/reminder/text.ts'

import type { ReminderDialogProps } from './reminder-dialog.tsx'

const ReminderDialog = lazyDialog<ReminderDialogProps>(() => import('./reminder-dialog.tsx'))

interface CarRemindersProps {
  /** The car that stands for those merged into it. */
  id: number
  today: Day
}

/** The reminders of a car, to add, change and end. */
export function CarReminders({ id, today }: CarRemindersProps) {
  const labelId = useId()
  const { data } = trpc.reminder.of.useQuery({ id }, { meta: QUIET })
  const act = useReminderActs(today)
  const [edited, setEdited] = useState<CarReminder | null>(null)
  const [isOpen, setOpen] = useState(false)
  if (data === undefined) return null
  const edit = (one: CarReminder | null) => {
    setEdited(one)
    setOpen(true)
  }
  const choose = (choice: string, one: CarReminder) => {
    if (choice === 'edit') edit(one)
    else void act(choice as ReminderAct, { ...one, vehicle_id: id })
  }
  return (
    <Card aria-labelledby={labelId} data-print="hide" className="md:p-4">
      <div className="mb-1 flex items-center justify-between gap-3">
        <h2 id={labelId} className="text-lg font-semibold">
          Hatırlatmalar
        </h2>
        <Button variant="ghost" size="sm" className="text-primary" onClick={() => edit(null)}>
          <Plus aria-hidden />
          Ekle
        </Button>
      </div>
      {data.sold_on !== null && (
        <p className="mb-1 text-sm text-warning-ink">
          {`Araç satıldı (${formatDay(data.sold_on)}); yeniden gelene kadar hatırlatılmaz.`}
        </p>
      )}
      {data.reminders.length === 0 && (
        <p className="text-sm text-muted-foreground">Bakım, muayene ve sigorta günlerini buraya ekleyin.</p>
      )}
      <ul className="grid">
        {data.reminders.map((one) => (
          <li key={`${one.cause} ${one.title}`} className="flex items-center gap-3 py-1">
            <p className="min-w-0 grow">
              <span className="block font-medium wrap-anywhere">{isolated(titleOf(one))}</span>
              <span
                className={cn(
                  'block text-sm',
                  isPast(one, today) ? 'text-warning-ink' : 'text-muted-foreground',
                )}
              >
                {stateWords(one, today)}
              </span>
            </p>
            <ChoiceMenu
              label={`Diğer işlemler: ${isolated(titleOf(one))}`}
              choices={choicesOf(one)}
              onChoose={(choice) => choose(choice, one)}
              className={cn(buttonVariants({ variant: 'ghost', size: 'icon' }))}
            >
              <Ellipsis aria-hidden />
            </ChoiceMenu>
          </li>
        ))}
      </ul>
      <ReminderDialog open={isOpen} onOpenChange={setOpen} {...{ id, today, edited }} known={data} />
    </Card>
  )
}

/** Returns whether a reminder that waits for its work is overdue. */
const isPast = ({ state, day, snoozed_until }: CarReminder, today: Day): boolean =>
  state === 'open' && day !== null && day < today && (snoozed_until === null || snoozed_until <= today)

/** Returns when a reminder is due, or how it has ended. */
function stateWords(one: CarReminder, today: Day): string {
  if (one.state === 'refused') return 'Müşteri istemiyor'
  if (one.state === 'done') return 'Yapıldı'
  const { snoozed_until, due_day, due_km, day, is_by_km } = one
  if (snoozed_until !== null && snoozed_until > today) return `${formatDay(snoozed_until)} gününe ertelendi`
  if (day === null) return 'Gün tahmini için ikinci bir km bilgisi gerekir'
  if (isPast(one, today)) return `${dueWords({ day, is_by_km })}, ${dayDistance(day, today)}`
  const other = is_by_km && due_day !== null ? ` (en geç ${formatDay(due_day)})` : ''
  return due_km !== null && !is_by_km ? `en geç ${formatDay(day)}` : dueWords({ day, is_by_km }) + other
}

const EDIT = { value: 'edit', content: 'Düzenle' }
const REFUSE = { value: 'refuse', content: 'İstemiyor' }
const SNOOZE = { value: 'month', content: '1 ay ertele' }
const DONE = { value: 'done', content: 'Yapıldı' }
const REMOVE = { value: 'remove', content: 'Sil' }
const SELL = { value: 'sell', content: 'Araç satıldı' }

function choicesOf({ state, cause }: CarReminder): Choice[] {
  if (state === 'refused') return [{ value: 'reopen', content: 'Yeniden hatırlat' }]
  if (cause === 'warranty') return [SNOOZE, REFUSE, SELL]
  return state === 'done' ? [EDIT, REMOVE] : [EDIT, DONE, SNOOZE, REFUSE, SELL, REMOVE]
}
