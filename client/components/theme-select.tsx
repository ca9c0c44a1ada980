import { useId, useState } from 'react'

import { readTheme, writeTheme, type Theme } from '#client/lib/cookies.ts'
import { Label } from '#client/ui/label.tsx'
import { Select } from '#client/ui/select.tsx'

const CHOICES: Record<Theme, string> = { system: 'Sistem', light: 'Açık', dark: 'Koyu' }

/** The choice between light, dark and the device's scheme, stored for this browser. */
export function ThemeSelect() {
  const id = useId()
  const [theme, setTheme] = useState(readTheme)
  const choose = (next: Theme) => {
    writeTheme(next)
    setTheme(next)
  }
  return (
    <div className="flex items-center gap-3">
      <Label htmlFor={id}>Görünüm</Label>
      <Select
        id={id}
        className="w-36"
        value={theme}
        onChange={(event) => choose(event.target.value as Theme)}
      >
        {Object.entries(CHOICES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}
