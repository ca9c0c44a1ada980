import { Field } from '#client/components/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { EMPTY_DASH } from '#shared/date.ts'

interface StatusFilterProps {
  /** Chosen status; `undefined` for every status, '' for records without one. */
  durum: string | undefined
  /** Statuses of the records that match the other filters. */
  statuses: readonly string[]
  onChange: (durum: string | undefined) => void
}

/** Filters by status: 'Tümü' or any status in the list (specification §4). */
export function StatusFilter({ durum, statuses, onChange }: StatusFilterProps) {
  const offered = durum === undefined || statuses.includes(durum) ? statuses : [...statuses, durum]
  return (
    <Field label="Durum" className="max-md:grid-cols-[auto_1fr] max-md:items-center max-md:gap-3">
      {(control) => (
        <Select
          {...control}
          // The '=' distinguishes an empty status from 'Tümü'.
          value={durum === undefined ? '' : `=${durum}`}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value.slice(1))}
        >
          <option value="">Tümü</option>
          {offered.map((status) => (
            <option key={status} value={`=${status}`}>
              {status === '' ? EMPTY_DASH : status}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
