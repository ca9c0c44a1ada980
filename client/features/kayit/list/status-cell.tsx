import { use } from 'react'

import { type Choice, ChoiceMenu } from '#client/components/choice-menu.tsx'
import { DurumBadge } from '#client/components/durum-badge.tsx'
import { cn } from '#client/lib/cn.ts'
import { isolated } from '#shared/bidi.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { STAGE_WORDS } from '#shared/kayit/stage.ts'
import { DURUM_OPTIONS } from '#shared/options.ts'

import { isLong } from './cells.tsx'
import { ListContext } from './context.ts'

/** Returns the statuses that a user can pick, and the present one if it is another. */
export const statusChoices = (present?: string): Choice[] => {
  const others = present === undefined || DURUM_OPTIONS.some((durum) => durum === present) ? [] : [present]
  return [...DURUM_OPTIONS, ...others].map((durum) => ({
    value: durum,
    content: <DurumBadge durum={durum} />,
  }))
}

/** Returns the status of a row in words; a quote is valid or not instead. */
export const statusWord = ({ durum, quote_valid_until: until }: KayitListItem, today: string): string => {
  if (until === undefined) return durum
  return until !== null && until < today ? 'Süresi doldu' : STAGE_WORDS.quote
}

/** Shows the status of a row, as a menu that changes it. */
export function StatusCell({ row }: { row: KayitListItem }) {
  const { onStatus, today = '' } = use(ListContext)
  const { durum } = row
  if (row.quote_valid_until !== undefined) return <DurumBadge durum={statusWord(row, today)} />
  return (
    <ChoiceMenu
      label={`${isolated(durum) || 'Boş'}, değiştir`}
      choices={statusChoices(durum)}
      value={durum}
      onChoose={(next) => next !== durum && onStatus(row, next)}
      className={cn(
        'inline-flex min-h-8 max-w-full items-center rounded-sm text-left max-md:relative max-md:z-1 max-md:-my-3 max-md:min-h-11 max-md:min-w-11 max-md:justify-end md:hover:bg-sunken',
        isLong(durum) && '*:shrink *:wrap-anywhere *:whitespace-normal',
      )}
    >
      <DurumBadge
        durum={durum}
        className="max-md:bg-transparent max-md:p-0 md:group-has-[[data-select]:checked]/row:bg-card md:max-lg:px-1 md:max-lg:text-xs md:max-lg:*:hidden"
      />
    </ChoiceMenu>
  )
}
