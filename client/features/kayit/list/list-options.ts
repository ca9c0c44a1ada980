import { useState } from 'react'

import type { Density } from '#client/components/data-table/data-row.tsx'
import { readCookie, writeCookie } from '#client/lib/cookies.ts'
import { BASE_PATH } from '#shared/base.ts'
import type { Preferences } from '#shared/settings/preferences.ts'

type Preset = Preferences['listPreset']

export const PRESETS: Readonly<Record<Preset, string>> = { gundelik: 'Gündelik', tam: 'Tam' }

const DENSITIES: readonly string[] = ['compact', 'normal', 'comfortable'] satisfies Density[]
const isDensity = (text: string | undefined): text is Density =>
  text !== undefined && DENSITIES.includes(text)

const DEFAULT_DENSITY: Readonly<Record<Preset, Density>> = { gundelik: 'comfortable', tam: 'normal' }
const DENSITY_COOKIE = 'satir_yuksekligi'
const BOXES_COOKIE = 'secim_kutulari'
const KEEP = { days: 365, path: BASE_PATH }

/** Returns row height and selection boxes, which cookies keep for all users of this browser. */
export function useListOptions(preset: Preset) {
  const [chosen, setChosen] = useState(() => readCookie(DENSITY_COOKIE))
  const [hasBoxes, setHasBoxes] = useState(() => readCookie(BOXES_COOKIE) === '1')
  return {
    density: isDensity(chosen) ? chosen : DEFAULT_DENSITY[preset],
    hasBoxes,
    /** Without a height the row has that of its preset. */
    setDensity: (density?: Density) => {
      writeCookie(DENSITY_COOKIE, density ?? '', KEEP)
      setChosen(density)
    },
    setBoxes: (on: boolean) => {
      writeCookie(BOXES_COOKIE, on ? '1' : '', KEEP)
      setHasBoxes(on)
    },
  }
}

export interface ViewMenuProps {
  preferences: Preferences
  options: ReturnType<typeof useListOptions>
  hasPrices: boolean
  /** Opens the dialog that saves the view under a name. */
  onName: () => void
}
