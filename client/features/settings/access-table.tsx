import { CircleCheck } from 'lucide-react'
import { useId } from 'react'

import { Card } from '#client/ui/card.tsx'
import { rightsOf, type Right } from '#shared/staff/rights.ts'

/** The roles in the order of the columns. */
const ROLES = [
  { role: 'mechanic', label: 'Usta' },
  { role: 'desk', label: 'Büro' },
  { role: 'owner', label: 'Sahip' },
] as const

/** Each row names an action and the right that it needs; `null` for none. */
const ABILITIES: [label: string, right: Right | null][] = [
  ['Kayıt açar, işlem ekler', null],
  ['Fiyatları görür, belge verir', 'prices'],
  ['Tahsilat alır', 'payments'],
  ['Siler, silineni geri getirir', 'remove'],
  ['Listeleri indirir', 'export'],
  ['Giderleri ve istatistikleri görür', 'figures'],
  ['Ayarları ve çalışanları değiştirir', 'settings'],
]

function grantOf(role: (typeof ROLES)[number]['role'], right: Right | null): 'yes' | 'allowed' | 'no' {
  if (right === null || rightsOf({ role, sees_figures: false }).includes(right)) return 'yes'
  return rightsOf({ role, sees_figures: true }).includes(right) ? 'allowed' : 'no'
}

/** Shows what each role can do, from the same rights that the server checks. */
export function AccessTable() {
  const id = useId()
  return (
    <Card aria-labelledby={id} className="px-3 py-3 md:px-5 md:py-4">
      <h2 id={id} className="mb-1 font-semibold">
        Kim ne görür?
      </h2>
      <table aria-labelledby={id} className="w-full text-sm">
        <thead>
          <tr className="text-muted-foreground">
            <th scope="col" className="text-left font-medium">
              <span className="sr-only">Yetki</span>
            </th>
            {ROLES.map(({ role, label }) => (
              <th key={role} scope="col" className="w-16 py-2 text-center font-medium md:w-28">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ABILITIES.map(([label, right]) => (
            <tr key={label} className="border-t border-border">
              <th scope="row" className="py-2 text-left font-normal">
                {label}
              </th>
              {ROLES.map(({ role }) => (
                <td key={role} className="py-2 text-center">
                  <Grant grant={grantOf(role, right)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Grant({ grant }: { grant: ReturnType<typeof grantOf> }) {
  if (grant === 'allowed') return <span className="text-muted-foreground">izinle</span>
  return grant === 'yes' ? (
    <>
      <CircleCheck aria-hidden className="mx-auto size-4 text-success" />
      <span className="sr-only">evet</span>
    </>
  ) : (
    <>
      <span aria-hidden className="text-muted-foreground">
        –
      </span>
      <span className="sr-only">hayır</span>
    </>
  )
}
