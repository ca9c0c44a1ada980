import { Columns3 } from 'lucide-react'
import { useId, useState } from 'react'

import type { Density } from '#client/components/data-table/data-row.tsx'
import { MenuPanel } from '#client/components/menu-panel.tsx'
import { readCookie, writeCookie } from '#client/lib/cookies.ts'
import { useSavePreferences } from '#client/lib/preferences.ts'
import { switchShortcuts, useAreShortcutsOn } from '#client/lib/shortcuts.ts'
import { useDisclosure } from '#client/lib/use-disclosure.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Select } from '#client/ui/select.tsx'
import { BASE_PATH } from '#shared/base.ts'
import { OPTIONAL_COLUMNS } from '#shared/options.ts'
import type { Preferences } from '#shared/settings/preferences.ts'

import { OPTIONAL_LABELS } from './column-labels.ts'

const PRESETS: Readonly<Record<Preferences['listPreset'], string>> = { tam: 'Tam', gundelik: 'Gündelik' }
const PRESET =
  'min-h-9 rounded-md px-3 text-sm font-medium text-muted-foreground hover:text-foreground aria-pressed:bg-card aria-pressed:text-foreground aria-pressed:shadow-[inset_0_0_0_1px_var(--input)]'

/** Switches between the two sets of columns and chooses columns in 'Tam'. A phone's cards need neither. */
export function ColumnOptions({
  listPreset,
  hiddenColumns,
  hasPrices,
}: Preferences & { hasPrices: boolean }) {
  const save = useSavePreferences()
  return (
    <div className="flex items-center gap-2 max-md:hidden">
      {listPreset === 'tam' && <ColumnChoice hidden={hiddenColumns} hasPrices={hasPrices} />}
      <fieldset aria-label="Liste düzeni" className="flex rounded-md bg-sunken p-0.5">
        {Object.entries(PRESETS).map(([preset, label]) => (
          <button
            key={preset}
            type="button"
            aria-pressed={preset === listPreset}
            className={PRESET}
            onClick={() => void save({ listPreset: preset as Preferences['listPreset'] })}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

interface ColumnChoiceProps {
  hidden: Preferences['hiddenColumns']
  hasPrices: boolean
}

function ColumnChoice({ hidden, hasPrices }: ColumnChoiceProps) {
  const { container, button, panel } = useDisclosure()
  const save = useSavePreferences()
  return (
    <div ref={container} className="relative">
      <Button {...button} variant="ghost">
        <Columns3 aria-hidden />
        Sütunlar
      </Button>
      <MenuPanel {...panel} className="mt-1">
        <fieldset className="grid">
          <legend className="px-1 pb-1 text-sm text-muted-foreground">Gösterilen sütunlar</legend>
          {OPTIONAL_COLUMNS.filter((name) => hasPrices || name !== 'toplam_kurus').map((name) => (
            <Checkbox
              key={name}
              label={OPTIONAL_LABELS[name]}
              className="px-1"
              checked={!hidden.includes(name)}
              onChange={() =>
                void save({
                  hiddenColumns: OPTIONAL_COLUMNS.filter((one) => (one === name) !== hidden.includes(one)),
                })
              }
            />
          ))}
        </fieldset>
      </MenuPanel>
    </div>
  )
}

const DENSITIES: Record<Density, string> = { compact: 'Dar', normal: 'Normal', comfortable: 'Geniş' }
const isDensity = (text: string | undefined): text is Density =>
  text !== undefined && Object.hasOwn(DENSITIES, text)

const KEEP = { days: 365, path: BASE_PATH }

/** Returns the row height, which a cookie keeps for all users of this browser. */
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

/** Offers row height and shortcuts; hidden on a phone, which needs neither. */
export function ListOptions({ density, setDensity }: ReturnType<typeof useListOptions>) {
  const id = useId()
  const shortcuts = useAreShortcutsOn()
  return (
    <div
      data-print="hide"
      className="hidden flex-wrap items-center gap-x-6 gap-y-1 text-sm text-muted-foreground md:flex"
    >
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
        <span id={`${id}-keys`}>(/ arama, n yeni, ↑ ↓ satırlar, Boşluk önizleme, ? hepsi)</span>
      </span>
    </div>
  )
}
