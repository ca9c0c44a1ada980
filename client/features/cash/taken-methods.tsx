import { Amount } from '#client/components/amount.tsx'
import type { TakenByMethod } from '#shared/till/rules.ts'

import { Method } from './method-icon.tsx'

/** The payments of each method. The bar is decoration: the amounts below it say the same. */
export function TakenMethods({ taken }: { taken: readonly TakenByMethod[] }) {
  if (taken.length === 0) return null
  return (
    <>
      <div aria-hidden className="flex h-1.5 gap-0.5 print:hidden">
        {taken.map(({ method, amount_kurus }, index) => (
          <span
            key={method}
            className="min-w-1 rounded-xs bg-gelir"
            style={{ flexGrow: amount_kurus, opacity: Math.max(0.4, 1 - index * 0.3) }}
          />
        ))}
      </div>
      <dl className="grid gap-1">
        {taken.map(({ method, amount_kurus }) => (
          <div key={method} className="flex items-baseline justify-between gap-4">
            <dt>
              <Method method={method} />
            </dt>
            <dd className="font-semibold">
              <Amount kurus={amount_kurus} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
