import type { ReactElement } from 'react'

import { Badge, type BadgeVariant } from '#client/ui/badge.tsx'
import { GLYPHS } from '#client/ui/glyph.tsx'
import { EMPTY_DASH } from '#shared/date.ts'
import { statusOf } from '#shared/kayit/rules.ts'
import { DURUM_BEKLEMEDE, DURUM_DEVAM, DURUM_IPTAL, DURUM_TAMAM } from '#shared/options.ts'

type Look = { variant: BadgeVariant; icon: ReactElement }

/** The looks by status. A Map, because a status is any text, and an object would find 'constructor'. */
const LOOKS = new Map<string, Look>([
  [DURUM_TAMAM, { variant: 'success', icon: GLYPHS.check }],
  [DURUM_DEVAM, { variant: 'primary', icon: GLYPHS.wrench }],
  [DURUM_BEKLEMEDE, { variant: 'warning', icon: GLYPHS.pause }],
  [DURUM_IPTAL, { variant: 'secondary', icon: GLYPHS.ban }],
])
const OTHER: Look = { variant: 'info', icon: GLYPHS.tag }

/** A record's status as icon and word. An unknown status is neutral, an empty one is a dash (specification §4). */
export function DurumBadge({ durum, className }: { durum: string; className?: string }) {
  if (durum === '') return <span>{EMPTY_DASH}</span>
  const { variant, icon } = LOOKS.get(statusOf(durum)) ?? OTHER
  return (
    <Badge variant={variant} className={className}>
      {icon}
      {durum}
    </Badge>
  )
}
