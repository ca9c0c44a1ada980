import { Amount } from '#client/components/amount.tsx'
import { hasIncome } from '#shared/kayit/rules.ts'

interface ListSumProps {
  /** The sum in kuruş without cancelled records; `undefined` where it is not known or not the user's to see. */
  kurus: number | undefined
  /** The selected status. */
  durum: string | undefined
}

/** Shows the sum of the filtered list. A list of cancelled records has none, because they are not income. */
export function ListSum({ kurus, durum }: ListSumProps) {
  const isCancelled = durum !== undefined && !hasIncome({ durum })
  if (kurus === undefined || isCancelled) return null
  return (
    <p className="text-sm whitespace-nowrap text-muted-foreground md:max-lg:ml-auto lg:border-l lg:border-border lg:pl-4">
      Toplam <Amount kurus={kurus} className="text-lg font-semibold text-foreground" />
      {durum === undefined && <span className="text-xs"> iptal hariç</span>}
    </p>
  )
}
