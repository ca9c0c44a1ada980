import * as z from 'zod/mini'

import { expenseListInput } from '#shared/expense/schema.ts'
import { monthFilter } from '#shared/fields.ts'
import { linkedIdInput } from '#shared/history/schema.ts'
import { kayitListInput } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'
import { OUTPUT_FORMATS } from '#shared/options.ts'
import { personalDataMessages } from '#shared/personal-data/messages.ts'
import { periodInput } from '#shared/stats/schema.ts'

export type ExportFormat = (typeof OUTPUT_FORMATS)[number]
/** Besides, what only a person's own data are given as. */
export type FileFormat = ExportFormat | 'JSON'

/** The parameters of an export's address; the filters are those of the screens, without their pages. */
const withFormat = { format: z.enum(OUTPUT_FORMATS, messages.outputFormatInvalid) }
const paging = { page: true, size: true } as const

/** The records as the list filters, searches and sorts them. */
export const kayitExportInput = z.extend(z.omit(kayitListInput, paging), {
  ...withFormat,
  /** Only 'true' is sent: an address has no booleans. */
  open: z.optional(
    z.pipe(
      z.literal('true', messages.invalidInput),
      z.transform(() => true),
    ),
  ),
})

/** The expenses as their screen filters, searches and sorts them. */
export const expenseExportInput = z.extend(z.omit(expenseListInput, paging), withFormat)

/**
 * A period as the address of the statistics' screen has it: a month, whose missing parts are those of today, a year,
 * or the days of `periodInput`.
 */
export const periodExportInput = z
  .extend(monthFilter, {
    ...withFormat,
    period: z.optional(z.literal('year', messages.invalidInput)),
    from: z.optional(z.string(messages.invalidInput)),
    to: z.optional(z.string(messages.invalidInput)),
  })
  .check(({ value, issues }) => {
    const { from, to } = value
    if (from === undefined && to === undefined) return
    const refusal = z.safeParse(periodInput, { from, to }).error?.issues[0]
    if (refusal !== undefined) issues.push({ code: 'custom', message: refusal.message, input: value })
  })

/** The history of a car or a customer. */
export const historyExportInput = z.extend(linkedIdInput, withFormat)

/** All that is stored of a customer: to read, and for a machine. */
export const personalDataExportInput = z.extend(linkedIdInput, {
  format: z.enum(['PDF', 'JSON'], personalDataMessages.formatInvalid),
})
export type PersonalDataExportInput = z.output<typeof personalDataExportInput>

export type HistoryExportInput = z.output<typeof historyExportInput>
export type KayitExportInput = z.output<typeof kayitExportInput>
export type ExpenseExportInput = z.output<typeof expenseExportInput>
export type PeriodExportInput = z.output<typeof periodExportInput>
