import * as z from 'zod/mini'

/** The number of a stored row. */
export const rowId = /* @__PURE__ */ z.int().check(z.gte(0))

/** How many there are of something. */
export const count = /* @__PURE__ */ z.int().check(z.gte(0))

/** An amount in kuruş; a loss is below 0. */
export const kurus = /* @__PURE__ */ z.int()

/** A calendar day 'YYYY-MM-DD'; none is `null` (`z.nullable(day)`). */
export const day = /* @__PURE__ */ z.iso.date()

/**
 * The schema of what an operation returns, with these fields and no others. The shape is a function, and the call
 * marked pure, so that the page's build, which needs only the type, leaves all of it out.
 */
export const returned = <S extends z.core.$ZodLooseShape>(shape: () => S) => z.strictObject(shape())
