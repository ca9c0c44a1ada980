import type { ReactNode } from 'react'

/** A line of known facts. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="mb-4 flex flex-wrap gap-x-10 gap-y-3 md:grid md:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] md:gap-x-4 rounded-lg border border-border bg-card px-4 py-3">
      {children}
    </dl>
  )
}

interface FactProps {
  name: string
  isPrinted?: boolean
  children: ReactNode
}

/** A known fact; an empty value renders nothing. */
export function Fact({ name, isPrinted = true, children }: FactProps) {
  if (!children) return null
  return (
    <div className="min-w-0" data-print={isPrinted ? undefined : 'hide'}>
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}
