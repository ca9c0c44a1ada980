import { ChoiceMenu } from '#client/components/choice-menu.tsx'
import { DurumBadge } from '#client/components/durum-badge.tsx'
import { isolated } from '#shared/bidi.ts'

import type { Status } from './use-status.ts'

/** Shows the status of a stored record in its colour, as a menu that changes it. */
export function StatusButton({ current, options, change }: Status) {
  return (
    <ChoiceMenu
      label={`${isolated(current) || 'Boş'}, değiştir`}
      choices={options.map((durum) => ({ value: durum, content: <DurumBadge durum={durum} /> }))}
      value={current}
      onChoose={change}
      className="flex min-h-11 items-center rounded-md border border-input md:min-h-10"
    >
      <DurumBadge durum={current} className="min-h-11 px-3 text-base font-semibold md:min-h-10" />
    </ChoiceMenu>
  )
}
