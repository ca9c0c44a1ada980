import { type ReactNode, useId } from 'react'

import type { Density } from '#client/components/data-table/data-row.tsx'
import { useSavePreferences } from '#client/lib/preferences.ts'
import { switchShortcuts, useAreShortcutsOn } from '#client/lib/shortcuts.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { OPTIONAL_COLUMNS } from '#shared/options.ts'
import type { Preferences } from '#shared/settings/preferences.ts'

import { OPTIONAL_LABELS } from './column-labels.ts'
import { PRESETS, type ViewMenuProps } from './list-options.ts'

type Preset = Preferences['listPreset']

const ABOUT: Readonly<Record<Preset, string>> = { gundelik: 'iş, gün, tutar', tam: 'şasi no, tarihler' }
const DENSITIES: Record<Density, string> = { compact: 'Sıkı', normal: 'Normal', comfortable: 'Rahat' }

const CARD =
  'grid rounded-md border border-input px-3 py-2 text-left hover:bg-sunken aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:shadow-[inset_0_0_0_1px_var(--primary)]'
const SEGMENT =
  'min-h-9 grow border-l border-input px-3 text-sm font-medium first:border-l-0 hover:bg-sunken aria-pressed:bg-foreground aria-pressed:text-background focus-visible:outline-offset-[-3px]'

interface ViewPanelProps extends ViewMenuProps {
  /** Closes the menu; the focus returns to its button. */
  leave: () => void
}

/** The content of the menu 'Görünüm': set of columns, columns, row height, boxes and shortcuts. */
export function ViewPanel({ preferences, options, hasPrices, onName, leave }: ViewPanelProps) {
  const { listPreset, hiddenColumns } = preferences
  const save = useSavePreferences()
  const shortcuts = useAreShortcutsOn()
  const id = useId()
  return (
    <>
      <Part name="Hazır görünüm" className="grid grid-cols-2 gap-2">
        {(Object.keys(PRESETS) as Preset[]).map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={preset === listPreset}
            className={CARD}
            onClick={() => void save({ listPreset: preset })}
          >
            <b className="font-semibold">{PRESETS[preset]}</b>{' '}
            <small className="text-xs text-muted-foreground">{ABOUT[preset]}</small>
          </button>
        ))}
      </Part>
      {listPreset === 'tam' && (
        <Part name="Sütunlar" className="grid grid-cols-2">
          {OPTIONAL_COLUMNS.filter((name) => hasPrices || name !== 'toplam_kurus').map((name) => (
            <Checkbox
              key={name}
              label={OPTIONAL_LABELS[name]}
              checked={!hiddenColumns.includes(name)}
              onChange={() =>
                void save({
                  hiddenColumns: OPTIONAL_COLUMNS.filter(
                    (one) => (one === name) !== hiddenColumns.includes(one),
                  ),
                })
              }
            />
          ))}
        </Part>
      )}
      <Part name="Satır yüksekliği" className="flex overflow-clip rounded-md border border-input">
        {Object.entries(DENSITIES).map(([density, name]) => (
          <button
            key={density}
            type="button"
            aria-pressed={density === options.density}
            className={SEGMENT}
            onClick={() => options.setDensity(density as Density)}
          >
            {name}
          </button>
        ))}
      </Part>
      <div className="grid">
        <Checkbox
          label="Seçim kutuları"
          checked={options.hasBoxes}
          onChange={(event) => options.setBoxes(event.target.checked)}
        />
        <Checkbox
          label="Klavye kısayolları"
          aria-describedby={`${id}-keys`}
          checked={shortcuts}
          onChange={(event) => switchShortcuts(event.target.checked)}
        />
        <span id={`${id}-keys`} className="pl-8 text-xs text-muted-foreground">
          / arama, n yeni, ↑ ↓ satırlar, Boşluk önizleme, ? hepsi
        </span>
      </div>
      <div className="-mx-4 -mb-2 flex justify-between border-t border-border px-2 pt-2">
        <Button
          variant="ghost"
          size="sm"
          aria-haspopup="dialog"
          onClick={() => {
            leave()
            onName()
          }}
        >
          Görünümü kaydet
        </Button>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            void save({ hiddenColumns: [] })
            options.setDensity()
            options.setBoxes(false)
          }}
        >
          Sıfırla
        </Button>
      </div>
    </>
  )
}

function Part({ name, className, children }: { name: string; className: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1.5 text-xs font-medium text-muted-foreground">{name}</legend>
      <div className={className}>{children}</div>
    </fieldset>
  )
}
