import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'

import { PageHeader } from '#client/components/page-header.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'

/** Says plainly that a screen comes with the next version. */
export function ComingSoon({ screen }: { screen: string }) {
  return (
    <>
      <PageHeader title={screen} />
      <Card className="grid max-w-2xl justify-items-start gap-4">
        <Badge variant="info">
          <Hourglass aria-hidden />
          Yakında
        </Badge>
        <p>
          “{screen}” ekranı bir sonraki sürümle birlikte gelecek. Bu sürümde servis kayıtları kullanılabilir.
        </p>
        <Button asChild variant="outline">
          <Link to="/books">Kayıt listesine dön</Link>
        </Button>
      </Card>
    </>
  )
}
