import { PackagesCard } from './packages-card.tsx'
import { PricesCard } from './prices-card.tsx'

/** What a record's items are filled from: the ready packages and the price list. */
export default function ItemCards() {
  return (
    <>
      <PackagesCard />
      <PricesCard />
    </>
  )
}
