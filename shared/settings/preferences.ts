import * as z from 'zod/mini'

import { directionField, monthFilter, textField } from '#shared/fields.ts'
import { KAYIT_SORTS } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'
import {
  DEFAULT_PREFERENCES,
  KAYIT_PAGE_SIZES,
  LIST_PRESETS,
  MAX_VIEW_NAME,
  MAX_VIEWS,
  OPTIONAL_COLUMNS,
  OWED_STATES,
} from '#shared/options.ts'

/*
 * A user's display preferences: stored as JSON in the user's row and sent with the session. Only the server checks
 * them, so that the first chunk of the page holds no schema.
 */

const preset = z.enum(LIST_PRESETS, messages.invalidInput)
const column = z.enum(OPTIONAL_COLUMNS, messages.invalidInput)

/** A list's filters, search and order in the form of its address, without the page. */
const viewSearch = z.strictObject(
  {
    size: z.optional(z.literal([...KAYIT_PAGE_SIZES], messages.invalidInput)),
    sort: z.optional(z.enum(KAYIT_SORTS, messages.invalidInput)),
    dir: z.optional(directionField),
    q: z.optional(textField('Arama')),
    durum: z.optional(textField('Durum', 50)),
    open: z.optional(z.boolean(messages.invalidInput)),
    owed: z.optional(z.enum(OWED_STATES, messages.invalidInput)),
    ...monthFilter.shape,
  },
  messages.invalidInput,
)

const viewName = z
  .pipe(textField('Görünümün adı', MAX_VIEW_NAME), z.string())
  .check(z.refine((name) => name !== '', messages.viewNameRequired))

const view = z.strictObject({ name: viewName, preset, search: viewSearch }, messages.invalidInput)

/** The parts of the preferences; each is stored and replaced as a whole. */
const parts = {
  /** The preset of columns in the records' list. */
  listPreset: preset,
  /** The columns that the user hides in 'Tam'. */
  hiddenColumns: z
    .array(column, messages.invalidInput)
    .check(z.maxLength(OPTIONAL_COLUMNS.length, messages.invalidInput)),
  /** The saved views of the records' list, in order. */
  views: z.array(view, messages.invalidInput).check(
    z.maxLength(MAX_VIEWS, messages.tooManyViews),
    z.refine((all) => new Set(all.map(({ name }) => name)).size === all.length, messages.viewNameTaken),
  ),
}

/** The parts to replace; an absent part stays unchanged. */
export const preferencesInput = z.strictObject(
  {
    listPreset: z.exactOptional(parts.listPreset),
    hiddenColumns: z.exactOptional(parts.hiddenColumns),
    views: z.exactOptional(parts.views),
  },
  messages.invalidInput,
)
export type PreferencesInput = z.output<typeof preferencesInput>

export type Preferences = z.output<typeof preferences>
export type SavedView = Preferences['views'][number]

/** The schema of the preferences in the session. */
export const preferences = z.strictObject(parts)

const storedPreset = z.catch(parts.listPreset, DEFAULT_PREFERENCES.listPreset)
const storedColumns = z.catch(parts.hiddenColumns, DEFAULT_PREFERENCES.hiddenColumns)
const storedViews = z.catch(z.array(z.catch(z.nullable(view), null)), DEFAULT_PREFERENCES.views)

/**
 * Reads the stored preferences. A missing or broken part, also one of a later version, gets its default; a broken view
 * is left out.
 */
export function readPreferences(stored: string): Preferences {
  const found = parsed(stored)
  return {
    listPreset: z.parse(storedPreset, found['listPreset']),
    hiddenColumns: z.parse(storedColumns, found['hiddenColumns']),
    views: z.parse(storedViews, found['views']).filter((one) => one !== null),
  }
}

/** Returns the stored preferences as JSON with the sent parts replaced; parts that this version does not know stay. */
export const withPreferences = (stored: string, input: PreferencesInput): string =>
  JSON.stringify({ ...parsed(stored), ...input })

function parsed(stored: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
