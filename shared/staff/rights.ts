/** Who works in a shop: its owner (Sahip), or staff: at the desk (Büro), a mechanic (Usta). */
export const STAFF_ROLES = ['desk', 'mechanic'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]
export type UserRole = 'owner' | StaffRole

/** What may be refused to a user of a shop; whatever is not named here, all of them may do (decisions 29, 32 and 33). */
export const RIGHTS = [
  'prices',
  'remove',
  'export',
  'figures',
  'settings',
  'staff',
  'history',
  'personal_data',
] as const
export type Right = (typeof RIGHTS)[number]

const GRANTS: Readonly<Record<Right, Readonly<Record<UserRole, boolean | 'allowed'>>>> = {
  /** Prices and totals of records, cars and customers, the PDF of a record, and changes of the price list. */
  prices: { owner: true, desk: true, mechanic: false },
  /** Deleting, what was deleted, and getting it back. */
  remove: { owner: true, desk: true, mechanic: false },
  /** Lists and histories as files. */
  export: { owner: true, desk: true, mechanic: false },
  /** Expenses, statistics, the month's money, and the files of them: the desk if the owner allows it. */
  figures: { owner: true, desk: 'allowed', mechanic: false },
  /** Company, format, idle limit, licence and logo. */
  settings: { owner: true, desk: false, mechanic: false },
  /** The shop's other users. */
  staff: { owner: true, desk: false, mechanic: false },
  /** Who changed what in the whole shop; a record's own history is everybody's. */
  history: { owner: true, desk: false, mechanic: false },
  /** Export and erasure of one customer's data, requests of customers, how long what is kept. */
  personal_data: { owner: true, desk: false, mechanic: false },
}

/** Returns the rights of a user in the shop. */
export function rightsOf({
  role,
  sees_figures: isAllowed,
}: {
  role: UserRole
  sees_figures: boolean
}): Right[] {
  return RIGHTS.filter((right) => {
    const grant = GRANTS[right][role]
    return grant === 'allowed' ? isAllowed : grant
  })
}

/** All that there is to do in a shop. */
export const OWNER_RIGHTS: readonly Right[] = rightsOf({ role: 'owner', sees_figures: false })
