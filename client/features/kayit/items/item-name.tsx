import type { ComponentProps } from 'react'

import { Combobox } from '#client/components/combobox.tsx'
import type { Suggestion } from '#shared/item/schema.ts'

import { suggestedPriceText, suggestionSourceText } from './suggestion-text.ts'

interface ItemNameProps extends Omit<
  ComponentProps<typeof Combobox<Suggestion>>,
  'options' | 'keyOf' | 'children'
> {
  suggestions: readonly Suggestion[]
  /** True if prices are shown with VAT. */
  kdvDahil: boolean
}

/** Asks for the name of a new work item and suggests the names that the shop has used before. */
export function ItemName({ suggestions, kdvDahil, ...props }: ItemNameProps) {
  return (
    <Combobox {...props} options={suggestions} keyOf={({ name }) => name} listLabel="Önceki işlemler">
      {(suggestion) => (
        // The price stands below the name, which gets the whole width of a phone.
        <span className="min-w-0 grow">
          <span className="block font-medium wrap-anywhere">{suggestion.name}</span>
          <span className="flex items-baseline justify-between gap-2">
            <span className="min-w-0 text-xs text-muted-foreground">{suggestionSourceText(suggestion)}</span>
            <span className="shrink-0 text-sm whitespace-nowrap tabular-nums">
              {suggestedPriceText(suggestion, kdvDahil)}
            </span>
          </span>
        </span>
      )}
    </Combobox>
  )
}
