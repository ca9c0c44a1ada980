import type { RouterInputs } from '#client/lib/api.ts'
import { startDraft, type VersionedDraft } from '#client/lib/versioned-draft.ts'
import { settingsInput, type VersionedSettings } from '#shared/settings/schema.ts'

/** The fields in the order of the card, with their labels (decisions: words on the screen). */
export const FIELD_LABELS = {
  company_name: 'Firma Adı',
  company_tel: 'Firma Telefonu',
  company_adress: 'Firma Adresi',
  output_format: 'Çıktı Formatı',
} as const

export type GeneralField = keyof typeof FIELD_LABELS
const FIELD_NAMES = Object.keys(FIELD_LABELS) as GeneralField[]

export type GeneralValues = Record<GeneralField, string>
export type GeneralDraft = VersionedDraft<GeneralValues>

export function generalDraft(settings: VersionedSettings): GeneralDraft {
  const { company_name, company_tel, company_adress, output_format, version } = settings
  return startDraft({ company_name, company_tel, company_adress, output_format }, version)
}

export type GeneralProblems = Partial<Record<GeneralField, string>>

/** What the server would refuse in each field, by the same schema; nothing when all is well. */
export function generalProblems(values: GeneralValues): GeneralProblems {
  const problems: GeneralProblems = {}
  for (const { path, message } of settingsInput.safeParse(values).error?.issues ?? [])
    problems[path[0] as GeneralField] ??= message
  return problems
}

/** The first wrong field in the order of the card. */
export const firstWrong = (problems: GeneralProblems): GeneralField | undefined =>
  FIELD_NAMES.find((name) => problems[name] !== undefined)

/** What `settings.update` is called with. The choice is one of the offered ones: the schema has seen it. */
export const updateInput = ({ values, version }: GeneralDraft, key: string) =>
  ({ ...values, version, key }) as RouterInputs['settings']['update']
