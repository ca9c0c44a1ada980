import { Link } from '@tanstack/react-router'
import { Check, Ellipsis } from 'lucide-react'

import { type Choice, ChoiceMenu } from '#client/components/choice-menu.tsx'
import { Plate } from '#client/components/plate.tsx'
import { chatOf, dueWords, reasonWords, titleOf } from '#client/components/reminder/words.ts'
import { WriteLink } from '#client/components/reminder/write-link.tsx'
import { cn } from '#client/lib/cn.ts'
import type { ReminderAct } from '#client/lib/use-reminders.ts'
import { buttonVariants } from '#client/ui/button.tsx'
import { isolated } from '#shared/bidi.ts'
import type { Day } from '#shared/date.ts'
import type { DueReminder, ReminderList } from '#shared/reminder/schema.ts'
import { openedWords } from '#shared/reminder/text.ts'

const CHOICES: readonly (Choice & { value: ReminderAct })[] = [
  { value: 'done', content: 'Yapıldı' },
  { value: 'week', content: '1 hafta ertele' },
  { value: 'month', content: '1 ay ertele' },
  { value: 'refuse', content: 'İstemiyor' },
  { value: 'sell', content: 'Araç satıldı' },
]

interface ReminderLineProps {
  one: DueReminder
  texts: Pick<ReminderList, 'company' | 'text'>
  today: Day
  onAct: (act: ReminderAct, one: DueReminder) => void
  /** Whether the preview shows its message. */
  isShown: boolean
  /** Called when pointer or focus reaches the line. */
  onPoint: (one: DueReminder) => void
}

/** A due reminder: its car, name, day and customer, with its actions. */
export function ReminderLine({ one, texts, today, isShown, onAct, onPoint }: ReminderLineProps) {
  const name = isolated(one.customer || one.plate)
  const { opened_at } = one
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the line does nothing; the preview follows
    <li
      className={cn(
        'relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-sunken lg:grid-cols-[11rem_minmax(9rem,13rem)_minmax(0,1fr)_auto]',
        isShown && 'xl:bg-primary-soft xl:shadow-[inset_4px_0_var(--primary)]',
      )}
      onPointerEnter={() => onPoint(one)}
      onFocus={() => onPoint(one)}
    >
      <Link
        to="/vehicle/$id"
        params={{ id: String(one.vehicle_id) }}
        aria-label={`Araç: ${one.plate}`}
        className="inline-flex min-h-11 items-center justify-self-start md:min-h-8"
      >
        <Plate text={one.plate} />
      </Link>
      <p className="col-span-2 min-w-0 max-lg:order-3 lg:col-span-1">
        <span className="font-semibold wrap-anywhere lg:block">{isolated(titleOf(one))}</span>{' '}
        <span className="ml-1 text-sm whitespace-nowrap text-muted-foreground lg:ml-0">{dueWords(one)}</span>
      </p>
      <p className="col-span-2 min-w-0 max-lg:order-4 lg:col-span-1">
        <span className="font-medium wrap-anywhere lg:block">{isolated(one.customer)}</span>{' '}
        <span
          className={cn(
            'ml-1 text-sm lg:ml-0',
            one.day < today ? 'text-warning-ink' : 'text-muted-foreground',
          )}
        >
          {reasonWords(one, today)}
        </span>
      </p>
      <div className="flex items-center justify-end gap-1 max-lg:order-2">
        {opened_at !== null && (
          <span className="flex items-center gap-1 text-sm text-muted-foreground max-md:hidden">
            <Check aria-hidden className="size-4 text-success" />
            {openedWords(opened_at, today)}
          </span>
        )}
        <ChoiceMenu
          label={`Diğer işlemler: ${name}`}
          choices={CHOICES}
          onChoose={(act) => onAct(act as ReminderAct, one)}
          className={cn(buttonVariants({ variant: 'ghost', size: 'icon' }), 'relative')}
        >
          <Ellipsis aria-hidden />
        </ChoiceMenu>
        <WriteLink
          href={chatOf(one, texts, today)}
          name={name}
          variant={opened_at === null ? 'outline' : 'ghost'}
          onOpen={() => onAct('opened', one)}
        />
      </div>
      {opened_at !== null && (
        <p className="order-5 col-span-2 flex items-center gap-1 text-sm text-muted-foreground md:hidden">
          <Check aria-hidden className="size-4 text-success" />
          {openedWords(opened_at, today)}
        </p>
      )}
    </li>
  )
}
