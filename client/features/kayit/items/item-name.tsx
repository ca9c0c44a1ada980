import { Package } from 'lucide-react'
import type { ComponentProps } from 'react'

import { Combobox } from '#client/components/combobox.tsx'
import { formatCount } from '#client/lib/format.ts'
import type { ItemPackage, Suggestion } from '#shared/item/schema.ts'
import { foldName } from '#shared/turkish.ts'

import { packagePriceText, suggestedPriceText, suggestionSourceText } from './suggestion-text.ts'

type Offer = Suggestion | ItemPackage

interface ItemNameProps extends Omit<
  ComponentProps<typeof Combobox<Offer>>,
  'options' | 'keyOf' | 'children' | 'onChoose'
> {
  suggestions: readonly Suggestion[]
  packages: readonly ItemPackage[]
  onChoose: (suggestion: Suggestion) => void
  onPackage: (chosen: ItemPackage) => void
  /** True if prices are shown with VAT. */
  kdvDahil: boolean
}

/** Asks for the name of a new work item. Suggests ready packages first, then the names that the shop has used before. */
export function ItemName(props: ItemNameProps) {
  const { suggestions, packages, onChoose, onPackage, kdvDahil, ...field } = props
  const typed = foldName(field.value.trim())
  const matching = packages.filter(({ name }) => foldName(name).includes(typed))
  return (
    <Combobox<Offer>
      {...field}
      options={[...matching, ...suggestions]}
      keyOf={(offer) => ('items' in offer ? `paket ${offer.id}` : offer.name)}
      listLabel="Önceki işlemler"
      onChoose={(offer) => ('items' in offer ? onPackage(offer) : onChoose(offer))}
    >
      {(offer) => (
        // The price stands below the name, which gets the whole width of a phone.
        <span className="min-w-0 grow">
          <span className="flex items-center gap-2 font-medium wrap-anywhere">
            {'items' in offer && <Package aria-hidden className="size-4 text-primary" />}
            {offer.name}
          </span>
          <span className="flex items-baseline justify-between gap-2">
            <span className="min-w-0 text-xs text-muted-foreground">
              {'items' in offer
                ? `Paket · ${formatCount(offer.items.length)} işlem`
                : suggestionSourceText(offer)}
            </span>
            <span className="shrink-0 text-sm whitespace-nowrap tabular-nums">
              {'items' in offer ? packagePriceText(offer) : suggestedPriceText(offer, kdvDahil)}
            </span>
          </span>
        </span>
      )}
    </Combobox>
  )
}
