import { BASE_PATH } from '#shared/base.ts'
import type { FormKind } from '#shared/intake/schema.ts'

/** Returns the address of a record's form; it opens in a tab of its own. */
export const formAddress = (kind: FormKind, id: number): string => `${BASE_PATH}/api/form/${kind}?id=${id}`
