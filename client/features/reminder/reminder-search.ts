import { type Range, RANGES } from '#shared/reminder/rules.ts'

/** The shown part of the list in the URL, which the screen checks, because the first chunk parses every address. */
export type ReminderSearch = { range?: Range | undefined }

/** Returns the part of the list that an address names; without one it is the week. */
export const rangeOf = ({ range }: ReminderSearch): Range => RANGES.find((one) => one === range) ?? 'week'
