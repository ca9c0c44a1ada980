import { useRight } from '#client/lib/session.ts'

import { AccountsCard } from './accounts-card.tsx'
import { ExpenseCategoriesCard } from './expense-categories-card.tsx'
import { PackagesCard } from './packages-card.tsx'
import { PriceEntryCard } from './price-entry-card.tsx'
import { PricesCard } from './prices-card.tsx'

/**
 * Shows the sources of a record's items: the ready packages and the price list; to the owner also how prices start,
 * since when debts count, and the categories of expenses.
 */
export default function PricesSection() {
  const isOwner = useRight('settings')
  return (
    <div className="grid gap-4">
      {isOwner && <PriceEntryCard />}
      {isOwner && <AccountsCard />}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <PackagesCard />
        <PricesCard />
      </div>
      {isOwner && <ExpenseCategoriesCard />}
    </div>
  )
}
