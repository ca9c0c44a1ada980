import { useId } from 'react'

import { Select } from '#client/ui/select.tsx'

interface SortSelectProps {
  options: { id: string; label: string }[]
  sort: { key: string; dir: 'asc' | 'desc' }
  onSort: (id: string, desc: boolean) => void
}

/** The order of a phone's cards, where the table has no head. */
export function SortSelect({ options, sort, onSort }: SortSelectProps) {
  const id = useId()
  return (
    <div data-print="hide" className="flex items-center gap-3 md:hidden">
      <label htmlFor={id} className="shrink-0 text-sm text-muted-foreground">
        Sıralama
      </label>
      <Select
        id={id}
        value={`${sort.dir} ${sort.key}`}
        onChange={({ target: { value } }) => onSort(value.replace(/^\w+ /, ''), value.startsWith('desc'))}
      >
        {options.flatMap((option) => [
          <option key={`asc ${option.id}`} value={`asc ${option.id}`}>
            {`${option.label} (artan)`}
          </option>,
          <option key={`desc ${option.id}`} value={`desc ${option.id}`}>
            {`${option.label} (azalan)`}
          </option>,
        ])}
      </Select>
    </div>
  )
}
