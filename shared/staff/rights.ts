/** The roles of staff: at the desk (Büro) or mechanic (Usta). The owner (Sahip) is no staff. */
export const STAFF_ROLES = ['desk', 'mechanic'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]
export type UserRole = 'owner' | StaffRole

/** The rights that a user of a shop may lack; all users may do everything else (decisions 29, 32 and 33). */
export const RIGHTS = [
  'prices',
  'payments',
  'quotes',
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
  /** Payments and rests of records; a member of staff cancels only own entries of the same day. */
  payments: { owner: true, desk: true, mechanic: false },
  /** Quotes and appointments: to list, store and convert them. */
  quotes: { owner: true, desk: true, mechanic: false },
  /** Deletion, the trash, and restoring from it. */
  remove: { owner: true, desk: true, mechanic: false },
  /** Download of lists and histories as files. */
  export: { owner: true, desk: true, mechanic: false },
  /** Expenses, statistics, the month's money, and their files; the owner may allow them to the desk. */
  figures: { owner: true, desk: 'allowed', mechanic: false },
  /** Company, format, idle limit, licence and logo. */
  settings: { owner: true, desk: false, mechanic: false },
  /** The shop's other users. */
  staff: { owner: true, desk: false, mechanic: false },
  /** The change log of the whole shop; every user may see a record's own history. */
  history: { owner: true, desk: false, mechanic: false },
  /** Export and erasure of a customer's data, customers' requests, and the retention. */
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

/** The rights of an owner, which are all rights. */
export const OWNER_RIGHTS: readonly Right[] = rightsOf({ role: 'owner', sees_figures: false })
