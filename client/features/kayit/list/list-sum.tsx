import { Amount } from '#client/components/amount.tsx'
import { hasIncome } from '#shared/kayit/rules.ts'

interface ListSumProps {
  /** The sum in kuruş without cancelled records; `undefined` where it is not known or not the user's to see. */
  kurus: number | undefined
  /** The rest that customers owe for the list in kuruş; `undefined` in a list that is not filtered by it. */
  rest: number | undefined
  /** The selected status or stage; without one the sum leaves out cancelled records. */
  durum: string | undefined
}

const LINE =
  'text-sm whitespace-nowrap text-muted-foreground md:max-lg:ml-auto lg:border-l lg:border-border lg:pl-4'

/** Shows the sum of the filtered list, and what customers owe for it. A list of cancelled records has none, because they are not income. */
export function ListSum({ kurus, rest, durum }: ListSumProps) {
  const isCancelled = durum !== undefined && !hasIncome({ durum })
  if (kurus === undefined || isCancelled) return null
  if (rest !== undefined)
    return (
      <p className={LINE}>
        Toplam <Amount kurus={kurus} className="font-semibold text-foreground" /> · Kalan{' '}
        <Amount kurus={rest} className="text-lg font-semibold text-foreground" />
      </p>
    )
  return (
    <p className={LINE}>
      Toplam <Amount kurus={kurus} className="text-lg font-semibold text-foreground" />
      {durum === undefined && <span className="text-xs"> iptal hariç</span>}
    </p>
  )
}
