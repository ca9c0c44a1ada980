import { Fragment } from 'react'

import { hasRight } from '#client/lib/session.ts'
import { switchShortcuts, useAreShortcutsOn } from '#client/lib/shortcuts.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'

type Line = [about: string, ...keys: string[]]

/** All shortcuts, by the screen on which they work. */
const SHORTCUTS: [screen: string, lines: Line[]][] = [
  [
    'Kayıt listesi',
    [
      ['Satırlar arasında gez, arama kutusundan da', '↑', '↓'],
      ['Kaydı aç', 'Enter'],
      ['Kaydı yanda önizle', 'Boşluk'],
      ['Satırları seç', 'Shift+↑', 'Shift+↓'],
    ],
  ],
  [
    'Kayıt',
    [
      ['Kaydet', 'Ctrl+S'],
      ['Kaydet ve KDV’li PDF', 'Ctrl+Shift+Enter'],
      ['Tahsilat al', 'F8'],
      ['Sonraki alana geç (işlem adından fiyata); fiyatta işlemi ekle', 'Enter'],
      ['Müşteri talebinde yeni satır', 'Shift+Enter'],
      ['İşlem satırını temizle', 'Esc'],
    ],
  ],
  [
    'Her yerde',
    [
      ['Yeni kayıt', 'n'],
      ['Her yerde ara: araç, müşteri, kayıt, ekran', 'Ctrl+K'],
      ['Ekranın aramasına git; yoksa her yerde ara', '/'],
      ['Kısayollar', '?'],
      ['Bildirimlere git', 'Alt+T'],
      ['Pencereyi veya menüyü kapat', 'Esc'],
    ],
  ],
]

/** Returns whether the user may use the shortcut: the PDF contains prices. */
const isShown = ([about]: Line) =>
  (!about.includes('PDF') || hasRight('prices')) && (about !== 'Tahsilat al' || hasRight('payments'))

interface ShortcutsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** All shortcuts of the panel, with the switch for the single-key ones. */
export default function ShortcutsDialog(props: ShortcutsDialogProps) {
  const isOn = useAreShortcutsOn()
  return (
    <Dialog {...props}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Kısayollar</DialogTitle>
          <DialogDescription>Mac’te Ctrl yerine ⌘ (Cmd) tuşu kullanılır.</DialogDescription>
        </DialogHeader>
        {SHORTCUTS.map(([screen, lines]) => (
          <section key={screen}>
            <h3 className="font-semibold">{screen}</h3>
            <dl className="grid grid-cols-[1fr_auto] text-sm">
              {lines.filter(isShown).map(([about, ...keys]) => (
                <Fragment key={about}>
                  <dt className="border-b border-border py-1.5 pr-4">{about}</dt>
                  <dd className="flex items-start justify-end gap-1 border-b border-border py-1.5">
                    {keys.map((key) => (
                      <kbd key={key} className="rounded-sm border border-input bg-sunken px-1.5 font-sans">
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox
          label="Tek tuşlu kısayollar (/ n ? ↑ ↓ Boşluk)"
          checked={isOn}
          onChange={(event) => switchShortcuts(event.target.checked)}
        />
      </DialogContent>
    </Dialog>
  )
}
