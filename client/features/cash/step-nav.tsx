import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '#client/ui/button.tsx'

/** A step to another day-end or month; `undefined` where there is none. */
type Step = Pick<LinkProps, 'to' | 'search'> | undefined

interface StepNavProps {
  /** 'Aylar' */
  label: string
  /** The length of a step: 'ay'. */
  unit: string
  previous: Step
  next: Step
  /** The name of the shown day or month. */
  children: ReactNode
}

/** Names the shown day-end or month, and leads to its neighbours. */
export function StepNav({ label, unit, previous, next, children }: StepNavProps) {
  return (
    <nav
      aria-label={label}
      className="flex items-center gap-2 max-md:order-2 max-md:w-full max-md:justify-between"
    >
      <StepLink step={previous} label={`Önceki ${unit}`}>
        <ChevronLeft aria-hidden />
      </StepLink>
      <p className="min-w-0 px-2 text-center font-semibold">{children}</p>
      <StepLink step={next} label={`Sonraki ${unit}`}>
        <ChevronRight aria-hidden />
      </StepLink>
    </nav>
  )
}

function StepLink({ step, label, children }: { step: Step; label: string; children: ReactNode }) {
  if (step === undefined)
    return (
      <Button variant="outline" size="icon" aria-label={label} disabled>
        {children}
      </Button>
    )
  return (
    <Button variant="outline" size="icon" asChild>
      <Link {...step} aria-label={label} data-print="hide">
        {children}
      </Link>
    </Button>
  )
}
