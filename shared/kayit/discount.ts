/** The name of every discount. */
export const DISCOUNT_NAME = 'İskonto'

/** A work item with its kind. */
export type Kinded = { kind?: 'work' | 'discount' | undefined }

/** Returns whether a work item is the record's discount, which has a negative price. */
export const isDiscount = ({ kind }: Kinded): boolean => kind === 'discount'

/** Returns the items with the discount last, where it stands on the screen and on paper. */
export const withDiscountLast = <Item extends Kinded>(items: readonly Item[]): Item[] => [
  ...items.filter((item) => !isDiscount(item)),
  ...items.filter(isDiscount),
]
