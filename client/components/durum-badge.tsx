import { Ban, CircleCheck, CirclePause, Tag, Wrench } from 'lucide-react'

import { Badge, type BadgeVariant } from '#client/ui/badge.tsx'
import { EMPTY_DASH } from '#shared/date.ts'
import { DURUM_DEVAM, DURUM_IPTAL, DURUM_TAMAM } from '#shared/options.ts'

type Look = { variant: BadgeVariant; Icon: typeof Tag }

/** A Map, because a status is any text: an object would find 'constructor'. */
const LOOKS = new Map<string, Look>([
  [DURUM_TAMAM, { variant: 'success', Icon: CircleCheck }],
  [DURUM_DEVAM, { variant: 'primary', Icon: Wrench }],
  ['Beklemede', { variant: 'warning', Icon: CirclePause }],
  [DURUM_IPTAL, { variant: 'secondary', Icon: Ban }],
])
const OTHER: Look = { variant: 'info', Icon: Tag }

/** A record's status as icon and word; other values are neutral, an empty one is a dash (specification §4). */
export function DurumBadge({ durum, className }: { durum: string; className?: string }) {
  if (durum === '') return <span>{EMPTY_DASH}</span>
  const { variant, Icon } = LOOKS.get(durum) ?? OTHER
  return (
    <Badge variant={variant} className={className}>
      <Icon aria-hidden />
      {durum}
    </Badge>
  )
}
