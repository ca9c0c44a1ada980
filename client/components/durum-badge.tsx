import { Ban, CircleCheck, CirclePause, Tag, Wrench } from 'lucide-react'

import { Badge, type BadgeVariant } from '#client/ui/badge.tsx'
import { EMPTY_DASH } from '#shared/date.ts'
import { DURUM_DEVAM, DURUM_IPTAL, DURUM_TAMAM } from '#shared/options.ts'

const LOOKS: Record<string, { variant: BadgeVariant; Icon: typeof Tag }> = {
  [DURUM_TAMAM]: { variant: 'success', Icon: CircleCheck },
  [DURUM_DEVAM]: { variant: 'primary', Icon: Wrench },
  Beklemede: { variant: 'warning', Icon: CirclePause },
  [DURUM_IPTAL]: { variant: 'secondary', Icon: Ban },
}

/** A record's status as icon and word; other values are neutral news, an empty one a dash (specification §4). */
export function DurumBadge({ durum }: { durum: string }) {
  if (durum === '') return <span>{EMPTY_DASH}</span>
  const { variant, Icon } = LOOKS[durum] ?? { variant: 'info', Icon: Tag }
  return (
    <Badge variant={variant}>
      <Icon aria-hidden />
      {durum}
    </Badge>
  )
}
