import { Link } from '@tanstack/react-router'
import { useId } from 'react'

import { Button } from '#client/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#client/ui/card.tsx'

/** Leads to the shop's duties under law 6698. */
export function PersonalDataCard() {
  const id = useId()
  return (
    <Card aria-labelledby={id}>
      <CardHeader className="grid justify-start gap-1">
        <CardTitle id={id}>Kişisel veriler</CardTitle>
        <CardDescription>
          Müşterilerin başvuruları, silinen veriler ve saklama süreleri (6698 sayılı Kanun).
        </CardDescription>
      </CardHeader>
      <Button asChild variant="outline">
        <Link to="/personal-data">Kişisel veriler</Link>
      </Button>
    </Card>
  )
}
