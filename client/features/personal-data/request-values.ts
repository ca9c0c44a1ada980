import { type FieldRules, showDay } from '#client/forms/merge.ts'
import { fieldProblems, type Problem } from '#client/forms/problems.ts'
import type { KeyAndVersion } from '#client/forms/use-form.ts'
import type { RouterInputs } from '#client/lib/api.ts'
import type { Day } from '#shared/date.ts'
import { type DataRequest, dataRequestInput, type RequestKind } from '#shared/personal-data/schema.ts'

import { KIND_WORDS } from '#shared/personal-data/words.ts'

type RequestValues = Record<'received_on' | 'kind' | 'note' | 'answered_on', string>

export const REQUEST_RULES: FieldRules<RequestValues> = {
  received_on: { label: 'Başvuru tarihi', show: showDay },
  kind: { label: 'Konu', show: (text) => KIND_WORDS[text as RequestKind] },
  note: { label: 'Not' },
  answered_on: { label: 'Yanıt tarihi', show: showDay },
}

/** Returns the form values of a stored request, or of a new one that came today. */
export const snapshotOf = (request: DataRequest | null, today: Day) => ({
  values: {
    received_on: request?.received_on ?? today,
    kind: request?.kind ?? 'information',
    note: request?.note ?? '',
    answered_on: request?.answered_on ?? '',
  },
  version: request?.version ?? null,
})

/** Returns all problems that the server would find without looking at its clock. */
export const requestProblems = (values: RequestValues): Problem<RequestValues>[] =>
  fieldProblems<RequestValues>(dataRequestInput, values)

/** Returns the input of `personalData.saveRequest`; 0 stands for a request without a known customer. */
export const saveInput = (
  values: RequestValues,
  { customer_id, ...keyAndVersion }: KeyAndVersion & { id: number; customer_id: number | null },
): RouterInputs['personalData']['saveRequest'] => ({
  ...values,
  kind: values.kind as RequestKind,
  customer_id: customer_id ?? 0,
  ...keyAndVersion,
})
