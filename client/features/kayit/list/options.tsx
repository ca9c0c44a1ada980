import { useId, useState } from 'react'

import type { Density } from '#client/components/data-table/data-row.tsx'
import { readCookie, writeCookie } from '#client/lib/cookies.ts'
import { switchShortcuts, useShortcuts } from '#client/lib/shortcuts.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Select } from '#client/ui/select.tsx'
import { BASE_PATH } from '#shared/base.ts'

const DENSITIES: Record<Density, string> = { compact: 'Dar', normal: 'Normal', comfortable: 'Geniş' }
const isDensity = (text: string | undefined): text is Density =>
  text !== undefined && Object.hasOwn(DENSITIES, text)

const KEEP = { days: 365, path: BASE_PATH }

/** How high this browser shows the rows, whoever is logged in; kept in a cookie. */
export function useListOptions() {
  const [density, keep] = useState<Density>(() => {
    const kept = readCookie('satir_yuksekligi')
    return isDensity(kept) ? kept : 'normal'
  })
  const setDensity = (chosen: Density) => {
    writeCookie('satir_yuksekligi', chosen, KEEP)
    keep(chosen)
  }
  return { density, setDensity }
}

/** Row height and shortcuts; a phone has neither. */
export function ListOptions({ density, setDensity }: ReturnType<typeof useListOptions>) {
  const id = useId()
  const shortcuts = useShortcuts()
  return (
    <div data-print="hide" className="hidden items-center gap-x-6 text-sm text-muted-foreground md:flex">
      <span className="flex items-center gap-2">
        <label htmlFor={id}>Satır yüksekliği</label>
        <Select
          id={id}
          className="w-32"
          value={density}
          onChange={({ target: { value } }) => isDensity(value) && setDensity(value)}
        >
          {Object.entries(DENSITIES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </span>
      <span className="flex items-center gap-2">
        <Checkbox
          label="Klavye kısayolları"
          aria-describedby={`${id}-keys`}
          checked={shortcuts}
          onChange={(event) => switchShortcuts(event.target.checked)}
        />
        <span id={`${id}-keys`}>(/ arama, n yeni, ↑ ↓ satırlar, ? hepsi)</span>
      </span>
    </div>
  )
}
