import * as z from 'zod/mini'

import { endsAfterStart, periodOfAccount, debtsInput } from '#shared/balance/schema.ts'
import { expenseListInput } from '#shared/expense/schema.ts'
import { idField, monthFilter } from '#shared/fields.ts'
import { linkedIdInput } from '#shared/history/schema.ts'
import { kayitListInput } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'
import { OUTPUT_FORMATS } from '#shared/options.ts'
import { personalDataMessages } from '#shared/personal-data/messages.ts'
import { PERIOD_REVERSED } from '#shared/stats/period.ts'
import { periodInput } from '#shared/stats/schema.ts'

export type ExportFormat = (typeof OUTPUT_FORMATS)[number]
/** The formats of a person's own data, which can also be JSON. */
export type FileFormat = ExportFormat | 'JSON'

/** The format in an export's address. Its filters are those of the screens, without their pages. */
const withFormat = { format: z.enum(OUTPUT_FORMATS, messages.outputFormatInvalid) }
const paging = { page: true, size: true } as const

/** The records as the list filters, searches and sorts them. */
export const kayitExportInput = z.extend(z.omit(kayitListInput, paging), {
  ...withFormat,
  /** An address has no booleans, so only 'true' is sent. */
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
 * The period in the address of the statistics' screen: a month (missing parts are today's), a year, or the days of
 * `periodInput`.
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

/** The debts as their screen filters and sorts them. An address has no numbers, so the age is read from its digit. */
export const debtsExportInput = z.extend(z.omit(debtsInput, { page: true, age: true }), {
  ...withFormat,
  age: z.optional(
    z.pipe(
      z.enum(['0', '1', '2', '3'], messages.invalidInput),
      z.transform((age) => Number(age) as 0 | 1 | 2 | 3),
    ),
  ),
})
export type DebtsExportInput = z.output<typeof debtsExportInput>

/** A customer's statement of a period. */
export const statementExportInput = z
  .object({ ...periodOfAccount, ...withFormat, id: idField }, messages.invalidInput)
  .check(z.refine(endsAfterStart, PERIOD_REVERSED))
export type StatementExportInput = z.output<typeof statementExportInput>

/** The history of a car or a customer. */
export const historyExportInput = z.extend(linkedIdInput, withFormat)

/** All stored data of a customer: PDF for people, JSON for machines. */
export const personalDataExportInput = z.extend(linkedIdInput, {
  format: z.enum(['PDF', 'JSON'], personalDataMessages.formatInvalid),
})
export type PersonalDataExportInput = z.output<typeof personalDataExportInput>

export type HistoryExportInput = z.output<typeof historyExportInput>
export type KayitExportInput = z.output<typeof kayitExportInput>
export type ExpenseExportInput = z.output<typeof expenseExportInput>
export type PeriodExportInput = z.output<typeof periodExportInput>
