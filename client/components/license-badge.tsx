import { Building2, Package, Rocket, Tag, Wrench } from 'lucide-react'

import { orDash } from '#client/lib/format.ts'
import { Badge, type BadgeVariant } from '#client/ui/badge.tsx'
import { LICENSE_TYPES } from '#shared/options.ts'

type Look = { variant: BadgeVariant; Icon: typeof Tag }

const LOOKS: Record<(typeof LICENSE_TYPES)[number], Look> = {
  Basic: { variant: 'info', Icon: Package },
  Standard: { variant: 'primary', Icon: Wrench },
  Pro: { variant: 'success', Icon: Rocket },
  Enterprise: { variant: 'warning', Icon: Building2 },
}
const OTHER: Look = { variant: 'secondary', Icon: Tag }

/**
 * A licence's type as icon and word. An unknown type gets the default look, a missing one a dash (specification §3).
 */
export function LicenseBadge({ type, className }: { type: string; className?: string }) {
  const known = LICENSE_TYPES.find((one) => one === type)
  const { variant, Icon } = known === undefined ? OTHER : LOOKS[known]
  return (
    <Badge variant={variant} {...(className !== undefined && { className })}>
      <Icon aria-hidden />
      {orDash(type)}
    </Badge>
  )
}
