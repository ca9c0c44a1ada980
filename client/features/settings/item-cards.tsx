import { PackagesCard } from './packages-card.tsx'
import { PricesCard } from './prices-card.tsx'

/** Shows the sources of a record's items: the ready packages and the price list. */
export default function ItemCards() {
  return (
    <>
      <PackagesCard />
      <PricesCard />
    </>
  )
}
