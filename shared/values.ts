import * as z from 'zod/mini'

/** The id of a stored row. */
export const rowId = /* @__PURE__ */ z.int().check(z.gte(0))

/** A number of rows or pieces. */
export const count = /* @__PURE__ */ z.int().check(z.gte(0))

/** An amount in kuruş; a loss is below 0. */
export const kurus = /* @__PURE__ */ z.int()

/** A price or a sum of prices; absent for a user who may not see them (decision 32). */
export const price = /* @__PURE__ */ z.exactOptional(kurus)

/** A calendar day 'YYYY-MM-DD'; `null` means none (`z.nullable(day)`). */
export const day = /* @__PURE__ */ z.iso.date()

/**
 * Returns the schema of an operation's result, with these fields and no others. The shape is a function, and the call
 * is marked pure, so that the page's build, which needs only the type, removes all of it.
 */
export const resultSchema = <S extends z.core.$ZodLooseShape>(shape: () => S) => z.strictObject(shape())
